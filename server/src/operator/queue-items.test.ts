import { randomUUID } from 'node:crypto'
import type { Output } from '@portico/contract/endpoint.ts'
import { operator } from '@portico/contract/operator.ts'
import { ITEMS_MAX, QUEUES, type QueueItem, type QueueName } from '@portico/contract/operator-queues.ts'
import { STAFF_ROLES, type StaffRole, staffMay } from '@portico/contract/staff-permissions.ts'
import { beforeAll, expect, test, vi } from 'vitest'
import { balanceOf } from '#ledger/index.ts'
import type { TestApp } from '#testing/app.ts'
import { type Customer, openCustomer, POST, search } from '#testing/gateway/customer.ts'
import { sharedApp } from '#testing/shared-app.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const MINUTE_MS = 60_000
const LONG_MS = 30 * MINUTE_MS
const BY = { by: 'test', reason: 'a ticket of today' }
const app = sharedApp()
let ann: Customer
const staff = {} as Record<StaffRole, ReturnType<TestApp['browser']>>
const query = (text: string, values: unknown[] = []) => app.database.owner.query(text, values)
const later = (ms: number) => new Date(app.clock.now().getTime() + ms)
type Page = Output<typeof operator.queueItems>

beforeAll(async () => {
  ann = await openCustomer(app)
  for (const role of STAFF_ROLES)
    staff[role] = await (await app.addStaff({ email: `${role}@staff.example`, role })).signedIn()
  await query('delete from outbox')
})

const list = async (
  queue: QueueName,
  show: 'waiting' | 'failed' = 'waiting',
  more: { after?: string } = {},
): Promise<Page> => staff.admin.must(operator.queueItems, { queue, show, ...more })
const change = (what: 'retryQueued' | 'dropQueued', queue: QueueName, ids: string[], role: StaffRole = 'support') =>
  staff[role].must(operator[what], { queue, ids, ...BY })
const lastLog = async () => (await staff.admin.must(operator.listAudit, { limit: '1' })).rows[0]

/** One mail, due after so many milliseconds. */
const mail = async (due_ms: number, more: Record<string, unknown> = {}): Promise<string> => {
  const row = {
    message_id: `<${randomUUID()}@x>`,
    to_address: 'ann@example.com',
    template: 'invoice',
    language: 'en',
    brand: '{}',
    data: '{"a": 1}',
    created_at: later(0),
    next_try_at: later(due_ms),
    ...more,
  }
  const { rows } = await query(
    `insert into outbox (${Object.keys(row).join(', ')}) values (${Object.keys(row)
      .map((_, at) => `$${at + 1}`)
      .join(', ')}) returning id`,
    Object.values(row),
  )
  return String(rows[0].id)
}

test('pages of a queue hold every item once, also where many are due at the same moment', async () => {
  const all = await Promise.all(Array.from({ length: 2 * ITEMS_MAX + 7 }, (_, at) => mail(LONG_MS + (at % 3))))
  const seen: QueueItem[] = []
  for (let after: string | undefined; ; ) {
    const { items, next } = await list('mail', 'waiting', after === undefined ? {} : { after })
    seen.push(...items)
    if (next === null) break
    after = next
  }
  expect(seen.map(({ id }) => id).toSorted()).toEqual(all.toSorted())
  const due = seen.map(({ due_at }) => due_at ?? '')
  expect(due).toEqual(due.toSorted())
  for (const after of ['x', '1_x', '99999999999999999999_1', '1_1; drop table outbox'])
    expect((await staff.admin.call(operator.queueItems, { queue: 'mail', after })).status, after).toBe(400)
  await query('delete from outbox')
})

