import { CODE } from '@portico/contract/codes.ts'
import { errors } from '@portico/contract/errors.ts'
import { users } from '@portico/contract/users.ts'
import { beforeAll, expect, test, vi } from 'vitest'
import { addMember } from '#team/members.ts'
import type { TestApp } from '#testing/app.ts'
import { openCustomer, POST, search } from '#testing/gateway/customer.ts'
import { sharedApp } from '#testing/shared-app.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const TODAY = { from: '2026-03-02', to: '2026-03-02', kind: 'webhook' as const }
const app = sharedApp({
  settings: { WEBHOOK_ALLOW_PRIVATE: 'on' },
})
let browser: ReturnType<TestApp['browser']>
let ids: string[]
let owner_id: number

/** A customer with two finished tasks, whose server cannot be reached. */
async function openUnlucky(site: TestApp) {
  const customer = await openCustomer(site)
  for (const keyword of ['desk', 'chair']) {
    const [task] = search(keyword)
    await customer.call(POST, { body: [{ ...task, pingback_url: 'http://127.0.0.1:9/hook?secret=1' }] })
  }
  site.clock.forward(60_000)
  await site.gateway.runDueTasks()
  await site.gateway.runDueWebhooks()
  return customer
}

const waiting = async () => {
  const { rows } = await app.database.pool.query(
    'select from gateway_webhooks where sent_at is null and failed_at is null',
  )
  return rows.length
}

beforeAll(async () => {
  const ann = await openUnlucky(app)
  owner_id = ann.user_id
  browser = await app.signedIn(ann.login)
  ids = (await browser.must(errors.getErrorRows, TODAY)).rows.map(({ id }) => id)
})

test('an undelivered webhook is listed among the webhooks, not the requests, without the secrets in its address', async () => {
  expect(ids.length).toBe(2)
  expect((await browser.must(errors.getErrorRows, { ...TODAY, kind: 'request' })).total).toBe(0)
  const found = await browser.must(errors.getError, { id: ids[0] ?? '' })
  expect(found).toMatchObject({ kind: 'webhook', function: 'serp/google/organic', request: null, request_id: null })
  expect(found.task_id).not.toBeNull()
  expect(JSON.stringify(found)).not.toContain('secret')
})

test('SEC-H4 webhooks are resent once per task, free of charge', async () => {
  expect((await browser.must(errors.getErrorChoices, TODAY)).role).toBe('owner')
  const before = await waiting()
  expect(await browser.must(errors.resendWebhooks, { ids: [...ids, ...ids] })).toEqual({
    sent: 2,
    waiting: 0,
    refused: 0,
  })
  expect(await waiting(), 'those that waited for their next try were brought forward').toBe(before)
  expect(await browser.must(errors.resendWebhooks, { ids })).toEqual({ sent: 0, waiting: 2, refused: 0 })
  const { rows } = await app.database.pool.query("select from ledger_transactions where memo like '%webhook%'")
  expect(rows.length).toBe(0)
})

test('webhooks of another account are not resent, not even by its viewer from an account of their own', async () => {
  const bob = await openUnlucky(app)
  const other = await app.signedIn(bob.login)
  const before = await waiting()
  expect(await other.must(errors.resendWebhooks, { ids })).toEqual({ sent: 0, waiting: 0, refused: 0 })
  await addMember(app.ctx, { owner_id, user_id: bob.user_id, role: 'viewer', cap_micros: null })
  await other.must(users.setActiveApiUser, { login: bob.login })
  expect((await other.must(errors.getError, { id: ids[0] ?? '' })).id, 'which they may read').toBe(ids[0])
  expect(await other.must(errors.resendWebhooks, { ids })).toEqual({ sent: 0, waiting: 0, refused: 0 })
  expect(await waiting()).toBe(before)
})

test('a resend by a member is logged in the account of the team', async () => {
  const { user_id: team_id, login } = await openUnlucky(app)
  const { id } = await app.addUser({ email: 'member@example.com' })
  await addMember(app.ctx, { owner_id: team_id, user_id: id, role: 'developer', cap_micros: null })
  const member = await app.signedIn('member@example.com')
  await member.must(users.setActiveApiUser, { login })
  const missed = (await member.must(errors.getErrorRows, TODAY)).rows.map((row) => row.id)
  expect((await member.must(errors.resendWebhooks, { ids: missed })).sent).toBe(2)
  const { rows } = await app.database.pool.query(
    "select user_id, actor from audit_log where action = 'webhooks_resent' order by id desc limit 1",
  )
  expect(rows).toEqual([{ user_id: team_id, actor: `user:${id}` }])
})

test('a resend of more than a hundred webhooks, or of none, is refused', async () => {
  const many = Array.from({ length: 101 }, () => ids[0] ?? '')
  for (const wrong of [many, []]) expect((await browser.call(errors.resendWebhooks, { ids: wrong })).status).toBe(400)
})

test('SEC-H4 resends are limited to thirty in ten minutes, on the screen and by the data API together', async () => {
  const [error] = (await browser.must(errors.getErrorRows, TODAY)).rows
  const customer = await openUnlucky(app)
  const own = await app.signedIn(customer.login)
  const mine = (await own.must(errors.getErrorRows, TODAY)).rows
  const one = { ids: [mine[0]?.id ?? ''] }
  for (let n = 0; n < 15; n += 1) expect((await own.call(errors.resendWebhooks, one)).status).toBe(200)
  const body = [{ id: mine[0]?.task_id ?? '' }]
  for (let n = 0; n < 15; n += 1)
    expect((await customer.codes('/v3/appendix/webhook_resend', { body }))[1]).toBe(CODE.ok)
  expect((await own.call(errors.resendWebhooks, one)).status).toBe(429)
  expect((await customer.codes('/v3/appendix/webhook_resend', { body }))[1]).toBe(CODE.rateLimit)
  expect((await browser.call(errors.resendWebhooks, { ids: [error?.id ?? ''] })).status, 'another login').toBe(200)
})
