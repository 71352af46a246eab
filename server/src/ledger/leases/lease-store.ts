import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { Return } from './lease.ts'

export const RECALLS_CHANNEL = 'portico_recalls'

export async function returnLeases(db: Db, returns: Return[]): Promise<void> {
  const ids = returns.map(({ id }) => id)
  const steps = returns.map(({ step }) => step)
  const micros = returns.map((one) => one.micros)
  const finals = returns.map(({ is_final }) => is_final)
  await sql`select return_leases(${ids}::uuid[], ${steps}::integer[], ${micros}::bigint[], ${finals}::boolean[])`.execute(
    db,
  )
}

/** Takes the amount of a call out of its lease and holds it under the id of the call. */
export async function moveToOwnHold(db: Db, lease_id: string, call_id: string, micros: number): Promise<void> {
  await sql`select own_hold(${lease_id}::uuid, ${call_id}::uuid, ${micros}::bigint)`.execute(db)
}

/** Asks every process to give back its leases of these logins, and returns how many have not been given back. */
export async function notifyRecall(db: Db, login_ids: number[]): Promise<number> {
  const { rows } = await sql<{ leases: number }>`
    select count(*)::integer as leases, case when count(*) > 0 then pg_notify(${RECALLS_CHANNEL}, ${login_ids.join(',')}) end
      from ledger_holds where login_id = any (${login_ids}::integer[]) and is_lease`.execute(db)
  return rows[0]?.leases ?? 0
}

/** All logins of the account of this login. */
export async function loginsBeside(db: Db, login_id: number): Promise<number[]> {
  const { rows } = await sql<{ ids: number[] }>`select logins_beside(${login_id}) as ids`.execute(db)
  return rows[0]?.ids ?? [login_id]
}
