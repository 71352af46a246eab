import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { WORLD_USAGE_ID } from '#ledger/index.ts'
import type { Kind, More, Whose } from './kind.ts'

export type Row = Record<string, unknown>

/** The user and account an archive is about. */
export interface Subject {
  user_id: number
  owner_id: number
}

export interface OwnLogin {
  id: number
  login: string
}

interface Column {
  name: string
  type: string
}

/** All columns of a kind's table as the database has them. */
export async function columnsOf(db: Db, { table }: Pick<Kind, 'table'>): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select a.attname as name, format_type(a.atttypid, a.atttypmod) as type from pg_attribute a
      where a.attrelid = ${table}::regclass and a.attnum > 0 and not a.attisdropped order by a.attnum`.execute(db)
  return rows
}

export function loginsOfAccount(db: Db, owner_id: number): Promise<OwnLogin[]> {
  return db.selectFrom('api_logins').select(['id', 'login']).where('owner_id', '=', owner_id).orderBy('id').execute()
}

/** Rows of logins are read login by login: only so is a page found by an index, however many there are. */
export function isByLogin(whose: Whose): boolean {
  return 'login' in whose || 'ledger_account' in whose
}

/** The next rows of a kind after a cursor, which is text: a timestamp has more digits than a Date. */
export async function pageOf(
  db: Db,
  kind: Kind,
  columns: Column[],
  of: Subject & { login_id: number },
  { after, before, limit }: { after: string[] | undefined; before?: Date | undefined; limit: number },
): Promise<{ rows: Row[]; last: string[] | undefined }> {
  const shown = columns.filter(({ name }) => !kind.leave_out?.includes(name)).map(({ name }) => sql.ref(name))
  const keys = kind.key.map((name) => sql.ref(name))
  const behind = after
    ? sql`(${sql.join(keys)}) > (${sql.join(after.map((value, at) => sql`${value}::${sql.raw(typeOf(kind, columns, at))}`))})`
    : sql`true`
  const { rows } = await sql<Row & { cursor: string[] }>`
    select ${sql.join(shown)}, array[${sql.join(keys.map((key) => sql`${key}::text`))}] as cursor
      from ${sql.table(kind.table)}
      where ${isTheirs(kind.whose, of)} and ${isWanted(kind.only, of)} and ${behind}
        and ${before ? sql`at < ${before}` : sql`true`}
      order by ${sql.join(keys)} limit ${limit}`.execute(db)
  return { rows: rows.map(({ cursor: _, ...row }) => row), last: rows.length < limit ? undefined : rows.at(-1)?.cursor }
}

function typeOf({ key, table }: Kind, columns: Column[], at: number): string {
  const column = columns.find(({ name }) => name === key[at])
  if (!column) throw new Error(`${table} has no column ${key[at]}`)
  return column.type
}

function isTheirs(whose: Whose, { user_id, owner_id, login_id }: Subject & { login_id: number }): RawBuilder<boolean> {
  if ('user' in whose) return sql`${sql.ref(whose.user)} = ${user_id}`
  if ('account' in whose) return sql`${sql.ref(whose.account)} = ${owner_id}`
  if ('login' in whose) return sql`${sql.ref(whose.login)} = ${login_id}`
  if ('ledger_account' in whose)
    // The index covers the entries of customers alone.
    return sql`${sql.ref(whose.ledger_account)} = (select id from ledger_accounts where api_login_id = ${login_id})
      and ${sql.ref(whose.ledger_account)} <> ${sql.lit(WORLD_USAGE_ID)}`
  if ('order' in whose)
    return sql`${sql.ref(whose.order)} in (select id from payment_orders where owner_id = ${owner_id})`
  if ('purchase' in whose)
    return sql`${sql.ref(whose.purchase)} in (select id from database_purchases where owner_id = ${owner_id})`
  if ('email' in whose) return sql`${sql.ref(whose.email)} = (select email from users where id = ${user_id})`
  // For their own account this adds only what no other member did.
  if (whose.actions === 'own')
    return sql`(actor = ${`user:${user_id}`} or (user_id = ${user_id} and actor not like 'user:%'))`
  return sql`user_id = ${owner_id}`
}

function isWanted(only: Kind['only'], { user_id }: Subject): RawBuilder<boolean> {
  // The address of staff who acted for the customer is private.
  if (only === 'of_customer') return sql`staff_id is null`
  if (only === 'own_or_shared') return sql`(user_id = ${user_id} or is_shared)`
  return sql`true`
}

/** Adds to each row of a page what belongs to it in other tables. */
export const ADD: Record<More, (db: Db, rows: Row[]) => Promise<Row[]>> = { calls, bookings, people }

/** Adds the request, as long as it is stored, and how a task ended. */
async function calls(db: Db, rows: Row[]): Promise<Row[]> {
  const ids = rows.map(({ id }) => id)
  const times = rows.flatMap(({ at }) => (at instanceof Date ? [at] : []))
  const [first, last] = [times[0], times.at(-1)]
  const found = await sql<{ id: string; request: unknown }>`
    select id, request from usage_params
      where id = any (${ids}::uuid[]) and at >= ${first} and at <= ${last}`.execute(db)
  const ended = await sql<Row & { id: string }>`
    select id, status_code, status_class, results, refunded_micros, finished_at, queue_ms, run_ms
      from usage_outcomes where id = any (${ids}::uuid[])`.execute(db)
  const requests = new Map(found.rows.map(({ id, request }) => [id, request]))
  const outcomes = new Map(ended.rows.map(({ id, ...outcome }) => [id, outcome]))
  return rows.map((row) => ({
    ...row,
    request: requests.get(String(row.id)) ?? null,
    outcome: outcomes.get(String(row.id)) ?? null,
  }))
}

/** Adds what changed the balance, and when. Memos are notes of the operator. */
async function bookings(db: Db, rows: Row[]): Promise<Row[]> {
  const found = await db
    .selectFrom('ledger_transactions')
    .select(['id', 'kind', 'at', 'calls'])
    .where('id', 'in', [...new Set(rows.map(({ transaction_id }) => String(transaction_id)))])
    .execute()
  const known = new Map(found.map(({ id, kind, at, calls }) => [id, { kind, at, calls }]))
  return rows.map((row) => ({ ...known.get(String(row.transaction_id)), ...row }))
}

async function people(db: Db, rows: Row[]): Promise<Row[]> {
  const found = await db
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where(
      'id',
      'in',
      rows.map(({ user_id }) => Number(user_id)),
    )
    .execute()
  const known = new Map(found.map(({ id, name, email }) => [id, { name, email }]))
  return rows.map((row) => ({ ...row, ...known.get(Number(row.user_id)) }))
}
