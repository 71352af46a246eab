import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { beforeAll, expect, inject, test } from 'vitest'
import { inDatabase } from '#testing/db/server.ts'
import { sharedDatabase } from '#testing/shared-app.ts'
import type { Db } from './db.ts'
import { errorCode } from './error-code.ts'
import { TABLE_RIGHTS } from './table-rights.ts'

const FORBIDDEN = '42501'
const READABLE = Object.entries(TABLE_RIGHTS).flatMap(([name, { reader }]) =>
  typeof reader === 'string' && reader !== 'true' ? [name] : [],
)

const database = sharedDatabase({ readers: 1 })
let ann: Tenant
let bob: Tenant
let key: Buffer

interface Tenant {
  sso_owner_id: null
  user_id: number
  login_id: number
}

beforeAll(async () => {
  ann = await makeTenant('ann@example.com')
  bob = await makeTenant('bob@example.com')
  key = (await database.owner.query('select key from reader_key')).rows[0].key
})

/** A user with a row in every table that pages read. */
async function makeTenant(email: string): Promise<Tenant> {
  const one = async (text: string, values: unknown[]) => (await database.pool.query(text, values)).rows[0].id
  const user_id = await one(
    `insert into users (public_id, email, email_norm, name, created_at) values ($1, $1, $1, $1, now()) returning id`,
    [email],
  )
  const login_id = await one(
    'insert into api_logins (login, owner_id, created_at) values ($1, $2, now()) returning id',
    [email, user_id],
  )
  const account = await one('insert into ledger_accounts (name, api_login_id) values ($1, $2) returning id', [
    `login:${email}`,
    login_id,
  ])
  const call = (await database.pool.query("select call_floor('2026-03-02 10:00Z') as floor")).rows[0].floor
  const id = `${call.slice(0, -4)}${String(user_id).padStart(4, '0')}`
  const call_row = `'2026-03-02 10:00Z', ${login_id}, 'serp', 'google/organic'`
  const rollup = `'serp', 'google/organic', 'live', 1, 'ok', false, 1, 1, 1, 0, 0, 1, '{}'`
  const error = `'request', false, 40501, 'client', 'serp', 'google/organic', 1, now(), now()`
  await database.owner.query(`
    insert into feature_grants values (${user_id}, 'h2h');
    insert into sessions (token_hash, user_id, created_at, last_seen_at, reauth_at, ip, user_agent, public_id)
      values (sha256('${email}'), ${user_id}, now(), now(), now(), '', '', '${email}');
    insert into identities (provider, subject, user_id, created_at) values ('github', '${email}', ${user_id}, now());
    insert into update_reads values (${user_id}, 'news', now());
    insert into account_rules values (${user_id}, null);
    insert into invitations (owner_id, invited_by, email_norm, role, token_hash, created_at, expires_at)
      values (${user_id}, ${user_id}, 'guest@example.com', 'viewer', sha256('${email}'), now(), now());
    insert into audit_log (at, actor, action, user_id, detail, ip, request_id, previous, hash)
      values (now(), 'user:${user_id}', 'tested', ${user_id}, '{}', '', '', '', sha256('${email}'));
    insert into api_passwords (login_id, made_at, mac) values (${login_id}, now(), '');
    insert into ledger_transactions values ('${id}', 'gift', '', '', now());
    insert into ledger_entries values ('${id}', ${account}, 5), ('${id}', (select id from ledger_accounts where name = 'world:gifts'), -5);
    insert into usage_events (id, at, login_id, api, function, owner_id, method, priority, path, request_id, status_code, status_class,
        http_status, results, cost_micros, time_ms, ip, is_sandbox, h2h)
      values ('${id}', ${call_row}, ${user_id}, 'live', 1, '', '${id}', 20000, 'ok', 200, 1, 0, 1, '', false, false);
    insert into usage_outcomes values ('${id}', '2026-03-02 10:00Z', '', ${login_id}, 'serp', 'google/organic', 'task', 1, false, 20000, 'ok',
      1, 0, now(), 1, 1);
    insert into usage_params values ('${id}', '2026-03-02 10:00Z', '{}');
    insert into usage_answers values ('${id}', ${call_row}, false, true, 200, 'application/json', 2, '{}', null, now());
    insert into usage_refunds values ('${id}', call_time('${id}'), ${login_id}, 1, '${id}', now(), '', '');
    insert into error_events (id, at, login_id, api, function, kind, method, path, code, class, message, is_sandbox)
      values ('${id}', ${call_row}, 'request', 'live', '', 40501, 'client', '', false);
    insert into usage_minutes values (${login_id}, now(), ${rollup});
    insert into usage_hours values (${login_id}, now(), ${rollup});
    insert into usage_days values (${login_id}, now(), ${rollup});
    insert into error_days values (${login_id}, now(), ${error});
    insert into usage_views values (${user_id}, 'mine', '/api-detail', '', ${user_id}, now());
    insert into playground_runs (login_id, user_id, at, method_id, mode, params, task, status_code, status_message, cost_micros, time_ms)
      values (${login_id}, ${user_id}, now(), '', 'sandbox', '{}', '{}', 20000, '', 0, 1);
    insert into playground_saved (login_id, user_id, name, folder, method_id, params, task, is_shared, changed_at)
      values (${login_id}, ${user_id}, '', '', '', '{}', '{}', false, now());
    insert into payment_customers values (${user_id}, 'test', '${email}', now());
    insert into payment_methods (id, owner_id, processor, method_ref, brand, last4, created_at)
      values ('${id}', ${user_id}, 'test', '${email}', 'Visa', '4242', now());
    insert into payment_orders (id, reference, owner_id, login_id, processor, purpose, amount_micros, origin, created_at, changed_at)
      values ('${id}', '${email}', ${user_id}, ${login_id}, 'test', 'top_up', 10000, '', now(), now());
    insert into payment_reversals (id, order_id, kind, amount_micros, state, reason, actor, created_at, changed_at)
      values ('${id}', '${id}', 'refund', 10000, 'done', '', '', now(), now());
    insert into test_processor_payments (payment_ref, idempotency_key, customer_ref, total_micros, state, description, return_url, created_at)
      values ('${email}', '${email}', '${email}', 0, 'open', '', '', now());
    insert into billing_details values (${user_id}, 'person', '${email}', 'x', '', '', 'x', 'DE', '', '{}', '', now());
    insert into vat_checks (owner_id, vat_id, result, checked_at) values (${user_id}, 'x', 'valid', now());
    insert into billing_documents (id, kind, wl_id, year, sequence, number, owner_id, order_id, amount_micros, tax_micros, issued_at, content)
      values ('${id}', 'invoice', 0, 2026, ${user_id}, '${email}', ${user_id}, '${id}', 10000, 0, now(), '{}');
    insert into billing_notes (id, kind, wl_id, year, sequence, number, owner_id, order_id, amount_micros, tax_micros, issued_at, content)
      values ('${id}', 'proforma', 0, 2026, ${user_id}, '${email}', ${user_id}, '${id}', 10000, 0, now(), '{}');
    insert into promo_codes (code, amount_micros, created_at) values (upper('${email}'), 1, now());
    insert into promo_uses (code_id, owner_id, login_id, used_at)
      select id, ${user_id}, ${login_id}, now() from promo_codes where code = upper('${email}');
    insert into subscriptions (owner_id, product, state, login_id, anchor_at, periods, period_start, period_end, access_until, price_micros,
        price_version, order_id, method_label, next_try_at, changed_at)
      values (${user_id}, 'backlinks', 'active', ${login_id}, now(), 1, now(), now() + interval '1 day', now(), 10000, '1', '${id}', '', now(), now());
    insert into subscription_periods values ('${id}', ${user_id}, 'backlinks', now(), now(), 10000, '1', '', now());
    insert into auto_recharges (login_id, owner_id, is_on, threshold_micros, amount_micros, created_at, changed_at)
      values (${login_id}, ${user_id}, false, 0, 10000, now(), now());
    insert into database_files values ('any', '2026-01', 'DE', 'csv', '', 1, 1, repeat('0', 64), now()) on conflict do nothing;
    insert into database_purchases (id, reference, owner_id, login_id, created_by, database_id, title, version, format, locations,
        amount_micros, created_at, changed_at)
      values ('${id}', '${email}', ${user_id}, ${login_id}, ${user_id}, 'any', '', '2026-01', 'csv', '{DE}', 10000, now(), now());
    insert into database_purchase_files values ('${id}', 'any', '2026-01', 'DE', 'csv', now());
    insert into notices values ('${id}', now(), now() + interval '1 day', now(), '', now(), 'prices', ${user_id});
    insert into price_versions (owner_id, version, valid_from, applied_at, actor)
      values (${user_id}, '1', now(), now(), 'test');
    insert into passkeys values ('${email}', ${user_id}, '', 0, '[]', '', 'mine', now());
    insert into second_factors (user_id, sealed_key, created_at) values (${user_id}, '', now());
    insert into recovery_codes values (${user_id}, '');
    insert into data_exports (id, user_id, owner_id, scope, state, created_at)
      values ('${id}', ${user_id}, ${user_id}, 'person', 'failed', now());
    insert into account_closings (owner_id, asked_at, closes_at, reason) values (${user_id}, now(), now(), '');
    insert into sso_settings (owner_id, issuer, client_id, sealed_secret, group_claim, group_roles)
      values (${user_id}, '', '', '', '', '[]');
    insert into sso_domains (owner_id, domain, written, token, created_at) values (${user_id}, '${email}', '', '', now());
    insert into database_orders (order_id, purchase_id, owner_id, login_id, created_by, database_id, title, version, format, locations,
        with_updates, amount_micros, created_at, changed_at)
      values ('${id}', '${id}', ${user_id}, ${login_id}, ${user_id}, 'any', '', '2026-01', 'csv', '{DE}', false, 10000, now(), now());
    insert into spend_limits values (${login_id}, '', 'cap', 1);
    insert into spend_days values (${login_id}, now(), '', 1, 1);
    insert into spend_totals values (${login_id}, '#1', 1, 1);
    insert into volume_months values (${user_id}, '2026-03-01', 'any', 'requests', 1, 1, 1);
    insert into agent_logins (login_id, user_id, name, mac, is_live, created_at, expires_at)
      values (${login_id}, ${user_id}, 'mine', sha256('${email}'), false, now(), now());
    insert into alert_webhooks (login_id, url, sealed, secret_since) values (${login_id}, '', '', now());
    insert into alert_deliveries (event_id, login_id, kind, body, created_at, due_at)
      values (gen_random_uuid(), ${login_id}, 'test', '', now(), now());
    insert into budgets (owner_id, soft_micros, created_at, changed_at, checked_at) values (${user_id}, 1, now(), now(), now());
    insert into alert_channels (owner_id, app, name, host, sealed, created_at) values (${user_id}, 'slack', 'any', '', '', now());
    insert into inbox_items (user_id, owner_id, login_id, kind, values, created_at)
      values (${user_id}, ${user_id}, ${login_id}, 'balance', '{}', now())`)
  await database.owner.query('insert into team_members values ($1, $2, $3, null, now())', [
    user_id,
    await one(
      `insert into users (public_id, email, email_norm, name, created_at) values ($1, $1, $1, $1, now()) returning id`,
      [`member-of-${email}`],
    ),
    'viewer',
  ])
  return { sso_owner_id: null, user_id, login_id }
}

