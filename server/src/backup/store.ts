import pg from 'pg'

export interface TableShape {
  name: string
  columns: string[]
}

export interface SequenceState {
  table: string
  column: string
  last_value: string
  is_called: boolean
}

export interface PartitionDay {
  table: string
  day: string
}

export interface AppliedMigration {
  number: number
  name: string
  sha256: string
}

const id = pg.escapeIdentifier

/** Tables every database has its own rows of: migrations, functions, its key, and running processes. */
const NOT_BACKED_UP = [
  'schema_migrations',
  'schema_functions',
  'reader_key',
  'gateway_instances',
  'gateway_load',
  'gateway_running',
]

/** All tables, those first that others refer to. */
export async function tablesOf(client: pg.ClientBase): Promise<TableShape[]> {
  const { rows } = await client.query<TableShape & { refers_to: string[] }>(
    `select c.relname as name,
        array(select a.attname::text from pg_attribute a
          where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
        array(select f.confrelid::regclass::text from pg_constraint f
          where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as refers_to
      from pg_class c
      where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and c.relname <> all ($1) order by c.relname`,
    [NOT_BACKED_UP],
  )
  const placed: TableShape[] = []
  let left = rows
  while (left.length > 0) {
    const waiting = new Set(left.map(({ name }) => name))
    const next = left.filter(({ refers_to }) => !refers_to.some((name) => waiting.has(name.replaceAll('"', ''))))
    if (next.length === 0) throw new Error(`tables have a circular reference: ${[...waiting].join(', ')}`)
    placed.push(...next.map(({ name, columns }) => ({ name, columns })))
    left = left.filter((row) => !next.includes(row))
  }
  return placed
}

export async function sequencesOf(client: pg.ClientBase): Promise<SequenceState[]> {
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(
    `select c.relname as table, a.attname as column, pg_get_serial_sequence(quote_ident(c.relname), a.attname) as sequence
      from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and a.attidentity <> '' and c.relname <> all ($1) order by 1`,
    [NOT_BACKED_UP],
  )
  const states: SequenceState[] = []
  for (const { table, column, sequence } of rows) {
    const state = await client.query<Pick<SequenceState, 'last_value' | 'is_called'>>(
      `select last_value::text, is_called from ${sequence}`,
    )
    if (state.rows[0]) states.push({ table, column, ...state.rows[0] })
  }
  return states
}

export async function setSequence(client: pg.ClientBase, state: SequenceState): Promise<void> {
  await client.query('select setval(pg_get_serial_sequence(quote_ident($1), $2), $3::bigint, $4)', [
    state.table,
    state.column,
    state.last_value,
    state.is_called,
  ])
}

export async function partitionsOf(client: pg.ClientBase): Promise<PartitionDay[]> {
  const { rows } = await client.query<PartitionDay>(
    `select i.inhparent::regclass::text as table, to_date(substring(c.relname from '[0-9]{8}$'), 'YYYYMMDD')::text as day
      from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relname ~ '_[0-9]{8}$' order by 1, 2`,
  )
  return rows
}

export async function makePartition(client: pg.ClientBase, { table, day }: PartitionDay): Promise<void> {
  await client.query('select make_day_partition($1, $2::date)', [table, day])
}

export async function migrationsIn(client: pg.ClientBase): Promise<AppliedMigration[]> {
  const there = await client.query<{ there: boolean }>(`select to_regclass('schema_migrations') is not null as there`)
  if (!there.rows[0]?.there) return []
  const { rows } = await client.query<AppliedMigration>(
    'select number, name, sha256 from schema_migrations order by number',
  )
  return rows
}

/** One snapshot for everything that is read: a concurrent booking is wholly in it or not at all. */
export async function beginSnapshot(client: pg.ClientBase): Promise<Date> {
  await client.query(`set statement_timeout = 0; set idle_in_transaction_session_timeout = 0`)
  const moved = await client.query<{ there: boolean }>(`select to_regclass('moved_days') is not null as there`)
  await client.query('begin isolation level repeatable read read only')
  // Before the snapshot: rows that move to a file after it would be in neither.
  if (moved.rows[0]?.there) await client.query('lock table moved_days in share mode')
  const { rows } = await client.query<{ now: Date }>('select now() as now')
  return rows[0]?.now ?? new Date(0)
}

export function readText({ name, columns }: TableShape): string {
  return `copy (select ${columns.map(id).join(', ')} from ${id(name)}) to stdout`
}

export function writeText({ name, columns }: TableShape): string {
  return `copy ${id(name)} (${columns.map(id).join(', ')}) from stdin`
}

/** False: this database is already in use. */
export async function isUnused(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ users: boolean | null }>(`select to_regclass('users') is not null as users`)
  if (!rows[0]?.users) return true
  const found = await client.query(
    'select from users union all select from ledger_transactions union all select from api_logins limit 1',
  )
  return found.rowCount === 0
}

/** Rows are restored as they were: triggers are off, and rows inserted by migrations are removed. */
export async function beginFilling(client: pg.ClientBase, tables: TableShape[]): Promise<void> {
  await client.query(`set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0`)
  await client.query('begin')
  for (const { name } of tables) await client.query(`alter table ${id(name)} disable trigger user`)
  await client.query(`truncate ${tables.map(({ name }) => id(name)).join(', ')}`)
}

export async function endFilling(client: pg.ClientBase, tables: TableShape[]): Promise<void> {
  for (const { name } of tables) await client.query(`alter table ${id(name)} enable trigger user`)
  await client.query('commit')
  await client.query('analyze')
}

export async function undo(client: pg.ClientBase): Promise<void> {
  await client.query('rollback')
}
