import { CODE } from '@portico/contract/codes.ts'
import type { Output } from '@portico/contract/endpoint.ts'
import { operator } from '@portico/contract/operator.ts'
import { NEED_KINDS, NEEDS } from '@portico/contract/operator-today.ts'
import { STAFF_ROLES, type StaffRole, staffMay } from '@portico/contract/staff-permissions.ts'
import { monthStart, utcDay } from '@portico/contract/time.ts'
import { usage } from '@portico/contract/usage.ts'
import { beforeAll, expect, test, vi } from 'vitest'
import type { TestApp } from '#testing/app.ts'
import { type Customer, openCustomer } from '#testing/gateway/customer.ts'
import { sharedApp } from '#testing/shared-app.ts'
import { bookCalls, endCall, liveCall, type TestCall } from '#testing/usage/calls.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const HOUR_MS = 3_600_000
const WEEK_MS = 7 * 24 * HOUR_MS
type Today = Output<typeof operator.today>
const app = sharedApp()
let ann: Customer
let bob: Customer
let zoe: Customer
const staff = {} as Record<StaffRole, ReturnType<TestApp['browser']>>

/** Calls of one customer at a distance from now, by the real meter. */
async function calls({ login_id, login }: Customer, ago_ms: number, count: number, more: Partial<TestCall> = {}) {
  const at = new Date(app.clock.now().getTime() - ago_ms)
  return bookCalls(
    app.ctx,
    Array.from({ length: count }, () => liveCall({ login_id, login, at }, more)),
  )
}
const query = (text: string, values: unknown[] = []) => app.database.owner.query(text, values)
const today = async (role: StaffRole = 'admin'): Promise<Today> => staff[role].must(operator.today, {})
const needsOf = async (role: StaffRole = 'admin') =>
  Object.fromEntries((await today(role)).needs.map((need) => [need.kind, need]))

beforeAll(async () => {
  ann = await openCustomer(app, { usd: 50 })
  bob = await openCustomer(app, { usd: 20 })
  const early = await openCustomer(app, { usd: 3 })
  app.clock.forward(WEEK_MS + 2 * HOUR_MS)
  zoe = await openCustomer(app, { usd: 1 })
  for (const role of STAFF_ROLES)
    staff[role] = await (await app.addStaff({ email: `${role}@staff.example`, role })).signedIn()
  // Last week before this time, and after it, which must not count.
  await calls(ann, WEEK_MS + 60_000, 3, { cost_micros: 1_000 })
  await calls(early, WEEK_MS + 120_000, 1, { cost_micros: 90 })
  await calls(bob, WEEK_MS - HOUR_MS, 5, { cost_micros: 7_777 })
  // Today: two customers who pay, one who only fails, one in the sandbox.
  await calls(ann, 2 * HOUR_MS, 4, { cost_micros: 600 })
  await calls(bob, 60_000, 7, { cost_micros: 250, api: 'backlinks', function: 'summary' })
  await calls(zoe, 60_000, 2, { cost_micros: 0, status_code: CODE.balanceEmpty, has_task: false, results: 0 })
  await calls(zoe, 60_000, 3, { cost_micros: 0, is_sandbox: true })
})

test('revenue of today is that of the revenue command, also after a task that failed and a refund; last week ends at this time of day', async () => {
  const [task] = await calls(ann, 3 * HOUR_MS, 1, { method: 'task', status_code: CODE.taskCreated, cost_micros: 5_000 })
  const [late] = await calls(bob, HOUR_MS, 1, { cost_micros: 900 })
  if (!task || !late) throw new Error('nothing was booked')
  await endCall(app.ctx, task, {
    status_code: CODE.internalError,
    results: 0,
    refunded_micros: 5_000,
    queue_ms: 1,
    run_ms: 1,
  })
  await app.operator(operator.refundCall, { call: late.id, reason: 'an empty page', amount_micros: 400, by: 'test' })
  const day = app.clock.now().toISOString().slice(0, 10)
  const { body } = await app.operator(operator.revenue, { from: day, to: day, by: 'customer' })
  if (!('totals' in body)) throw new Error('no revenue')
  const { revenue_micros, active_customers } = await today()
  expect(revenue_micros).toEqual({ today: -body.totals.usage_micros, before: 3_090 })
  expect(revenue_micros?.today).toBe(4 * 600 + 7 * 250 + 5_000 + 900)
  expect(active_customers).toEqual({
    today: body.rows.filter(({ usage_micros }) => usage_micros < 0).length,
    before: 2,
  })
})

