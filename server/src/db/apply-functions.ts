import type pg from 'pg'
import { errorText } from './error-code.ts'
import type { Log } from './log.ts'
import { type FunctionFile, readFunctions } from './read-functions.ts'
import { startProblem } from './start-problem.ts'

/** The Portico that applied a function: by its newest migration, and among those by its version. */
interface Release {
  migration: number
  version: string
}

interface Applied extends Release {
  name: string
  sha256: string
}

/**
 * Replaces the functions whose files changed, all in one transaction; the caller holds the migration lock. After a new
 * migration it replaces them all, because a migration can drop or change one. Functions of a newer Portico are left:
 * its servers may be running beside this one. Returns the number of files applied.
 */
export async function applyFunctions(client: pg.ClientBase, dir: string, release: Release, log: Log): Promise<number> {
  const files = readFunctions(dir)
  await client.query(`
    create table if not exists schema_functions (
      name text primary key,
      sha256 text not null,
      version text not null,
      migration integer not null,
      applied_at timestamptz not null default now()
    )`)
  const { rows } = await client.query<Applied>('select name, sha256, version, migration from schema_functions')
  const newer = new Set(rows.filter((row) => isOlder(release, row)).map(({ name }) => name))
  if (newer.size > 0)
    log.warn({ functions: [...newer].sort() }, 'database functions of a newer Portico are left as they are')
  const known = new Map(rows.map((row) => [row.name, row]))
  const ours = files.filter(({ name }) => !newer.has(name))
  const changed = ours.filter(({ name, sha256 }) => {
    const row = known.get(name)
    return row?.sha256 !== sha256 || row.migration !== release.migration
  })
  const recorded = ours.filter((file) => changed.includes(file) || known.get(file.name)?.version !== release.version)
  const gone = rows.filter(({ name }) => !newer.has(name) && !files.some((file) => file.name === name))
  if (recorded.length + gone.length === 0) return 0
  await client.query('begin')
  try {
    // `set search_path from current` in a file takes this one: our tables, whatever the path of a caller is.
    await client.query(`select set_config('search_path', format('%I, pg_temp', current_schema()), true)`)
    for (const file of changed) await apply(client, file)
    for (const file of recorded) await record(client, file, release)
    await client.query('delete from schema_functions where name = any ($1)', [gone.map(({ name }) => name)])
    await client.query('commit')
  } catch (e) {
    await client.query('rollback').catch(() => undefined)
    throw e
  }
  if (changed.length > 0) log.info({ functions: changed.map(({ name }) => name) }, 'database functions applied')
  return changed.length
}

async function apply(client: pg.ClientBase, { name, sql }: FunctionFile): Promise<void> {
  try {
    await client.query(sql)
  } catch (e) {
    throw startProblem(`The functions of ${name}.sql could not be applied: ${errorText(e)}. No function was changed.`)
  }
}

async function record(client: pg.ClientBase, { name, sha256 }: FunctionFile, release: Release): Promise<void> {
  await client.query(
    `insert into schema_functions (name, sha256, version, migration) values ($1, $2, $3, $4)
      on conflict (name) do update set sha256 = excluded.sha256, version = excluded.version, migration = excluded.migration,
        applied_at = excluded.applied_at`,
    [name, sha256, release.version, release.migration],
  )
}

/** Between releases two states of the code have one version: then the last one that started wins. */
function isOlder(a: Release, b: Release): boolean {
  const order = [a.migration - b.migration, ...differences(a.version, b.version)].find((one) => one !== 0) ?? 0
  return order < 0
}

function differences(a: string, b: string): number[] {
  const [left = [], right = []] = [a, b].map((version) => version.split(/[.-]/).slice(0, 3).map(Number))
  return left.map((part, index) => part - (right[index] ?? 0))
}
