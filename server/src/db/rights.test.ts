import { beforeAll, expect, test, vi } from 'vitest'
import { openTestDatabase } from '#testing/db/database.ts'
import { sharedDatabase } from '#testing/shared-app.ts'
import { applyRights } from './apply-rights.ts'
import { errorCode } from './error-code.ts'
import { OWNER_FUNCTIONS, TABLE_RIGHTS } from './table-rights.ts'

vi.setConfig({ testTimeout: 60_000 })

const FORBIDDEN = '42501'
const RIGHTS = Object.entries(TABLE_RIGHTS)
const APPEND_ONLY = RIGHTS.filter(([, { app }]) => app === 'append').map(([name]) => name)
/** Columns that identify the owner of a row. */
const TENANT = ['login_id', 'api_login_id', 'owner_id', 'user_id', 'member_id', 'account_id', 'parent_id', 'staff_id']

const database = sharedDatabase()
let app: string
let reader: string
const rowsOf = async (text: string, ...values: unknown[]) => (await database.owner.query(text, values)).rows

beforeAll(async () => {
  app = (await database.pool.query('select current_user as name')).rows[0].name
  reader = app.replace(/app$/, 'reader')
})

/** PostgreSQL's answer to a statement of the server: undefined, or the error. */
async function refusal(text: string): Promise<string | undefined> {
  return database.pool.query(text).then(
    () => undefined,
    (e) => errorCode(e),
  )
}

test('SEC-L13 Z4 the roles of the server own nothing, bypass no right and are not in the role of the owner', async () => {
  for (const role of [app, reader]) {
    const [found] = await rowsOf(
      `select rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication as is_mighty,
          pg_has_role(r.oid, (select relowner from pg_class where oid = 'users'::regclass), 'member') as is_owner,
          (select count(*)::int from pg_class where relowner = r.oid) as relations,
          (select count(*)::int from pg_proc where proowner = r.oid) as functions,
          (select count(*)::int from pg_database where datdba = r.oid) as databases,
          has_schema_privilege(r.oid, 'public', 'create') as can_create
        from pg_roles r where rolname = $1`,
      role,
    )
    expect(found, role).toEqual({
      is_mighty: false,
      is_owner: false,
      relations: 0,
      functions: 0,
      databases: 0,
      can_create: false,
    })
  }
})

test('SEC-L13 G9 P8 each append-only table refuses the server every change, by grant and not only by trigger', async () => {
  expect(APPEND_ONLY).toEqual(
    expect.arrayContaining(['audit_log', 'ledger_entries', 'ledger_transactions', 'usage_events', 'error_events']),
  )
  for (const table of APPEND_ONLY) {
    const [column] = await rowsOf(
      `select column_name as name from information_schema.columns where table_schema = current_schema() and table_name = $1 and is_identity = 'NO' limit 1`,
      table,
    )
    for (const text of [
      `update ${table} set ${column?.name} = ${column?.name}`,
      `delete from ${table}`,
      `truncate ${table}`,
      `alter table ${table} disable trigger all`,
      `alter table ${table} disable trigger user`,
      `alter table ${table} no force row level security`,
      `drop table ${table}`,
      `create trigger mine before insert on ${table} for each statement execute function refuse_change()`,
    ])
      expect(await refusal(text), text).toBe(FORBIDDEN)
  }
})

test('SEC-L13 the server changes no table, no function and no settings of other roles', async () => {
  for (const text of [
    'create table mine (n int)',
    'alter table users add column mine int',
    'create function mine() returns int language sql return 1',
    'create or replace function refuse_change() returns trigger language plpgsql as $$ begin return null; end $$',
    'drop function meter',
    'alter function reader_people() owner to current_user',
    "set session_replication_role = 'replica'",
    'update schema_migrations set sha256 = name',
    'select key from reader_key',
  ])
    expect(await refusal(text), text).toBe(FORBIDDEN)
})