test('revenue of the month is the sum of its days, of closed ones and open ones, and of those that an earlier version closed', async () => {
  const now = app.clock.now()
  const [start, before] = [monthStart(now), monthStart(now, -1)]
  const span = { from: utcDay(start), to: utcDay(now) }
  const last = { from: utcDay(before), to: utcDay(new Date(start.getTime() - 1)) }
  // Days of the last month: with a failed task, and with a refund that belongs to a later day.
  const [task, call] = await calls(bob, now.getTime() - start.getTime() + 5 * 24 * HOUR_MS, 2, { cost_micros: 3_000 })
  await calls(ann, now.getTime() - start.getTime() + 9 * 24 * HOUR_MS, 3, { cost_micros: 70 })
  if (!task || !call) throw new Error('nothing was booked')
  await endCall(app.ctx, task, {
    status_code: CODE.internalError,
    results: 0,
    refunded_micros: 3_000,
    queue_ms: 1,
    run_ms: 1,
  })
  await app.operator(operator.refundCall, { call: call.id, reason: 'an empty page', amount_micros: 900, by: 'test' })
  const usageOf = async (days: { from: string; to: string }) => {
    const { body } = await app.operator(operator.revenue, { ...days, by: 'day' })
    return 'totals' in body ? -body.totals.usage_micros : undefined
  }
  const month = { micros: await usageOf(span), before_micros: await usageOf(last) }
  expect(month.before_micros).toBe(3_000 + 3_000 + 3 * 70)
  expect((await today()).month).toEqual(month)
  // The books close by the clock of the database, long after the clock of the test.
  await query(
    `insert into book_checkpoints (day, transactions, calls, usage_micros, checked_at)
      select d, 0, 0, null, now() from generate_series($1::date, $2::date, interval '1 day') d`,
    [last.from, last.to],
  )
  expect((await today()).month, 'closed by an earlier version').toEqual(month)
  await query(`update book_checkpoints set usage_micros = 5 where day = $1`, [last.from])
  expect((await today()).month, 'the sum of a closed day is read').toEqual({
    ...month,
    before_micros: (month.before_micros ?? 0) + 5,
  })
  await query('delete from book_checkpoints')
})

test('the rate and the errors of the last minutes are those that customers see, without the sandbox', async () => {
  const { calls: rate } = await today()
  const day = app.clock.now().toISOString().slice(0, 10)
  let errors = 0
  for (const { login } of [ann, bob, zoe]) {
    const browser = await app.signedIn(login)
    const summary = await browser.must(usage.getUsageSummary, { from: day, to: day })
    errors += summary.totals.errors
  }
  expect(rate).toEqual({ seconds: 300, calls: 9, errors: 2 })
  // The failed task of the morning is an error of today, and none of the last minutes.
  expect(errors).toBe(3)
})

test('new customers of today are compared with those of last week until the same time, and staff are none', async () => {
  expect((await today()).new_customers).toEqual({ today: 1, before: 3 })
  const now_ms = app.clock.now().getTime()
  const midnight_ms = Date.parse(utcDay(app.clock.now()))
  const moments: [at_ms: number, today: number, before: number][] = [
    [midnight_ms - 1, 0, 0],
    [midnight_ms, 1, 0],
    [now_ms, 1, 0],
    [midnight_ms - WEEK_MS - 1, 0, 0],
    [midnight_ms - WEEK_MS, 0, 1],
    [now_ms - WEEK_MS, 0, 1],
    [now_ms - WEEK_MS + 1, 0, 0],
  ]
  let expected = { today: 1, before: 3 }
  for (const [at, [at_ms, more_today, more_before]] of moments.entries()) {
    // A sign-up that is not confirmed counts like any other.
    const { id } = await app.addUser({ email: `new${at}@example.com` })
    await query('update users set created_at = $1, verified_at = null where id = $2', [new Date(at_ms), id])
    expected = { today: expected.today + more_today, before: expected.before + more_before }
    expect((await today()).new_customers, new Date(at_ms).toISOString()).toEqual(expected)
  }
})

test('nothing needs anyone in a healthy installation', async () => {
  expect((await today()).needs).toEqual([])
})

