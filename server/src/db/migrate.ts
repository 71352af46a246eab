import type pg from 'pg'
import { errorText } from './error-code.ts'
import type { Log } from './log.ts'
import { type Migration, readMigrations } from './read-migrations.ts'
import { startProblem } from './start-problem.ts'

type Applied = Pick<Migration, 'number' | 'name' | 'sha256'>

// Any fixed number that nothing else on a shared database server is likely to lock.
export const MIGRATION_LOCK = 7_078_452_063

/**
 * Brings the database up to the files in `dir`, or to one of them, and says how many it ran. Each file commits together with its row, so a
 * killed server leaves it wholly done or wholly undone; of two servers that start at once the second waits.
 */
export async function migrate(pool: pg.Pool, dir: string, log: Log, up_to = Number.POSITIVE_INFINITY): Promise<number> {
  const migrations = readMigrations(dir).filter(({ number }) => number <= up_to)
  const client = await pool.connect()
  try {
    await client.query(`
      set statement_timeout = 0;
      set lock_timeout = 0;
      set idle_in_transaction_session_timeout = 0;
      set client_min_messages = warning;`)
    await takeTurn(client, log)
    return await applyNew(client, migrations, log)
  } finally {
    // Closed instead of given back: that ends the lock, and the missing timeouts must not reach a request.
    client.release(true)
  }
}

async function takeTurn(client: pg.PoolClient, log: Log) {
  const { rows } = await client.query('select pg_try_advisory_lock($1) as is_ours', [MIGRATION_LOCK])
  if (rows[0].is_ours) return
  log.info('waiting for another server that is migrating the database')
  await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
}

async function applyNew(client: pg.PoolClient, migrations: Migration[], log: Log): Promise<number> {
  await client.query(`
    create table if not exists schema_migrations (
      number integer primary key,
      name text not null,
      sha256 text not null,
      applied_at timestamptz not null default now()
    )`)
  const { rows } = await client.query<Applied>('select number, name, sha256 from schema_migrations order by number')
  checkHistory(rows, migrations)
  const fresh = migrations.slice(rows.length)
  for (const migration of fresh) {
    await apply(client, migration)
    log.info({ migration: migration.name }, 'migrated the database')
  }
  return fresh.length
}

function checkHistory(applied: Applied[], migrations: Migration[]) {
  applied.forEach((row, index) => {
    const file = migrations[index]
    if (row.number !== index + 1) {
      throw startProblem(`The database misses migration ${index + 1} in its history. Restore it from a backup.`)
    }
    if (!file) {
      throw startProblem(
        `The database is newer than this Portico: it has migration ${row.name}, which this version does not know. ` +
          'Start the newer version, or restore the backup made before the update.',
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

async function apply(client: pg.PoolClient, { number, name, sha256, sql }: Migration) {
  try {
    await client.query('begin')
    await client.query(sql)
    await client.query('insert into schema_migrations (number, name, sha256) values ($1, $2, $3)', [
      number,
      name,
      sha256,
    ])
    await client.query('commit')
  } catch (e) {
    await client.query('rollback').catch(() => undefined)
    throw startProblem(`Migration ${name} failed and was undone: ${errorText(e)}. Nothing was changed by it.`)
  }
}