test('a mail is retried at once unless a worker may be sending it, and a dropped one loses its text', async () => {
  const waiting = await mail(LONG_MS)
  const claimed = await mail(MINUTE_MS)
  const { items } = await list('mail')
  expect(Object.fromEntries(items.map(({ id, can_retry }) => [id, can_retry]))).toEqual({
    [waiting]: true,
    [claimed]: false,
  })
  expect(await change('retryQueued', 'mail', [waiting, claimed, waiting])).toEqual({ done: 1 })
  expect((await lastLog())?.detail).toMatchObject({ queue: 'mail', count: 1, ids: waiting, reason: BY.reason })
  const { rows } = await query('select id, next_try_at from outbox where next_try_at <= $1', [later(0)])
  expect(rows.map(({ id }) => String(id))).toEqual([waiting])
  expect(await change('dropQueued', 'mail', [claimed])).toEqual({ done: 1 })
  expect((await query('select data, last_error from outbox where id = $1', [claimed])).rows).toEqual([
    { data: {}, last_error: 'dropped by staff' },
  ])
  const given_up = await list('mail', 'failed')
  expect(given_up.items).toMatchObject([
    { id: claimed, due_at: null, can_retry: false, can_drop: false, error: 'dropped by staff' },
  ])
  expect(await change('retryQueued', 'mail', [claimed])).toEqual({ done: 0 })
  expect(await change('dropQueued', 'mail', [claimed])).toEqual({ done: 0 })
})

test('a dropped task fails and its price goes back once, and one whose posting is not booked stays', async () => {
  const balance = () => balanceOf(app.ctx, ann.login_id)
  const before = await balance()
  const reply = await ann.call(POST, { body: search() })
  const id = reply.body?.tasks?.[0]?.id ?? ''
  expect(await balance()).toBeLessThan(before)
  const { items } = await list('tasks')
  expect(items).toMatchObject([
    { id, what: 'serp/google/organic', to: ann.login, customer_id: ann.user_id, can_drop: true },
  ])
  // The customer's request is still under way: nothing is booked that could go back.
  await query(
    `insert into gateway_tasks (id, call_id, request_id, login_id, api, function, entry_id, task, priority, ip, is_sandbox, cost_micros, posted_at, due_at)
      select 'not-booked', gen_random_uuid(), request_id, login_id, api, function, entry_id, task, priority, ip, is_sandbox, cost_micros, posted_at, due_at from gateway_tasks where id = $1`,
    [id],
  )
  expect(await change('dropQueued', 'tasks', [id, 'not-booked'])).toEqual({ done: 1 })
  expect(await balance()).toBe(before)
  expect((await lastLog())?.detail).toMatchObject({ queue: 'tasks', count: 1, ids: id })
  expect(await change('dropQueued', 'tasks', [id])).toEqual({ done: 0 })
  expect(await balance()).toBe(before)
  expect((await list('tasks', 'failed')).items).toMatchObject([{ id, can_retry: false, can_drop: false }])
  expect((await list('tasks')).items.map((one) => one.id)).toEqual(['not-booked'])
  await query("delete from gateway_tasks where id = 'not-booked'")
})

test('a webhook that was given up is sent again, unless another of its task waits already', async () => {
  const task = (await query('select id from gateway_tasks limit 1')).rows[0].id
  const webhook = async (kind: string, failed: boolean) => {
    const { rows } = await query(
      `insert into gateway_webhooks (task_id, login_id, kind, host, due_at, tries, failed_at, last_error) values ($1, $2, $3, 'hooks.example', $4, 6, $5, 'It answers 500.') returning id`,
      [task, ann.login_id, kind, later(LONG_MS), failed ? later(0) : null],
    )
    return String(rows[0].id)
  }
  await query('delete from gateway_webhooks')
  const [lost, again, open] = [
    await webhook('pingback', true),
    await webhook('postback', true),
    await webhook('postback', false),
  ]
  expect((await list('webhooks', 'failed')).items.map(({ id, to }) => [id, to])).toEqual([
    [again, `hooks.example · ${ann.login}`],
    [lost, `hooks.example · ${ann.login}`],
  ])
  expect(await change('retryQueued', 'webhooks', [lost, again, open])).toEqual({ done: 2 })
  const { rows } = await query('select id, tries, failed_at is null as waits, due_at from gateway_webhooks order by id')
  expect(rows).toEqual([
    { id: Number(lost), tries: 0, waits: true, due_at: later(0) },
    { id: Number(again), tries: 6, waits: false, due_at: later(LONG_MS) },
    { id: Number(open), tries: 6, waits: true, due_at: later(0) },
  ])
  // Of two that wait for one host the other one probes it once the first is dropped.
  await query('update gateway_webhooks set waits_for_host = true where id = $1', [open])
  expect(await change('dropQueued', 'webhooks', [lost])).toEqual({ done: 1 })
  expect(
    (await query('select waits_for_host from gateway_webhooks where id = $1', [open])).rows[0].waits_for_host,
  ).toBe(false)
})