/** A payment of a customer in a state, so many hours ago. */
const order = (customer: Customer, reference: string, hours: number, more: Record<string, unknown> = {}) => {
  const at = new Date(app.clock.now().getTime() - hours * HOUR_MS)
  const row: Record<string, unknown> = {
    id: crypto.randomUUID(),
    reference,
    owner_id: customer.user_id,
    login_id: customer.login_id,
    processor: 'test',
    purpose: 'top_up',
    amount_micros: 10_000_000,
    created_at: at,
    changed_at: at,
    origin: 'http://x',
    ...more,
  }
  const names = Object.keys(row)
  return query(
    `insert into payment_orders (${names.join(', ')}) values (${names.map((_, at) => `$${at + 1}`).join(', ')})`,
    Object.values(row),
  )
}

test('a paid order without an invoice is shown at once, and one of an earlier time within ten minutes', async () => {
  expect((await needsOf()).documents).toBeUndefined()
  await order(ann, 'P-EARLIER', 3, { state: 'paid', paid_at: new Date(app.clock.now().getTime() - 2 * HOUR_MS) })
  await order(bob, 'P-NEW', 1, { state: 'paid', paid_at: app.clock.now() })
  expect((await needsOf()).documents).toMatchObject({ count: 1, items: [{ label: 'P-NEW' }] })
  app.clock.forward(600_000)
  expect((await needsOf()).documents?.items.map(({ label }) => label)).toEqual(['P-EARLIER', 'P-NEW'])
  await query(`delete from payment_orders where reference in ('P-EARLIER', 'P-NEW')`)
})

