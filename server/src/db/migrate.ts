import type pg from 'pg'
import { applyFunctions } from './apply-functions.ts'
import { buildIndex, readIndexPlans } from './build-indexes.ts'
import { errorText } from './error-code.ts'
import type { Log } from './log.ts'
import { takeTurn } from './migration-lock.ts'
import { type Migration, readMigrations } from './read-migrations.ts'
import type { SchemaFolders } from './schema-folders.ts'
import { startProblem } from './start-problem.ts'

type Applied = Pick<Migration, 'number' | 'name' | 'sha256' | 'allows_older'>

/**
 * Brings the database up to its migrations and returns how many it ran, then to its functions. Each migration commits
 * together with its row, so a killed server leaves it wholly done or wholly undone; of two servers that start at once
 * the second waits. With `up_to` the database is left as an older Portico had it, without the functions of today, which
 * may need later migrations.
 */
export async function migrate(
  pool: pg.Pool,
  schema: SchemaFolders,
  log: Log,
  up_to = Number.POSITIVE_INFINITY,
): Promise<number> {
  const migrations = readMigrations(schema.migrations).filter(({ number }) => number <= up_to)
  const client = await pool.connect()
  try {
    await client.query(`
      set statement_timeout = 0;
      set lock_timeout = 0;
      set idle_in_transaction_session_timeout = 0;
      set client_min_messages = warning;`)
    await takeTurn(client, () => log.info('waiting for another server that is migrating the database'))
    const count = await applyNew(client, migrations, log)
    if (schema.functions && up_to === Number.POSITIVE_INFINITY) {
      const release = { migration: migrations.length, version: schema.version }
      await applyFunctions(client, schema.functions, release, log)
    }
    return count
  } finally {
    // Closed instead of released: that ends the lock, and the missing timeouts must not reach a request.
    client.release(true)
  }
}

async function applyNew(client: pg.PoolClient, migrations: Migration[], log: Log): Promise<number> {
  await client.query(`
    create table if not exists schema_migrations (
      number integer primary key,
      name text not null,
      sha256 text not null,
      applied_at timestamptz not null default now()
    )`)
  await client.query(
    'alter table schema_migrations add column if not exists allows_older boolean not null default false',
  )
  const { rows } = await client.query<Applied>(
    'select number, name, sha256, allows_older from schema_migrations order by number',
  )
  checkHistory(rows, migrations)
  const newer = rows.slice(migrations.length)
  if (newer.length > 0)
    log.warn({ newer: newer.map(({ name }) => name) }, 'database is newer than this Portico and compatible with it')
  const fresh = migrations.slice(rows.length)
  for (const migration of fresh) {
    await apply(client, migration)
    log.info({ migration: migration.name }, 'database migrated')
  }
  return fresh.length
}

function checkHistory(applied: Applied[], migrations: Migration[]) {
  applied.forEach((row, index) => {
    const file = migrations[index]
    if (row.number !== index + 1) {
      throw startProblem(`The database misses migration ${index + 1} in its history. Restore it from a backup.`)
    }
    // The newer version declared that an older one may continue with it.
    if (!file && row.allows_older) return
    if (!file) {
      throw startProblem(
        `The database is newer than this Portico: it has migration ${row.name}, which this version does not know and cannot work with. ` +
          'Start the newer version, or restore the backup made before the update (portico restore).',
      )
    }
    if (file.name !== row.name || file.sha256 !== row.sha256) {
      throw startProblem(
        `Migration ${row.name} was already applied, and ${file.name}.sql is not the same any more. ` +
          'Restore the file and put the change into a new migration.',
      )
    }
  })
}

async function apply(client: pg.PoolClient, migration: Migration) {
  const { name, sql, is_concurrent } = migration
  if (is_concurrent) return applyConcurrently(client, migration)
  try {
    await client.query('begin')
    await client.query(sql)
    await record(client, migration)
    await client.query('commit')
  } catch (e) {
    await client.query('rollback').catch(() => undefined)
    throw startProblem(`Migration ${name} failed and was undone: ${errorText(e)}. Nothing was changed by it.`)
  }
}

/** Runs outside of a transaction: after a kill it is begun again, and finds what was done. */
async function applyConcurrently(client: pg.PoolClient, migration: Migration) {
  const plans = readIndexPlans(migration.name, migration.sql)
  try {
    for (const plan of plans) await buildIndex(client, plan)
    await record(client, migration)
  } catch (e) {
    throw startProblem(
      `Migration ${migration.name} could not be finished: ${errorText(e)}. The next start goes on with it.`,
    )
  }
}

async function record(client: pg.PoolClient, { number, name, sha256, allows_older }: Migration) {
  await client.query('insert into schema_migrations (number, name, sha256, allows_older) values ($1, $2, $3, $4)', [
    number,
    name,
    sha256,
    allows_older,
  ])
}
