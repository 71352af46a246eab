import { operator } from '@portico/contract/operator.ts'
import type { FoundBy } from '@portico/contract/operator-customers.ts'
import { sql } from 'kysely'
import { beforeAll, expect, test, vi } from 'vitest'
import { appendAudit } from '#audit/store.ts'
import { newCallId } from '#crypto/call-id.ts'
import { crowd } from '#testing/crowd.ts'
import { sharedApp } from '#testing/shared-app.ts'
import { findCustomers, waysOf } from './find-customer-store.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const app = sharedApp()
let id = 0
const call_id = newCallId(new Date('2026-11-18T08:00:00.123Z'))
const task_id = '11182026-0800-0001-0000-abcdef012345'

beforeAll(async () => {
  id = (await app.addUser({ email: 'mäx.o_neil+api@big-corp.example', name: "Max O'Neil 100%" })).id
  // Other accounts, so that the one to find is one among many.
  await app.database.owner.query(crowd(1, 10_000))
  await app.database.owner.query(
    `
    insert into billing_details (owner_id, kind, name, line1, line2, postal_code, city, country, vat_id, invoice_emails, po_number, changed_at)
      values (${id}, 'company', 'Zebra Wölfe GmbH', 'Weg 1', '', '10115', 'Berlin', 'DE', 'DE811907980', '{}', '', now());
    insert into payment_methods (id, owner_id, processor, method_ref, brand, last4, is_default, created_at)
      values (gen_random_uuid(), ${id}, 'test', 'pm_1', 'Visa', '4242', false, now());
    insert into payment_orders (id, reference, owner_id, login_id, processor, purpose, amount_micros, payment_ref, created_at, changed_at, origin)
      select gen_random_uuid(), 'P-2026-ZEBRA1', ${id}, l.id, 'test', 'top_up', 10000000, 'pi_zebra1', now(), now(), 'http://x' from api_logins l
        where owner_id = ${id};
    insert into sessions (token_hash, public_id, user_id, wl_id, created_at, last_seen_at, ip, user_agent)
      values (sha256('zebra'), 'zebra', ${id}, 0, now(), now(), '203.0.113.99', 'x');
    insert into api_logins (owner_id, login, kind, created_at) values (${id}, 'Zebra-Machine-1', 'machine', now());
    insert into usage_events (id, at, owner_id, login_id, api, function, method, priority, path, request_id, task_id, status_code, status_class,
        http_status, results, cost_micros, time_ms, ip, is_sandbox, h2h)
      select '${call_id}', call_time('${call_id}'), ${id}, l.id, 'a', 'f', 'task', 1, '/v3/x', '${call_id}', '${task_id}', 20000, 'ok', 200, 1, 0, 1,
        '203.0.113.99', false, false from api_logins l where owner_id = ${id} and kind = 'personal';
    insert into billing_documents (id, kind, wl_id, year, sequence, number, owner_id, order_id, amount_micros, tax_micros, issued_at, content)
      select gen_random_uuid(), 'invoice', 0, 2026, 1, 'INV-ZEBRA-0001', ${id}, o.id, 10000000, 0, now(), '{}' from payment_orders o
        where o.reference = 'P-2026-ZEBRA1'`,
  )
})

const WAYS: [FoundBy, string][] = [
  ['email', 'mäx.o_neil+api@big-corp.example'],
  ['email', 'BIG-CORP'],
  ['email', 'neil api'],
  ['name', "max o'neil 100%"],
  ['company', 'wölfe zebra'],
  ['vat_id', 'DE 811 907 980'],
  ['vat_id', 'de8119'],
  ['call', call_id],
  ['call', call_id.toUpperCase()],
  ['task', task_id],
  ['payment', 'p-2026-zebra'],
  ['payment', 'pi_zebra1'],
  ['card', '4242'],
  ['login', 'zebra-machine'],
  ['login', 'ZEBRA-MACH'],
  ['document', 'inv-zebra-0001'],
  ['address', '203.0.113.'],
]

test.each(WAYS)('a customer is found by %s: %s', async (found_by, q) => {
  const { body } = await app.operator(operator.findCustomers, { q })
  if (!('customers' in body)) throw new Error(JSON.stringify(body))
  // A number may be the id of another account, too.
  expect(body.customers.filter((row) => row.id === id)).toMatchObject([{ id, found_by }])
  expect(body.customers.slice(0, 2)).toContainEqual(expect.objectContaining({ id }))
})

test('an address is that of a customer who used it, and not of support who helped them', async () => {
  const log = { at: new Date(), action: 'limit_changed', user_id: id, detail: {}, request_id: '' }
  await appendAudit(app.ctx.db, { ...log, actor: 'staff:1', ip: '198.18.7.1' })
  await appendAudit(app.ctx.db, { ...log, actor: `user:${id}`, ip: '198.18.7.2' })
  const found = async (q: string) => (await findCustomers(app.ctx.db, q, 10)).map((row) => row.id)
  expect(await found('198.18.7.1')).toEqual([])
  expect(await found('198.18.7.2')).toEqual([id])
})

test('a search by the number of the account finds it first', async () => {
  const { body } = await app.operator(operator.findCustomers, { q: String(id) })
  expect('customers' in body && body.customers[0]).toMatchObject({ id, found_by: 'id' })
})

async function expectIndexes(q: string): Promise<void> {
  for (const way of waysOf(q)) {
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${way}`.execute(app.database.db)
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).not.toMatch(/Seq Scan on (users|api_logins|billing_details|sessions)/)
  }
}

test.each(WAYS)('no way to find by %s reads a whole table: %s', (_found_by, q) => expectIndexes(q))

test.each(["'", "a' or 1=1 --", '%%', '__', '\\\\', ':*', '!!', '&|', '<->', '🦓🦓', 'a'.repeat(200), '.....', '::'])(
  'a hostile text %j finds no customer and breaks nothing',
  async (q) => {
    const { status, body } = await app.operator(operator.findCustomers, { q })
    if (q.length < 2) expect(status).toBe(400)
    else expect(body).toEqual({ customers: [], more: false })
  },
)

test('a search that fits thousands stops early and reports that there are more', async () => {
  const { body } = await app.operator(operator.findCustomers, { q: 'person' })
  expect(body).toMatchObject({ more: true })
})

test('a search among a hundred thousand accounts takes a fraction of 200 ms', { tags: 'long' }, async () => {
  await app.database.owner.query(crowd(10_001, 100_000))
  const times: number[] = []
  for (const [, q] of WAYS) {
    await expectIndexes(q)
    const began = performance.now()
    await findCustomers(app.database.db, q, 26)
    times.push(performance.now() - began)
  }
  // The middle one: on a busy machine a single search may wait for others.
  const sorted = times.toSorted((a, b) => a - b)
  expect(sorted[Math.floor(sorted.length / 2)], sorted.map(Math.round).join(' ms, ')).toBeLessThan(200)
})
