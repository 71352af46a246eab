import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { errorCode } from './error-code.ts'

/** PostgreSQL's code for a disk without space. */
export const FULL = '53100'
/** More than a few bookings need: with less, some statements would succeed and others not. */
const TRIAL_BYTES = 1_000_000
const BETWEEN_MS = 1000

interface State {
  tried_ms: number
  trial: Promise<boolean> | undefined
}

const full = new WeakMap<pg.Pool, State>()

/** A statement failed because the disk of the database is full. */
export function noteFull(pool: pg.Pool): void {
  if (!full.has(pool)) full.set(pool, { tried_ms: performance.now(), trial: undefined })
}

/**
 * True from the first statement that failed for want of space until a trial write succeeds. Single statements that find
 * space in old pages meanwhile prove nothing, and without calls no other statement would show that there is space again.
 */
export async function isDiskFull(pool: pg.Pool): Promise<boolean> {
  const state = full.get(pool)
  if (!state) return false
  if (!state.trial && performance.now() - state.tried_ms < BETWEEN_MS) return true
  state.trial ??= hasSpace(pool).finally(() => {
    Object.assign(state, { trial: undefined, tried_ms: performance.now() })
  })
  if (await state.trial) full.delete(pool)
  return full.has(pool)
}

/** A temporary table begins with an empty file, so its rows always need new space. */
async function hasSpace(pool: pg.Pool): Promise<boolean> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('create temporary table trial_write (bytes bytea) on commit drop')
    await client.query('insert into trial_write values ($1)', [randomBytes(TRIAL_BYTES)])
    return true
  } catch (error) {
    // Any other refusal, as of a role that may make no temporary tables, proves nothing about space.
    return errorCode(error) !== FULL
  } finally {
    await client.query('rollback').catch(() => undefined)
    client.release()
  }
}