const all = async (db: Db, table: string): Promise<string[]> =>
  (await sql<{ row: string }>`select t::text as row from ${sql.table(table)} t order by 1`.execute(db)).rows.map(
    ({ row }) => row,
  )

/** A connection as the reading role, on which no reader is set. */
async function bare<T>(use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: inDatabase(inject('testServer').reader?.url ?? '', database.name) })
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}

test('SEC-L13 Z4 a statement without an owner condition reads only its own user’s rows, in every table', async () => {
  for (const table of READABLE) {
    const whole = await all(database.db, table)
    const [hers, his] = [await all(database.readAs(ann), table), await all(database.readAs(bob), table)]
    expect(hers.length, table).toBeGreaterThan(0)
    expect(his.length, table).toBe(hers.length)
    expect(
      hers.filter((row) => his.includes(row)),
      table,
    ).toEqual([])
    expect(hers.length + his.length, table).toBeLessThanOrEqual(whole.length)
  }
})

test('SEC-L13 Z4 without a reader, with a wrong proof or with a seal of another connection nothing is read', async () => {
  const seal = (pid: number, what: string, with_key = key) =>
    createHash('sha256').update(with_key).update(`${pid};${what}`).update(with_key).digest('hex')
  await bare(async (client) => {
    const { pid } = (await client.query('select pg_backend_pid() as pid')).rows[0]
    const seen = async () => {
      let rows = 0
      for (const table of READABLE) rows += (await client.query(`select count(*)::int as n from ${table}`)).rows[0].n
      return rows
    }
    const become = (user_id: number, proof: string) =>
      client.query('select become_reader($1, null, $2)', [user_id, proof])
    const KINDS = ['user', 'accounts', 'logins']
    const setReader = async (value: (kind: string) => string) => {
      for (const kind of KINDS)
        await client.query('select set_config($1, $2, false)', [`portico.reads_${kind}`, value(kind)])
    }
    const hers: Record<string, string> = {
      user: `{${ann.user_id}}`,
      accounts: `{${ann.user_id}}`,
      logins: `{${ann.login_id}}`,
    }
    expect(await seen(), 'no reader set').toBe(0)
    for (const proof of [
      '',
      '0'.repeat(64),
      seal(pid + 1, `${ann.user_id};`),
      seal(pid, `${bob.user_id};`),
      // Of a session that single sign-on binds to one account.
      seal(pid, `${ann.user_id};${bob.user_id}`),
      seal(pid, `${ann.user_id};`, Buffer.alloc(32)),
    ]) {
      await become(ann.user_id, proof)
      expect(await seen(), `proof ${proof}`).toBe(0)
    }
    await setReader((kind) => hers[kind] ?? '')
    expect(await seen(), 'set without a seal').toBe(0)
    await setReader((kind) => `${seal(pid + 1, `${kind};${hers[kind]}`)}${hers[kind]}`)
    expect(await seen(), 'set with the seal of another connection').toBe(0)
    await setReader((kind) => `${seal(pid, `x;${hers[kind]}`)}${hers[kind]}`)
    expect(await seen(), 'set with the seal of something else').toBe(0)
    await become(bob.user_id, seal(pid, `${bob.user_id};`))
    expect(await seen()).toBeGreaterThan(0)
    const { rows } = await client.query(
      `select kind, current_setting('portico.reads_' || kind) as value from unnest($1::text[]) as kind`,
      [KINDS],
    )
    await setReader((kind) => `${rows.find((row) => row.kind === kind)?.value.slice(0, 64)}${hers[kind]}`)
    expect(await seen(), 'his seals on her rows').toBe(0)
    await become(2_000_000, seal(pid, '2000000;'))
    expect(await seen(), 'no user of that id').toBe(0)
  })
})

