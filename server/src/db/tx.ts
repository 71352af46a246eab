import type { Transaction } from 'kysely'
import type { Db } from './db.ts'
import { errorCode } from './error-code.ts'
import type { Tables } from './tables.ts'
import { inSpan } from './trace.ts'

const SERIALIZATION_FAILURE = '40001'
const DEADLOCK = '40P01'
const TRIES = 3
const TRANSACTION = {
  name: 'database transaction',
  kind: 'client',
  attributes: { 'db.system.name': 'postgresql' },
} as const

/**
 * Runs within the transaction the caller already has, or in one of its own. One that PostgreSQL aborted in favour of
 * another is run again; `fn` must touch nothing but the database.
 */
export async function inTx<T>(db: Db, fn: (tx: Transaction<Tables>) => Promise<T>): Promise<T> {
  if (db.isTransaction) return fn(db as Transaction<Tables>)
  for (let attempt = 1; ; attempt++) {
    try {
      return await inSpan(TRANSACTION, () => db.transaction().execute(fn))
    } catch (e) {
      const code = errorCode(e)
      if (attempt === TRIES || (code !== SERIALIZATION_FAILURE && code !== DEADLOCK)) throw e
    }
  }
}

/** Runs in a transaction that is rolled back at its end: for a trial run of a change. */
export async function inUndoneTx<T>(db: Db, fn: (tx: Transaction<Tables>) => Promise<T>): Promise<T> {
  const tx = await db.startTransaction().execute()
  try {
    return await fn(tx)
  } finally {
    await tx.rollback().execute()
  }
}