test('an alert and an archive that were given up are made again, and a waiting one is dropped', async () => {
  const { rows: alerts } = await query(
    `insert into alert_deliveries (event_id, login_id, kind, body, created_at, due_at, failed_at, failure, tries) values ($1, $2, 'balance', '{}', $3, $3, $3, 'refused', 6) returning id`,
    [randomUUID(), ann.login_id, later(0)],
  )
  const alert = String(alerts[0].id)
  expect((await list('alerts', 'failed')).items).toMatchObject([{ id: alert, what: 'balance', error: 'refused' }])
  expect(await change('retryQueued', 'alerts', [alert])).toEqual({ done: 1 })
  expect((await list('alerts')).items).toMatchObject([{ id: alert, tries: 0, error: null }])
  expect(await change('dropQueued', 'alerts', [alert])).toEqual({ done: 1 })
  const id = randomUUID()
  await query(
    `insert into data_exports (id, user_id, owner_id, scope, state, created_at, tries) values ($1, $2, $2, 'account', 'failed', $3, 3)`,
    [id, ann.user_id, later(0)],
  )
  expect(await change('retryQueued', 'exports', [id])).toEqual({ done: 1 })
  expect((await list('exports')).items).toMatchObject([{ id, customer_id: ann.user_id, tries: 0, can_drop: true }])
  // A second one of the same person cannot be prepared beside it.
  const other = randomUUID()
  await query(
    `insert into data_exports (id, user_id, owner_id, scope, state, created_at, tries) values ($1, $2, $2, 'account', 'failed', $3, 3)`,
    [other, ann.user_id, later(0)],
  )
  expect(await change('retryQueued', 'exports', [other])).toEqual({ done: 0 })
  const { body } = await app.operator(operator.queues, {})
  expect('queues' in body && body.queues.find(({ queue }) => queue === 'exports')).toMatchObject({ failed: 1 })
  expect(await change('dropQueued', 'exports', [id])).toEqual({ done: 1 })
})

test('roles that see no customers get no addresses, those that may not change a queue do not, and bad ids change nothing', async () => {
  await mail(LONG_MS)
  for (const role of STAFF_ROLES) {
    const sees = staffMay(role, 'see_customers')
    for (const queue of QUEUES) {
      const { items } = await staff[role].must(operator.queueItems, {
        queue,
        show: queue === 'mail' ? 'waiting' : 'failed',
      })
      expect(items.length, queue).toBeGreaterThan(0)
      for (const { to, customer_id } of items) {
        if (!sees) expect({ to, customer_id }).toEqual({ to: null, customer_id: null })
        else expect(to !== null || customer_id !== null, queue).toBe(true)
      }
    }
    const may = staffMay(role, 'manage_queues')
    for (const what of ['retryQueued', 'dropQueued'] as const) {
      const { status } = await staff[role].call(operator[what], { queue: 'webhooks', ids: ['999999999'], ...BY })
      expect(status, role).toBe(may ? 200 : 404)
    }
  }
  for (const ids of [[], ['x'], ['1', "1'; --"], ['-1'], Array.from({ length: ITEMS_MAX + 1 }, (_, at) => String(at))])
    expect((await staff.admin.call(operator.dropQueued, { queue: 'mail', ids, ...BY })).status).toBe(400)
})
