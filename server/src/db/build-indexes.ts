import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { startProblem } from './start-problem.ts'

const LOCK_NOT_AVAILABLE = '55P03'
const TURN_MS = 250
/** Five minutes. */
const TURNS = 600
const STATEMENT = /^create (unique )?index concurrently if not exists (\w+) on (\w+) ([^;]+)$/
const id = pg.escapeIdentifier

interface IndexPlan {
  unique: string
  name: string
  table: string
  rest: string
}

/** The statements of a migration that builds indexes beside the traffic; anything else in it is refused. */
export function readIndexPlans(name: string, sql: string): IndexPlan[] {
  const statements = sql
    .replaceAll(/--.*$/gm, '')
    .split(';')
    .map((one) => one.trim().replaceAll(/\s+/g, ' '))
    .filter(Boolean)
  return statements.map((statement) => {
    const [, unique = '', index = '', table = '', rest = ''] = STATEMENT.exec(statement) ?? []
    if (!index)
      throw startProblem(
        `Migration ${name} is marked concurrent, so each statement must be "create index concurrently if not exists name on table (…)": ${statement.slice(0, 80)}`,
      )
    return { unique, name: index, table, rest }
  })
}

/**
 * Builds an index without blocking writers. A killed build leaves an invalid one, which is dropped here and built
 * again. A partitioned table is built partition by partition.
 */
export async function buildIndex(client: pg.ClientBase, plan: IndexPlan): Promise<void> {
  const partitions = await partitionsOf(client, plan.table)
  if (!partitions) return buildOn(client, plan, plan.name, plan.table)
  const { unique, name: whole, table, rest } = plan
  await inTurn(client, `create ${unique}index if not exists ${id(whole)} on only ${id(table)} ${rest}`)
  for (const partition of partitions) {
    const name = `${partition}_${plan.name}`.slice(0, 63)
    await buildOn(client, plan, name, partition)
    if (!(await isAttached(client, name)))
      await client.query(`alter index ${id(plan.name)} attach partition ${id(name)}`)
  }
}

/**
 * The index of the parent has no rows, so it is made in a moment; but a statement that waits for its lock behind a long
 * transaction would block all others. So it waits shortly, lets them pass, and tries again.
 */
async function inTurn(client: pg.ClientBase, statement: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await client.query(`set lock_timeout = ${TURN_MS}`)
      await client.query(statement)
      return
    } catch (error) {
      if (!isLocked(error) || tries === TURNS) throw error
      await setTimeout(TURN_MS)
    } finally {
      await client.query('set lock_timeout = 0')
    }
  }
}

function isLocked(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE
}

async function buildOn(client: pg.ClientBase, { unique, rest }: IndexPlan, name: string, table: string) {
  const { rows } = await client.query<{ indisvalid: boolean }>(
    'select indisvalid from pg_index where indexrelid = to_regclass($1)',
    [id(name)],
  )
  if (rows[0]?.indisvalid === false) await client.query(`drop index concurrently ${id(name)}`)
  await client.query(`create ${unique}index concurrently if not exists ${id(name)} on ${id(table)} ${rest}`)
}

/** Undefined for a table without partitions. */
async function partitionsOf(client: pg.ClientBase, table: string): Promise<string[] | undefined> {
  const { rows } = await client.query<{ is_partitioned: boolean }>(
    `select relkind = 'p' as is_partitioned from pg_class where oid = to_regclass($1)`,
    [id(table)],
  )
  if (!rows[0]?.is_partitioned) return undefined
  const found = await client.query<{ name: string }>(
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = to_regclass($1) order by 1`,
    [id(table)],
  )
  return found.rows.map(({ name }) => name)
}

async function isAttached(client: pg.ClientBase, name: string): Promise<boolean> {
  const { rowCount } = await client.query('select from pg_inherits where inhrelid = to_regclass($1)', [id(name)])
  return rowCount === 1
}
