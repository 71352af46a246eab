import { billing } from '@portico/contract/billing.ts'
import { CODE } from '@portico/contract/codes.ts'
import { operator } from '@portico/contract/operator.ts'
import { Problem } from '@portico/contract/problem.ts'
import { usage } from '@portico/contract/usage.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { checkBooks, checkBooksSince } from '#ledger/books/index.ts'
import { balanceOf } from '#ledger/index.ts'
import { deriveRollups } from '#ledger/jobs/index.ts'
import { openTestApp, type TestApp } from '#testing/app.ts'
import { type Customer, LIVE, LIVE_MICROS, openCustomer, POST, search } from '#testing/gateway/customer.ts'
import { bookCalls, endCall, liveCall, type TestCall } from '#testing/usage/calls.ts'
import type { Given } from './command.ts'
import { withConfirmation } from './confirm-amount.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const by = 'test'
const reason = 'the answer was empty'
let site: TestApp
let customer: Customer

beforeAll(async () => {
  site = await openTestApp({ settings: { CONFIRM_ABOVE: '1000' } })
  customer = await openCustomer(site, { usd: 5 })
})
afterEach(async () => {
  expect((await checkBooksSince(site.ctx, undefined)).discrepancies).toEqual([])
})
afterAll(async () => {
  await deriveRollups(site.ctx)
  expect((await checkBooks(site.ctx)).discrepancies).toEqual([])
  await site.close()
})

type RefundInput = { amount_micros?: number; confirmed?: boolean; reason?: string }
const refund = (call: string, more: RefundInput = {}) =>
  site.operator(operator.refundCall, { call, reason, by, ...more })
const balance = () => balanceOf(site.ctx, customer.login_id)
const why = ({ body }: { body: object }) => Object.values('fields' in body ? (body.fields as object) : {})[0]

/** A call of this customer, booked by the real meter. */
async function booked(more: Partial<TestCall> = {}) {
  const { login_id, login } = customer
  const [call] = await bookCalls(site.ctx, [liveCall({ login_id, login, at: site.clock.now() }, more)])
  if (!call) throw new Error('no call was booked')
  return call
}

test('a call is refunded by its request id or task id, and the customer sees it in Usage and in the balance history', async () => {
  const first = await customer.call(LIVE, { body: search('one') })
  const second = await customer.call(LIVE, { body: search('two') })
  const [request_id, task_id] = [String(first.headers['x-request-id']), second.body?.tasks?.[0]?.id ?? '']
  const before = await balance()
  expect((await refund(request_id)).body).toMatchObject({ login: customer.login, amount_micros: LIVE_MICROS })
  expect((await refund(task_id, { amount_micros: 500 })).body).toMatchObject({ task_id, amount_micros: 500 })
  expect(await balance()).toBe(before + LIVE_MICROS + 500)

  const browser = await site.signedIn(customer.login)
  const detail = await browser.must(usage.getUsageTask, { scope: 'api', id: request_id })
  expect(detail.cost_lines.at(-1)).toEqual({ kind: 'charged', amount_micros: 0 })
  expect(detail.cost_lines).toContainEqual({ kind: 'given_back', amount_micros: -LIVE_MICROS })
  const day = site.clock.now().toISOString().slice(0, 10)
  const { lines } = await browser.must(billing.getHistory, { from: day, to: day })
  const given = lines.filter(({ kind }) => kind === 'call_refund')
  expect(given.map(({ amount_micros }) => amount_micros).sort()).toEqual([LIVE_MICROS, 500].sort())
  expect(given.some(({ about }) => about.endsWith(task_id))).toBe(true)
  // The reason is for the operator and the log only.
  expect(JSON.stringify(lines)).not.toContain(reason)
  const { body } = await site.operator(operator.listAudit, { email: customer.login, limit: '10' })
  const rows = 'rows' in body ? body.rows.filter(({ action }) => action === 'call_refunded') : []
  expect(rows).toHaveLength(2)
  expect(rows[0]).toMatchObject({ actor: 'operator:test', detail: { amount_micros: 500, reference: task_id, reason } })
})

test('no call is refunded twice, or by more than it cost, and then nothing is booked', async () => {
  const call = await booked({ cost_micros: 600 })
  const before = await balance()
  expect(why(await refund(call.id, { amount_micros: 601 }))).toContain('more than the $0.000600')
  expect((await refund(call.id, { amount_micros: 100 })).status).toBe(200)
  for (const more of [{}, { amount_micros: 1 }, { amount_micros: 500 }])
    expect(why(await refund(call.id, more))).toContain('was refunded already')
  expect(await balance()).toBe(before + 100)
})