test('SEC-L13 G9 only entries change a balance', async () => {
  expect(await refusal('update ledger_accounts set balance_micros = 1')).toBe(FORBIDDEN)
  expect(await refusal('delete from ledger_accounts')).toBe(FORBIDDEN)
  expect(await refusal('update ledger_accounts set floor_micros = floor_micros')).toBeUndefined()
})

test('SEC-L13 every table has a decision, and the database enforces it for both roles', async () => {
  const tables = await rowsOf(
    `select c.relname as name, c.relispartition as is_partition from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f') order by 1`,
  )
  const own = tables.filter(({ is_partition }) => !is_partition).map(({ name }) => name)
  expect(own).toEqual(Object.keys(TABLE_RIGHTS).sort())
  const kinds = ['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER']
  const having = async (role: string, table: string) =>
    (
      await rowsOf(
        'select kind from unnest($3::text[]) with ordinality as k (kind, n) where has_table_privilege($1, $2, kind) order by n',
        role,
        `public.${table}`,
        kinds,
      )
    ).map(({ kind }) => kind)
  for (const { name, is_partition } of tables) {
    const rights = is_partition ? undefined : TABLE_RIGHTS[name as keyof typeof TABLE_RIGHTS]
    const wanted = {
      none: [],
      read: ['SELECT'],
      append: ['SELECT', 'INSERT'],
      change: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
      columns: ['SELECT', 'INSERT'],
    }
    const key = !rights ? 'none' : typeof rights.app === 'string' ? rights.app : 'columns'
    expect(await having(app, name), `${app} on ${name}`).toEqual(wanted[key])
    expect(await having(reader, name), `${reader} on ${name}`).toEqual(
      typeof rights?.reader === 'string' ? ['SELECT'] : [],
    )
  }
})

