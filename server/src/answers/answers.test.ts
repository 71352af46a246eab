import { type AnswerRule, DEFAULT_ANSWERS } from '@portico/contract/answers.ts'
import { CODE } from '@portico/contract/codes.ts'
import { errors } from '@portico/contract/errors.ts'
import { settings } from '@portico/contract/settings.ts'
import { usage } from '@portico/contract/usage.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { newCallId } from '#crypto/call-id.ts'
import { openTestApp, type TestApp } from '#testing/app.ts'
import { closeBalanced } from '#testing/close-balanced.ts'
import { type Customer, LIVE, openCustomer, search } from '#testing/gateway/customer.ts'
import { sharedApp } from '#testing/shared-app.ts'
import { deleteExpired } from './index.ts'
import { openAnswers } from './keep-answers.ts'

const DAY_MS = 24 * 3_600_000
const TODAY = { from: '2026-03-02', to: '2026-03-02' }
const INVALID = [{ ...search()[0], depth: 'much' }]
const site = sharedApp({ settings: { ANSWERS_STORED_MB_PER_DAY: '1', KEEP_ANSWERS_DAYS: '14' } }, closeBalanced)
let customer: Customer
let browser: ReturnType<TestApp['browser']>

beforeEach(async () => {
  customer = await openCustomer(site)
  browser = await site.signedIn(customer.login)
})

const save = async (rule: Partial<AnswerRule>) => {
  await browser.must(settings.saveAnswers, { ...DEFAULT_ANSWERS, ...rule })
  // The gateway reads the rules of a login once a second.
  site.clock.forward(1100)
}

async function stored() {
  await site.gateway.gate.answers.flush()
  const { rows } = await site.database.pool.query(
    'select id, is_good, answer, cut_at, until, at from usage_answers where login_id = $1 order by at, id',
    [customer.login_id],
  )
  return rows
}

const ids = async () => (await browser.must(usage.getUsageTasks, TODAY)).rows.map(({ id }) => id)