test('SEC-L13 the reader is set again for every connection: neither a user nor a role is left to the next', async () => {
  const tamper = `select set_config('portico.reads_logins', '{${bob.login_id}}', false), set_config('role', 'none', false)`
  for (let round = 0; round < 3; round += 1)
    for (const { user_id, login_id } of [ann, bob]) {
      await sql.raw(tamper).execute(database.readAs({ user_id, sso_owner_id: null }))
      const { rows } = await sql<{ login_id: number }>`
        select distinct login_id from usage_events`.execute(database.readAs({ user_id, sso_owner_id: null }))
      expect(rows).toEqual([{ login_id }])
    }
})

test('SEC-L13 a reader changes nothing and does not see what no page shows', async () => {
  const db = database.readAs(ann)
  const refusal = async (text: string) => {
    try {
      await sql.raw(text).execute(db)
      return undefined
    } catch (e) {
      return errorCode(e)
    }
  }
  for (const table of Object.keys(TABLE_RIGHTS)) {
    expect(await refusal(`delete from ${table}`), table).toBe(FORBIDDEN)
    expect(await refusal(`insert into ${table} default values`), table).toBe(FORBIDDEN)
  }
  for (const text of [
    'select from outbox',
    'select from link_tokens',
    'select from reader_key',
    'select from usage_events_rest',
    "select drop_day_partition('error_events', '2026-03-02')",
  ])
    expect(await refusal(text), text).toBe(FORBIDDEN)
})

test('SEC-L13 a member of a team reads the rows of the team, and no longer once removed', async () => {
  const db = database.readAs(bob)
  const logins = async () =>
    (await sql<{ login_id: number }>`select distinct login_id from usage_events order by 1`.execute(db)).rows.map(
      ({ login_id }) => login_id,
    )
  await database.pool.query(`insert into team_members values ($1, $2, 'viewer', null, now())`, [
    ann.user_id,
    bob.user_id,
  ])
  expect(await logins()).toEqual([ann.login_id, bob.login_id])
  await database.pool.query('delete from team_members where owner_id = $1 and user_id = $2', [ann.user_id, bob.user_id])
  expect(await logins()).toEqual([bob.login_id])
})