test('of twenty concurrent refunds of one call one is booked', async () => {
  const call = await booked({ cost_micros: 900 })
  const before = await balance()
  const answers = await Promise.all(Array.from({ length: 20 }, () => refund(call.id)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await balance()).toBe(before + 900)
})

test('a task is refunded after its end, and by no more than it cost then', async () => {
  const queued = await booked({ method: 'task', status_code: CODE.taskCreated, cost_micros: 800 })
  expect(why(await refund(queued.id))).toContain('has not ended yet')
  await endCall(site.ctx, queued, { status_code: CODE.ok, results: 3, refunded_micros: 300, queue_ms: 5, run_ms: 5 })
  expect(why(await refund(queued.id, { amount_micros: 501 }))).toContain('more than the $0.000500')
  expect((await refund(queued.id)).body).toMatchObject({ amount_micros: 500 })
  const browser = await site.signedIn(customer.login)
  expect((await browser.must(usage.getUsageTask, { id: queued.id })).cost_lines).toMatchObject([
    { kind: 'reserved', amount_micros: 800 },
    { kind: 'given_back', amount_micros: -800 },
    { kind: 'charged', amount_micros: 0 },
  ])
  const failed = await booked({ method: 'task', status_code: CODE.taskCreated, cost_micros: 800 })
  await endCall(site.ctx, failed, {
    status_code: CODE.invalidField,
    results: 0,
    refunded_micros: 800,
    queue_ms: 5,
    run_ms: 5,
  })
  expect(why(await refund(failed.id))).toContain('given back when it failed')
})

test('an old call is refunded, and the totals of its own day follow', async () => {
  const call = await booked({ cost_micros: 700 })
  await deriveRollups(site.ctx)
  site.clock.forward(40 * DAY_MS)
  expect((await refund(call.id)).status).toBe(200)
})

test('a refund of a request with several tasks must name one', async () => {
  const { body, headers } = await customer.call(POST, { body: [...search('a'), ...search('b')] })
  const ids = body?.tasks?.map(({ id }) => id) ?? []
  expect(ids).toHaveLength(2)
  const refused = why(await refund(String(headers['x-request-id'])))
  for (const id of ids) expect(refused).toContain(id)
})

test.each([
  ['0302-1000', 'must be the id'],
  ["'; drop table users", 'must be the id'],
  ['x'.repeat(10_000), expect.anything()],
  ['03021000-0000-0000-0000-000000000000', 'is no task or request'],
  ['01a1e2fc-0000-7000-8000-000000000000', 'is no task or request'],
  ['ffffffff-ffff-7fff-bfff-ffffffffffff', 'is no task or request'],
])('an id that is no charged call is refused with a reason (%#)', async (call, text) => {
  const answer = await refund(call)
  expect(answer.status).toBe(400)
  expect(why(answer)).toEqual(typeof text === 'string' ? expect.stringContaining(text) : text)
})

test.each([0, -1, 0.5, Number.MAX_SAFE_INTEGER])('a refund of %d is refused', async (amount_micros) => {
  const call = await booked()
  expect((await refund(call.id, { amount_micros })).status).toBe(400)
})

test('a refund that was tampered with is found by the check of the books', async () => {
  const call = await booked({ cost_micros: 600 })
  await refund(call.id, { amount_micros: 200 })
  const { owner } = site.database
  const stored = await owner.query('select amount_micros from usage_refunds where id = $1', [call.id])
  await expect(owner.query('delete from usage_refunds')).rejects.toThrow('append-only')
  await owner.query('alter table usage_refunds disable trigger user')
  for (const [amount, text] of [
    [201, `call ${call.id}: 201 was refunded`],
    [601, `call ${call.id}: 601 was refunded`],
  ] as const) {
    await owner.query('update usage_refunds set amount_micros = $2 where id = $1', [call.id, amount])
    const { discrepancies } = await checkBooks(site.ctx)
    expect(discrepancies.some((line) => line.startsWith(text))).toBe(true)
  }
  await owner.query('update usage_refunds set amount_micros = $2 where id = $1', [
    call.id,
    stored.rows[0].amount_micros,
  ])
  await owner.query('alter table usage_refunds enable trigger user')
})

test('a refund above the setting needs a confirmation', async () => {
  const call = await booked({ cost_micros: 1_000_000_001 })
  const before = await balance()
  expect(await refund(call.id)).toMatchObject({ status: 400, body: { fields: { confirmed: expect.anything() } } })
  expect(await balance()).toBe(before)
  expect((await refund(call.id, { confirmed: true })).status).toBe(200)
  const smaller = await booked({ cost_micros: 1_000_000_000 })
  expect((await refund(smaller.id)).status).toBe(200)
})

test('a large amount needs confirmation on a terminal, and --yes without one', async () => {
  const given = (options: Record<string, string> = {}): Given => ({ words: [], options, json: false })
  const needs = async ({ options }: Given) => {
    if (options.yes === undefined) throw new Problem('invalid_input', { fields: { confirmed: '$5 is more than $1' } })
    return 'booked'
  }
  await expect(withConfirmation(given(), needs, undefined)).rejects.toThrow('$5 is more than $1. Say --yes')
  expect(await withConfirmation(given({ yes: 'yes' }), needs, undefined)).toBe('booked')
  expect(await withConfirmation(given(), needs, async () => ' YES \n')).toBe('booked')
  for (const answer of ['', 'y', 'no', 'yes please'])
    await expect(withConfirmation(given(), needs, async () => answer)).rejects.toThrow('Nothing was booked.')
  const action = { done: 'closed', doing: 'close it' }
  await expect(withConfirmation(given(), needs, undefined, action)).rejects.toThrow(
    'Nothing was closed: $5 is more than $1. Say --yes to close it.',
  )
  const other = async () => {
    throw new Problem('unknown_login')
  }
  await expect(withConfirmation(given(), other, undefined)).rejects.toThrow('API login not found.')
})