test('SEC-L13 Z4 a table with owned rows is restricted for readers, or unreadable, for a written reason', async () => {
  const tables = await rowsOf(
    `select c.relname as name, c.relrowsecurity as is_bounded,
        exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = any ($1)) as is_tenant,
        array(select pg_get_expr(p.polqual, p.polrelid) from pg_policy p
          where p.polrelid = c.oid and p.polroles = array[$2::regrole::oid] and p.polcmd = 'r') as conditions
      from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`,
    TENANT,
    reader,
  )
  expect(tables.filter(({ is_tenant }) => is_tenant).length).toBeGreaterThan(25)
  for (const { name, is_bounded, is_tenant, conditions } of tables) {
    const rights = TABLE_RIGHTS[name as keyof typeof TABLE_RIGHTS].reader
    if (typeof rights !== 'string') {
      expect(rights.none.length, name).toBeGreaterThan(10)
      continue
    }
    expect(is_bounded, name).toBe(true)
    expect(conditions, name).toHaveLength(1)
    if (is_tenant) expect(conditions[0], name).toMatch(/reader_\w+\(/)
  }
})

test('SEC-L13 functions that run as their owner look names up in one schema and are open only to the intended roles', async () => {
  const functions = await rowsOf(
    `select p.oid::regprocedure::text as name, array_to_string(p.proconfig, ';') as settings,
        has_function_privilege($1, p.oid, 'execute') as app, has_function_privilege($2, p.oid, 'execute') as reader,
        exists (select from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) g where g.grantee = 0) as everybody
      from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prosecdef order by 1`,
    app,
    reader,
  )
  expect(functions.map(({ name }) => name)).toEqual(Object.keys(OWNER_FUNCTIONS).sort())
  for (const { name, settings, ...may } of functions) {
    expect(settings, name).toMatch(/(^|;)search_path=public, pg_temp(;|$)/)
    const wanted = OWNER_FUNCTIONS[name] ?? []
    expect(may, name).toEqual({ app: wanted.includes('app'), reader: wanted.includes('reader'), everybody: false })
  }
})

test('SEC-L13 partitions are made and dropped for three tables and no others; usage is never dropped', async () => {
  const call = async (text: string) => refusal(`select ${text}`)
  expect(await call("make_day_partition('users', '2026-03-02')")).toBe('22023')
  expect(await call("make_day_partition('usage_events\"; drop table users', '2026-03-02')")).toBe('22023')
  expect(await call("drop_day_partition('usage_events', '2026-03-02')")).toBe('22023')
  expect(await call("delete_from_rest('usage_events', now())")).toBe('22023')
  expect(await call("make_day_partition('usage_events', '2026-03-02')")).toBeUndefined()
  expect(await refusal('delete from usage_events_20260302'), 'a partition is reached through its table').toBe(FORBIDDEN)
})

test('SEC-L13 the next start corrects rights that were changed manually, and changes nothing twice', async () => {
  const other = await openTestDatabase()
  const state = async () =>
    (
      await other.owner.query(
        `select c.relname, c.relacl::text, c.relrowsecurity,
            array(select a.attname || a.attacl::text from pg_attribute a where a.attrelid = c.oid and a.attacl is not null) as columns,
            array(select p.polname || p.oid from pg_policy p where p.polrelid = c.oid order by 1) as policies, c.xmin::text
          from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`,
      )
    ).rows
  const again = async () => {
    const client = await other.owner.connect()
    await applyRights(client, { app, reader })
    client.release()
  }
  const before = await state()
  await again()
  expect(await state()).toEqual(before)
  await other.owner.query(`
    grant update on audit_log to ${app}; grant update (balance_micros) on ledger_accounts to ${app};
    grant select on outbox to ${reader}; revoke select on users from ${app};
    alter table usage_events disable row level security; drop policy "${app}: all rows" on sessions`)
  await again()
  const plain = (rows: Awaited<ReturnType<typeof state>>) =>
    rows.map(({ relname, relrowsecurity, columns, policies }) => ({
      relname,
      relrowsecurity,
      columns,
      policies: policies.length,
    }))
  expect(plain(await state())).toEqual(plain(before))
  const may = async (role: string, table: string, kind: string) =>
    (await other.owner.query('select has_table_privilege($1, $2, $3) as may', [role, table, kind])).rows[0].may
  expect(await may(app, 'audit_log', 'UPDATE')).toBe(false)
  expect(await may(reader, 'outbox', 'SELECT')).toBe(false)
  expect(await may(app, 'users', 'SELECT')).toBe(true)
  await other.close()
})

test('N7 the server may make the trial write of a full disk, also where rights were taken from everyone', async () => {
  const other = await openTestDatabase()
  await other.owner.query(`revoke all on database ${other.name} from public`)
  const may = async () =>
    (await other.owner.query(`select has_database_privilege($1, $2, 'temporary') as may`, [app, other.name])).rows[0]
      .may
  expect(await may()).toBe(false)
  const client = await other.owner.connect()
  await applyRights(client, { app, reader })
  client.release()
  expect(await may()).toBe(true)
  await other.close()
})

test('SEC-L13 a start on the database of a newer version takes no right from its tables', async () => {
  const other = await openTestDatabase()
  await other.owner.query(`
    create table of_later (id integer); grant select, insert on of_later to ${app}`)
  const apply = async () => {
    const client = await other.owner.connect()
    await applyRights(client, { app, reader })
    client.release()
  }
  const may = async () =>
    (await other.owner.query(`select has_table_privilege($1, 'of_later', 'INSERT') as may`, [app])).rows[0].may
  await other.owner.query(`insert into schema_migrations (number, name, sha256, allows_older)
    select max(number) + 1, 'of_later', '', true from schema_migrations`)
  await apply()
  expect(await may()).toBe(true)
  await other.owner.query(`delete from schema_migrations where name = 'of_later'`)
  await apply()
  expect(await may()).toBe(false)
  await other.close()
})
