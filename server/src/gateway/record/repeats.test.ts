import { CODE } from '@portico/contract/codes.ts'
import { dashboard } from '@portico/contract/dashboard.ts'
import { errors } from '@portico/contract/errors.ts'
import { MINUTE_MS } from '@portico/contract/time.ts'
import { usage } from '@portico/contract/usage.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { deriveRollups } from '#ledger/jobs/index.ts'
import { openTestApp, type TestApp } from '#testing/app.ts'
import { closeBalanced } from '#testing/close-balanced.ts'
import { type Customer, LIVE, openCustomer, search } from '#testing/gateway/customer.ts'
import { openRepeats } from './repeats.ts'

let site: TestApp
let customer: Customer
let browser: ReturnType<TestApp['browser']>

beforeAll(async () => {
  site = await openTestApp()
})
afterAll(() => closeBalanced(site))
beforeEach(async () => {
  customer = await openCustomer(site)
  browser = site.browser()
  await browser.signIn(customer.login)
})

const TODAY = { from: '2026-03-02', to: '2026-03-02' }
const WRONG = '/v3/serp/goggle/organic/live/advanced'

test('errors of a program that repeats a wrong path as fast as it can are counted one by one on every screen', async () => {
  for (const times of [9, 8]) {
    for (let n = 0; n < times; n += 1) await customer.call(WRONG, { body: search() })
    await site.gateway.gate.repeats.close()
  }
  for (let n = 0; n < 3; n += 1) await customer.call('/v3/serp/google/organic/live/advanced', { method: 'DELETE' })
  expect(await customer.codes(LIVE, { body: search() })).toEqual([200, CODE.ok, CODE.ok])
  await site.gateway.gate.repeats.close()
  for (const isDerived of [false, true]) {
    if (isDerived) await deriveRollups(site.ctx)
    const { groups, total } = await browser.must(errors.getErrorGroups, TODAY)
    expect(groups.map(({ code, count }) => [code, count])).toEqual([
      [CODE.notFound, 17],
      [CODE.invalidPath, 3],
    ])
    expect(total).toBe(20)
    expect(groups[0]).toMatchObject({ path: WRONG, http_method: 'POST' })
    const list = await browser.must(errors.getErrorRows, TODAY)
    expect(list.calls).toBe(20)
    expect(list.total, 'few of them have a row').toBeLessThan(10)
    expect(list.rows.reduce((sum, { count }) => sum + count, 0)).toBe(20)
    const { layers } = await browser.must(errors.getErrorHistogram, TODAY)
    expect(layers.flatMap(({ values }) => values).reduce((sum, one) => sum + one, 0)).toBe(20)
    const { totals } = await browser.must(usage.getUsageSummary, TODAY)
    expect(totals).toMatchObject({ requests: 21, calls: 21, tasks: 1, errors: 20 })
    const byTag = await browser.must(usage.getUsageSummary, { ...TODAY, group: 'tag' })
    expect(byTag.groups[0]).toMatchObject({ requests: 21, errors: 20 })
    expect(
      (await browser.must(usage.getUsageSummary, { ...TODAY, status: String(CODE.notFound) })).totals.requests,
    ).toBe(17)
  }
  expect((await browser.must(dashboard.getToday, {})).errors).toBe(20)
})

test('an error shows the method as it was sent, whatever the catalogue has at its path', async () => {
  const sent = [
    ['POST', WRONG],
    ['DELETE', '/v3/serp/google/organic/live/advanced'],
    ['PUT', '/v3/no/such'],
    ['GET', '/v3/serp/google/nothing'],
  ] as const
  for (const [method, path] of sent) await customer.call(path, { method, ...(method === 'POST' && { body: search() }) })
  await site.gateway.gate.repeats.close()
  const { rows } = await browser.must(errors.getErrorRows, { ...TODAY, order: 'oldest' })
  const shown = []
  for (const { id } of rows) {
    const { http_method, path } = await browser.must(errors.getError, { id })
    expect((await browser.must(usage.getUsageTask, { id })).http_method).toBe(http_method)
    shown.push([http_method, path])
  }
  expect(shown.toSorted()).toEqual([...sent].map((one) => [...one]).toSorted())
})

test('wrong API passwords count one by one', async () => {
  const wrong = `Basic ${Buffer.from(`${customer.login}:wrong`).toString('base64')}`
  for (let n = 0; n < 7; n += 1) await customer.call(LIVE, { body: search(), headers: { authorization: wrong } })
  // The heartbeat of the gateway may have written the first of them, or be writing some at this moment.
  site.clock.forward(MINUTE_MS)
  await site.gateway.gate.wrongPasswords.record()
  await expect.poll(async () => (await browser.must(errors.getErrorGroups, TODAY)).total).toBe(7)
})

test('a kind that does not come again is written as soon as its second is over', async () => {
  const rows: number[] = []
  let now_ms = 0
  const repeats = openRepeats(site.ctx, () => now_ms)
  const write = async (more: number) => rows.push(1 + more)
  for (let n = 0; n < 5; n += 1) await repeats.record('one', 40, write)
  await repeats.record('another', 40, write)
  expect(rows).toEqual([1, 1])
  expect(await repeats.flush()).toBe(0)
  now_ms = 40
  expect(await repeats.flush()).toBe(1)
  expect(rows).toEqual([1, 1, 4])
  await repeats.close()
  expect(rows).toEqual([1, 1, 4])
})

test('a row that cannot be written is logged and stops no other', async () => {
  const rows: number[] = []
  const repeats = openRepeats(site.ctx)
  const broken = async (more: number) => {
    if (more > 0) throw new Error('no database')
    return undefined
  }
  for (let n = 0; n < 3; n += 1) await repeats.record('broken', 1000, broken)
  for (let n = 0; n < 3; n += 1) await repeats.record('good', 1000, async (more) => rows.push(1 + more))
  await repeats.close()
  expect(rows).toEqual([1, 2])
})

test('rows of a database that hangs are written together, and no second time while they wait', async () => {
  const begun: string[] = []
  const hung = Promise.withResolvers<undefined>()
  let now_ms = 0
  const repeats = openRepeats(site.ctx, () => now_ms)
  const again = (name: string) =>
    repeats.record(name, 40, (more) => {
      if (more === 0) return Promise.resolve()
      begun.push(`${name} ${more}`)
      return hung.promise
    })
  for (const name of ['one', 'two', 'two', 'one', 'one', 'two']) await again(name)
  now_ms = 40
  const first = repeats.flush()
  expect(begun).toEqual(['one 1', 'two 1'])
  for (const name of ['one', 'one']) await again(name)
  now_ms = 80
  const second = repeats.flush()
  expect(begun).toHaveLength(2)
  hung.resolve(undefined)
  expect(await Promise.all([first, second])).toEqual([2, 2])
  await repeats.close()
  expect(begun).toEqual(['one 1', 'two 1', 'one 1'])
})
