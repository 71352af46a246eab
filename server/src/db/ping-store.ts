import { sql } from 'kysely'
import { type Db, poolOf } from './db.ts'
import { errorCode } from './error-code.ts'
import { FULL, isDiskFull } from './full-disk.ts'
import { READ_ONLY } from './primary-client.ts'

const WORDS: Record<string, string> = {
  [READ_ONLY]: 'the database is a replica: no primary has been found yet',
  [FULL]: 'the disk of the database is full',
  '53300': 'the database has no connection free',
  '57P03': 'the database is starting or shutting down',
}

/** The reason why the database cannot work, in words; undefined when it answers and accepts writes. */
export async function databaseFailure(db: Db, timeout_ms = 2000): Promise<string | undefined> {
  const late = Promise.withResolvers<string>()
  const timer = setTimeout(() => late.resolve('the database does not answer'), timeout_ms)
  try {
    return await Promise.race([stateOf(db), late.promise])
  } finally {
    clearTimeout(timer)
  }
}

async function stateOf(db: Db): Promise<string | undefined> {
  try {
    const { rows } = await sql<{ reads_only: boolean }>`
      select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as reads_only`.execute(db)
    if (rows[0]?.reads_only) return 'the database takes no writes'
    const pool = poolOf(db)
    return pool && (await isDiskFull(pool)) ? WORDS[FULL] : undefined
  } catch (e) {
    return failureText(e)
  }
}

/** What a failed statement means for the database, in words. */
export function failureText(error: unknown): string {
  return WORDS[errorCode(error) ?? ''] ?? 'the database cannot be reached'
}
