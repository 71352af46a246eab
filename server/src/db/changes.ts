import { sql } from 'kysely'
import type { Db } from './db.ts'

/** Every process listens on this channel and learns, right after the commit, which logins have another balance or more calls. */
export const CHANGES_CHANNEL = 'portico_changes'
/** Ten digits and a comma each: together below PostgreSQL's limit of 8000 bytes per notification. */
export const MOST_AT_ONCE = 700

/** Notifies every process that these logins have another balance or more calls; the payload holds only ids. */
export async function notifyChanges(db: Db, login_ids: number[]): Promise<void> {
  await sql`select pg_notify(${CHANGES_CHANNEL}, ${login_ids.join(',')})`.execute(db)
}

export function readChanges(payload: string): number[] {
  return payload.split(',').map(Number).filter(Number.isInteger)
}
