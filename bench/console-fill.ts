// An installation with many customers, written by SQL: accounts, payments, documents, mails, the audit log and thirty days of calls.
import type pg from 'pg'
import type { Db } from '../server/src/db/db.ts'
import { crowd } from '../server/src/testing/crowd.ts'
import { fill } from './usage-fill.ts'

export interface Size {
  customers: number
  calls: number
}

const CONTENT = JSON.stringify({
  language: 'en',
  brand: { wl_id: 0, title: 'Bench', accent: null },
  seller: { name: 'Bench', address: ['Street 1'], vat_id: '', registration: '' },
  customer: { name: 'Customer', address: ['Street 2'], vat_id: '', email: 'x@example.com', po_number: '' },
  lines: [{ purpose: 'top_up', product: null, login: 'x', amount_micros: 50_000_000 }],
  tax: { note: 'tax', name: 'VAT', rate_bp: 1900, tax_micros: 9_500_000 },
  payment: { reference: 'x', processor: 'test', method_label: '', paid_at: null },
  corrects: null,
})

/** Customers who call at all; the largest has a fifth of all calls. */
const CALLERS = 2000

const ROWS = [
  `insert into ledger_accounts (name) select 'world:bench'`,
  `insert into payment_orders (id, reference, owner_id, login_id, processor, purpose, amount_micros, tax_micros, payment_ref, state,
      created_at, changed_at, paid_at, origin)
    select gen_random_uuid(), 'PAY-B' || l.id || '-' || n, l.owner_id, l.id, 'test', 'top_up', 50000000, 9500000, 'pi_' || l.id || '_' || n, 'paid',
        t, t, t, 'http://x'
      from api_logins l, generate_series(1, 3) n, lateral (select now() - (l.id % 700 + n * 30) * interval '1 hour' as t) w`,
  `insert into billing_documents (id, kind, wl_id, year, sequence, number, owner_id, order_id, amount_micros, tax_micros, issued_at, content)
    select gen_random_uuid(), 'invoice', 0, 2026, n, 'INV-2026-' || lpad(n::text, 7, '0'), owner_id, id, amount_micros, tax_micros, paid_at, '${CONTENT}'
      from (select *, row_number() over (order by paid_at, id) as n from payment_orders) o`,
  `insert into payment_reversals (id, order_id, kind, amount_micros, tax_micros, state, reason, actor, created_at, changed_at, reversal_ref)
    select gen_random_uuid(), id, 'refund', 10000000, 1900000, 'done', 'a ticket', 'operator:bench', paid_at, paid_at, 're_' || id
      from payment_orders where reference like '%7-2'`,
  `create temporary table booked as select gen_random_uuid() as id, o.reference, o.paid_at, o.amount_micros, a.id as account_id
    from payment_orders o join ledger_accounts a on a.api_login_id = o.login_id`,
  `insert into ledger_transactions (id, kind, memo, actor, at) select id, 'payment', reference, 'test', paid_at from booked`,
  // Calls of a while, so that the first one is found as in books of an installation that has sold calls.
  `insert into ledger_transactions (id, kind, memo, actor, at)
    select id, 'usage', 'serp/google/organic', 'gateway', at from usage_events order by id limit 1000`,
  `insert into ledger_entries (transaction_id, account_id, amount_micros)
    select id, account_id, amount_micros from booked union all
    select id, (select a.id from ledger_accounts a where name = 'world:bench'), -amount_micros from booked`,
  `insert into audit_log (at, actor, action, user_id, detail, ip, request_id, previous, hash)
    select now() - (1000000 - n) * interval '2 seconds', case when n % 5 = 0 then 'staff:1' else 'user:' || u end,
        (array['signed_in', 'password_changed', 'login_off', 'login_on', 'credit_given'])[1 + n % 5], u,
        jsonb_build_object('reason', 'number ' || n), '10.' || n % 250 || '.1.' || n % 199, 'r' || n, '', sha256(('audit' || n)::bytea)
      from generate_series(1, $1::integer * 10) n, lateral (select (select min(id) from users) + n % $1::integer as u) w`,
  `insert into outbox (message_id, to_address, template, language, brand, data, created_at, next_try_at, sent_at)
    select '<' || u.id || '-' || n || '@bench>', u.email_norm, 'invoice', 'en', '{}', '{}', t, t, t
      from users u, generate_series(1, 3) n, lateral (select now() - (u.id % 700 + n) * interval '1 hour' as t) w`,
  `insert into customer_notes (id, user_id, author_id, author, at, text)
    select gen_random_uuid(), id, null, 'bench', now(), 'Called back.' from users where id % 5 = 0`,
  `insert into spend_days (login_id, day, scope, spent_micros, held_micros)
    select login_id, day, scope, sum(cost_micros), 0 from usage_days d,
        lateral (values (''), (d.api), (d.api || '/' || d.function)) s (scope)
      group by 1, 2, 3`,
  // All days but the last three are closed, as in an installation that runs.
  `insert into book_checkpoints (day, transactions, calls, usage_micros, checked_at)
    select day, 0, 0, sum(spent_micros), now() from spend_days where scope = '' and day < current_date - 3 group by 1`,
  `vacuum analyze book_checkpoints, payment_orders, billing_documents, payment_reversals, ledger_transactions, ledger_entries, ledger_accounts, audit_log,
    outbox, customer_notes, spend_days, users, api_logins`,
]

export async function fillInstallation(pool: pg.Pool, db: Db, { customers, calls }: Size): Promise<void> {
  await pool.query(crowd(1, customers))
  const { rows } = await pool.query<{ id: number }>(
    `select id from api_logins where login like 'person%' order by id limit ${CALLERS}`,
  )
  const [largest = 0, ...others] = rows.map(({ id }) => id)
  await fill(pool, db, [
    { login_id: largest, calls: calls / 5 },
    ...others.map((login_id) => ({ login_id, calls: Math.ceil((calls * 0.8) / others.length) })),
  ])
  const client = await pool.connect()
  await client.query(`set statement_timeout = 0; set lock_timeout = 0; set work_mem = '64MB'`)
  for (const text of ROWS) await client.query(text, text.includes('$1') ? [customers] : [])
  client.release(true)
}
