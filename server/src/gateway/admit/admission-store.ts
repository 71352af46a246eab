import { sql } from 'kysely'
import type { Db } from '#db/db.ts'

export interface AdmitRequest {
  login_id: number
  /** Calls of this login in progress in this process. */
  running: number
  wanted: number
  per_minute: number
  simultaneous: number
}

/** What was left of each limit before the wanted calls were counted. */
export interface Remaining {
  login_id: number
  by_minute: number
  by_running: number
}

/** Counts the calls of all logins of a batch in one statement. */
export async function admitCalls(
  db: Db,
  instance: string,
  minute: Date,
  requests: AdmitRequest[],
): Promise<Remaining[]> {
  const { rows } = await sql<Remaining>`/* admit_calls */
    select login_id, by_minute, by_running
      from admit_calls(${instance}::uuid, ${minute}, ${JSON.stringify(requests)}::json)`.execute(db)
  return rows
}

/** Marks this process as alive, by the clock of the database, which all processes share. */
export async function beat(db: Db, instance: string): Promise<void> {
  await sql`
    insert into gateway_instances (id, seen_at) values (${instance}::uuid, now())
      on conflict (id) do update set seen_at = excluded.seen_at`.execute(db)
}

/**
 * The id suffixes of processes that have not been seen for twenty seconds. A process that stopped in order has removed itself
 * from the list; a suffix that a living process shares is left out.
 */
export async function deadTags(db: Db): Promise<string[]> {
  const { rows } = await sql<{ tag: string }>`
    select right(id::text, 6) as tag from gateway_instances group by 1
      having max(seen_at) < now() - interval '20 seconds'`.execute(db)
  return rows.map(({ tag }) => tag)
}

export async function forgetInstance(db: Db, instance: string): Promise<void> {
  await sql`delete from gateway_running where instance = ${instance}::uuid`.execute(db)
  await sql`delete from gateway_instances where id = ${instance}::uuid`.execute(db)
}

/** The id suffixes of all other processes in the table, however recently they were seen. */
export async function otherTags(db: Db, instance: string): Promise<string[]> {
  const { rows } = await sql<{ tag: string }>`
    select distinct right(id::text, 6) as tag from gateway_instances
      where right(id::text, 6) <> right(${instance}::uuid::text, 6)`.execute(db)
  return rows.map(({ tag }) => tag)
}

/** For a process that is alone on its database: every other instance in the table was killed. */
export async function forgetOthers(db: Db, instance: string): Promise<void> {
  await sql`delete from gateway_running where instance <> ${instance}::uuid`.execute(db)
  await sql`delete from gateway_instances where id <> ${instance}::uuid`.execute(db)
}

/** Removes what killed processes left behind. */
export async function forgetDead(db: Db): Promise<void> {
  await sql`delete from gateway_running where not gateway_is_alive(instance)`.execute(db)
  await sql`delete from gateway_instances where seen_at < now() - interval '1 hour'`.execute(db)
}

export interface LoadRow {
  login_id: number
  minute: Date
  calls: number
}

export async function loadsOf(db: Db, minute: Date): Promise<LoadRow[]> {
  const { rows } = await sql<LoadRow>`
    select login_id, minute, calls from gateway_load where minute = ${minute}`.execute(db)
  return rows
}

export async function saveLoads(db: Db, rows: LoadRow[]): Promise<void> {
  await sql`
    insert into gateway_load (login_id, minute, calls)
      select login_id, minute, calls
        from json_to_recordset(${JSON.stringify(rows)}::json) as r (login_id integer, minute timestamptz, calls integer)
      on conflict (login_id) do update set minute = excluded.minute, calls = excluded.calls`.execute(db)
}