describe('stored answers', () => {
  test('the answer of a failed call is stored without any setting, and shown in Errors and Usage as it was sent', async () => {
    const { body } = await customer.call(LIVE, { body: INVALID })
    await customer.call(LIVE, { body: search() })
    expect(await stored()).toHaveLength(1)
    const [error] = (await browser.must(errors.getErrorRows, TODAY)).rows
    const id = error?.id ?? ''
    const seen = await browser.must(errors.getErrorAnswer, { id })
    expect(seen.answer).toMatchObject({ id, http_status: 200, type: 'application/json', cut_at: null })
    expect(seen.answer?.answer).toEqual(body?.tasks?.[0])
    expect(seen.good, 'no good answer is stored by default').toBeNull()
    expect(await browser.must(usage.getUsageAnswer, { id })).toEqual(seen)
  })

  test('a refused request has its whole envelope stored', async () => {
    const { body } = await customer.call('/v3/no/such', { body: search() })
    await stored()
    const [id = ''] = await ids()
    expect((await browser.must(usage.getUsageAnswer, { id })).answer).toMatchObject({ http_status: 404, answer: body })
  })

  test('a failed call is compared with the last good answer of the same function, and of no other', async () => {
    await save({ share: 100 })
    const other = { body: [{ ...search()[0], keyword: 'another' }] }
    await customer.call('/v3/serp/bing/organic/live/advanced', other)
    site.clock.forward(5)
    await customer.call(LIVE, { body: [{ ...search()[0], keyword: 'first' }] })
    site.clock.forward(5)
    const last = await customer.call(LIVE, { body: search() })
    site.clock.forward(5)
    await customer.call(`/sandbox${LIVE}`, { body: search() })
    site.clock.forward(5)
    await customer.call(LIVE, { body: INVALID })
    await stored()
    const [id = ''] = await ids()
    const { good } = await browser.must(errors.getErrorAnswer, { id })
    expect(good?.answer).toEqual(last.body?.tasks?.[0])
  })

  test.each([
    [{ failed: true, share: 0 }, [false]],
    [{ failed: false, share: 100 }, [true]],
    [{ failed: false, share: 0 }, []],
    [{ failed: true, share: 100 }, [false, true]],
  ] as const)('the rule %o decides which answers are stored', async (rule, expected) => {
    await save(rule)
    await customer.call(LIVE, { body: INVALID })
    site.clock.forward(5)
    await customer.call(LIVE, { body: search() })
    expect((await stored()).map(({ is_good }) => is_good)).toEqual(expected)
  })

  test('a share is about so many of a hundred', async () => {
    await save({ failed: false, share: 25 })
    for (let n = 0; n < 160; n += 1) await customer.call(`/sandbox${LIVE}`, { body: search() })
    const { length } = await stored()
    expect(length).toBeGreaterThan(15)
    expect(length).toBeLessThan(75)
  })

  test('an answer is cut at the chosen size and stays readable, and secrets are concealed in it', async () => {
    await save({ max_kb: 16, share: 100 })
    const keywords = Array.from({ length: 900 }, (_, n) => `standing desk number ${n}`)
    const path = '/v3/keywords_data/google_ads/search_volume/live'
    const postback_url = 'https://example.com/done?token=abc'
    await customer.call(path, { body: [{ keywords, location_code: 2840, language_code: 'en' }] })
    site.clock.forward(5)
    await customer.call('/v3/serp/google/organic/task_post', { body: [{ ...INVALID[0], postback_url }] })
    const [large, refused] = await stored()
    expect(large.cut_at).toBeGreaterThan(15_000)
    expect(large.cut_at).toBeLessThan(17_000)
    expect(large.answer).toMatchObject({ status_code: CODE.ok, data: { keywords: expect.any(Array) } })
    expect(JSON.stringify(refused.answer)).not.toContain('token=abc')
  })

  test('a day stores no more than the operator allows', async () => {
    await save({ share: 100, max_kb: 1024 })
    const keywords = Array.from({ length: 1000 }, (_, n) => `${n} ${'x'.repeat(70)}`)
    const body = [{ keywords, location_code: 2840, language_code: 'en' }]
    for (let n = 0; n < 12; n += 1)
      await customer.call('/sandbox/v3/keywords_data/google_ads/search_volume/live', { body })
    const rows = await stored()
    expect(rows.length).toBeLessThan(12)
    const sizes = rows.map(({ answer }) => JSON.stringify(answer).length)
    const bytes = sizes.reduce((sum, one) => sum + one, 0)
    expect(bytes - Math.max(...sizes), 'the answer that reaches the bound is the last').toBeLessThan(1.4 * 1024 * 1024)
  })

  test('answers that wait beyond what the memory may hold are dropped, until those before them are written', async () => {
    const keeper = openAnswers(site.ctx, site.meter, 50)
    const given = { login_id: customer.login_id, api: 'serp', function: 'any', is_sandbox: false, is_good: false }
    const at = site.clock.now()
    const answer = { rule: DEFAULT_ANSWERS, http_status: 200, type: 'application/json', body: { text: 'x'.repeat(60) } }
    for (let round = 0; round < 2; round += 1) {
      for (let n = 0; n < 2; n += 1) keeper.keep({ id: newCallId(at), at, ...given, ...answer })
      await keeper.flush()
    }
    expect(await stored(), 'one of each round').toHaveLength(2)
  })

  test('answers are deleted when their days are over, when fewer days are chosen and when storing is switched off', async () => {
    await save({ share: 100, days: 3 })
    await customer.call(LIVE, { body: INVALID })
    site.clock.forward(5)
    await customer.call(LIVE, { body: search() })
    const before = await stored()
    expect(before.map(({ at, until }) => until - at)).toEqual([3 * DAY_MS, 3 * DAY_MS])
    await save({ share: 100, days: 1 })
    expect((await stored()).map(({ at, until }) => until - at)).toEqual([DAY_MS, DAY_MS])
    await save({ share: 0, days: 1 })
    expect((await stored()).map(({ is_good }) => is_good)).toEqual([false])
    await deleteExpired(site.ctx.db, new Date(before[0].at.getTime() + DAY_MS - 1))
    expect(await stored()).toHaveLength(1)
    await deleteExpired(site.ctx.db, new Date(before[0].at.getTime() + DAY_MS))
    expect(await stored()).toHaveLength(0)
  })

  test('more days than the operator stores, other values and outdated forms are refused', async () => {
    expect(await browser.call(settings.saveAnswers, { ...DEFAULT_ANSWERS, days: 30 })).toMatchObject({
      status: 400,
    })
    for (const wrong of [{ share: 33 }, { max_kb: 5000 }, { days: 0 }, { more: 1 }])
      expect(await browser.call(settings.saveAnswers, { ...DEFAULT_ANSWERS, ...wrong } as AnswerRule)).toMatchObject({
        status: 400,
      })
    await save({ share: 5 })
    const stale = { ...DEFAULT_ANSWERS, share: 10, seen: DEFAULT_ANSWERS } as const
    expect(await browser.call(settings.saveAnswers, stale)).toMatchObject({ body: { code: 'values_changed' } })
  })

  test('a call of another account has no answer', async () => {
    await customer.call(LIVE, { body: INVALID })
    await stored()
    const [id = ''] = await ids()
    const stranger = await openCustomer(site)
    const other = await site.signedIn(stranger.login)
    expect(await other.call(errors.getErrorAnswer, { id })).toMatchObject({ body: { code: 'not_allowed' } })
  })
})

test('an operator who stores no answers stores none, and no rule is shown', async () => {
  const off = await openTestApp({ settings: { KEEP_ANSWERS_DAYS: '0' } })
  const one = await openCustomer(off)
  await one.call(LIVE, { body: INVALID })
  await off.gateway.gate.answers.flush()
  expect((await off.database.pool.query('select from usage_answers')).rowCount).toBe(0)
  const page = await off.signedIn(one.login)
  expect((await page.must(settings.getSettings, {})).answers.rule).toBeNull()
  await closeBalanced(off)
})

test('where the operator stores answers for fewer days than a rule, the rule is shown and saved with theirs', async () => {
  const short = await openTestApp({ settings: { KEEP_ANSWERS_DAYS: '5' } })
  const one = await openCustomer(short)
  const page = await short.signedIn(one.login)
  const { rule, days_max } = (await page.must(settings.getSettings, {})).answers
  expect([rule, days_max]).toEqual([{ ...DEFAULT_ANSWERS, days: 3 }, 5])
  if (!rule) throw new Error('no rule')
  const saved = await page.must(settings.saveAnswers, { ...rule, share: 5, seen: rule })
  expect(saved.answers.rule).toEqual({ ...rule, share: 5 })
  await one.call(LIVE, { body: INVALID })
  await short.gateway.gate.answers.flush()
  const { rows } = await short.database.pool.query('select until - at as time from usage_answers')
  expect(rows).toMatchObject([{ time: { days: 3 } }])
  await closeBalanced(short)
})