test('what needs a person is listed with its count, the age of the oldest and whose page it is on', async () => {
  const paid_at = new Date(app.clock.now().getTime() - HOUR_MS)
  await order(ann, 'P-HELD-1', 5, { quarantine: 'the currency is usd, not eur' })
  await order(bob, 'P-HELD-2', 9, { quarantine: 'paid twice' })
  for (const number of [1, 2, 3, 4, 5, 6, 7])
    await order(zoe, `P-WIRE-${number}`, number, { processor: 'wire', state: 'open' })
  await order(ann, 'P-WIRE-DONE', 30, { processor: 'wire', state: 'canceled' })
  await order(bob, 'P-DISPUTE', 2, { dispute: 'open', state: 'failed' })
  await order(ann, 'P-NO-INVOICE', 4, { state: 'paid', paid_at })
  const now = app.clock.now()
  const key = (name: string, days: number, more = {}) =>
    query(
      `insert into agent_logins (login_id, user_id, name, mac, is_live, created_at, expires_at, kind, revoked_at, prefix)
        values ($1, $2, $3, $4, true, $5, $6, 'key', $7, 'prt_test')`,
      [
        bob.login_id,
        bob.user_id,
        name,
        Buffer.from(name),
        now,
        new Date(now.getTime() + days * 24 * HOUR_MS),
        'revoked' in more ? now : null,
      ],
    )
  await key('ends soon', 3)
  await key('ends later', 6)
  await key('far away', 40)
  await key('over', -1)
  await key('revoked', 2, { revoked: true })
  await query(
    `insert into outbox (message_id, to_address, template, language, brand, data, created_at, next_try_at, failed_at)
      values ('<a@x>', 'x@example.com', 'welcome', 'en', '{}', '{}', $1, $1, $1), ('<b@x>', 'y@example.com', 'welcome', 'en', '{}', '{}', $2, $2, $2)`,
    [new Date(now.getTime() - HOUR_MS), new Date(now.getTime() - 49 * HOUR_MS)],
  )
  await query(
    `insert into outbox (message_id, to_address, template, language, brand, data, created_at, next_try_at, failed_at, bounced_at, bounce)
      select '<' || n || '@y>', case when n = 1 then $1 else 'gone@firm.example' end, 'invoice', 'en', '{}', '{}', t, t, t, t, '550 5.1.1 gone'
        from generate_series(1, 3) n, lateral (select $2::timestamptz - n * interval '72 hours' as t) w`,
    [ann.login.toUpperCase(), now],
  )
  const approval = (reason: string, hours: number, decided = false) =>
    query(
      `insert into approvals (id, action, input, amount_micros, owner_id, reason, requested_by, requested_at, expires_at,
          decision, decided_by, decided_at)
        values (gen_random_uuid(), 'credit', $1, 900, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        JSON.stringify({ reason }),
        zoe.user_id,
        reason,
        ann.user_id,
        new Date(now.getTime() - hours * HOUR_MS),
        new Date(now.getTime() + (24 - hours) * HOUR_MS),
        decided ? 'rejected' : null,
        decided ? bob.user_id : null,
        decided ? now : null,
      ],
    )
  await approval('an outage', 3)
  await approval('a longer outage', 7)
  await approval('forgotten', 25)
  await approval('refused', 2, true)
  const needs = await needsOf()
  expect(needs.payments_held).toMatchObject({
    count: 2,
    items: [
      { label: 'P-HELD-2', customer_id: bob.user_id },
      { label: 'P-HELD-1', customer_id: ann.user_id },
    ],
  })
  expect(needs.payments_held?.at).toBe(new Date(now.getTime() - 9 * HOUR_MS).toISOString())
  expect(needs.approvals).toMatchObject({
    count: 2,
    items: [
      { label: expect.stringMatching(/: a longer outage$/), customer_id: zoe.user_id },
      { label: expect.stringMatching(/: an outage$/), customer_id: zoe.user_id },
    ],
  })
  expect(needs.wires).toMatchObject({ count: 7 })
  expect(needs.wires?.items.map(({ label }) => label)).toEqual([
    'P-WIRE-7',
    'P-WIRE-6',
    'P-WIRE-5',
    'P-WIRE-4',
    'P-WIRE-3',
  ])
  expect(needs.disputes).toMatchObject({ count: 1, items: [{ label: 'P-DISPUTE' }] })
  expect(needs.documents).toMatchObject({ count: 1, items: [{ label: 'P-NO-INVOICE', customer_id: ann.user_id }] })
  expect(needs.keys).toMatchObject({ count: 2, items: [{ label: 'ends soon' }, { label: 'ends later' }] })
  expect(needs.mails).toMatchObject({ count: 1, items: [{ label: 'welcome' }] })
  expect(needs.bounces, 'of a week, apart from mails given up').toMatchObject({
    count: 2,
    items: [
      { label: 'gone@firm.example', note: '550 5.1.1 gone', customer_id: null },
      { label: ann.login.toUpperCase(), note: '550 5.1.1 gone', customer_id: ann.user_id },
    ],
  })
  // The other commands of the operator show the same.
  const { body } = await app.operator(operator.listPayments, { limit: '100' })
  const listed = 'payments' in body ? body.payments : []
  expect(needs.payments_held?.count).toBe(listed.filter(({ quarantine }) => quarantine !== null).length)
  expect(needs.wires?.count).toBe(
    listed.filter(({ processor, status }) => processor === 'wire' && status === 'open').length,
  )
  const { body: state } = await app.operator(operator.queues, {})
  expect(needs.mails?.count).toBe('queues' in state ? state.queues.find(({ queue }) => queue === 'mail')?.failed : -1)
})

test('each role sees its own part and nothing of another', async () => {
  const all = (await today('admin')).needs.map(({ kind }) => kind)
  expect(all.length).toBe(8)
  for (const role of STAFF_ROLES) {
    const { needs, ...day } = await today(role)
    expect(
      needs.map(({ kind }) => kind),
      role,
    ).toEqual(all.filter((kind) => staffMay(role, kind === 'approvals' ? 'see_money' : NEEDS[kind])))
    expect(day.revenue_micros !== null, role).toBe(staffMay(role, 'see_money'))
    expect(day.month !== null, role).toBe(staffMay(role, 'see_money'))
    expect(day.new_customers !== null && day.active_customers !== null, role).toBe(staffMay(role, 'see_customers'))
  }
  expect((await today('content')).needs.every(({ kind }) => kind === 'mails' || kind === 'queues')).toBe(true)
  expect(NEED_KINDS.length).toBe(14)
})

test('payments that need a person are read along their index among thousands of others', async () => {
  await query(`
    insert into payment_orders (id, reference, owner_id, login_id, processor, purpose, amount_micros, state, created_at, changed_at, paid_at, origin)
      select gen_random_uuid(), 'P-CROWD-' || n, ${ann.user_id}, ${ann.login_id}, 'test', 'top_up', 1000000, 'failed', now(), now(), null, 'http://x'
        from generate_series(1, 5000) n`)
  await query('analyze payment_orders')
  const { rows } = await query(
    `explain select reference from payment_orders where processor = 'wire' and state in ('created', 'open', 'processing') order by created_at, id limit 5`,
  )
  expect(JSON.stringify(rows)).toContain('payment_orders_to_mend')
})
