import { sql } from 'kysely'
import type { Db } from '#db/db.ts'

/** The month of a call for its account, in one pool. */
export interface VolumeKey {
  owner_id: number
  month: string
  pool: string
}

export interface VolumeRow {
  unit: string
  free_used: number
  free_reserved: number
  paid_used: number
}

export interface VolumeCall {
  unit: string
  reserved: number
  free: number
  paid: number
  cost_micros: number | null
}

/** Null: the login does not exist. The month is that of the call's id, in UTC. */
export async function volumeKey(
  db: Db,
  call: { id: string; login_id: number },
  pool: string,
): Promise<VolumeKey | undefined> {
  const { rows } = await sql<VolumeKey>`
    select owner_id, date_trunc('month', utc_day(call_time(${call.id}::uuid)))::date as month, ${pool}::text as pool
      from api_logins where id = ${call.login_id}`.execute(db)
  return rows[0]
}

/** The month in which a call reserved units. */
export async function keyOfCall(db: Db, id: string): Promise<VolumeKey | undefined> {
  const { rows } = await sql<VolumeKey>`
    select owner_id, month, pool from volume_calls where id = ${id} limit 1`.execute(db)
  return rows[0]
}

/** Locks the rows of these units, always in the same order, and makes those that are missing. */
export async function lockVolume(db: Db, { owner_id, month, pool }: VolumeKey, units: string[]): Promise<VolumeRow[]> {
  await sql`
    insert into volume_months (owner_id, month, pool, unit)
      select ${owner_id}, ${month}::date, ${pool}, unit from unnest(${units}::text[]) as unit order by unit
      on conflict do nothing`.execute(db)
  const { rows } = await sql<VolumeRow>`
    select unit, free_used, free_reserved, paid_used from volume_months
      where owner_id = ${owner_id} and month = ${month}::date and pool = ${pool} and unit = any (${units}::text[])
      order by unit for no key update`.execute(db)
  return rows
}

export async function callVolume(db: Db, id: string): Promise<VolumeCall[]> {
  const { rows } = await sql<VolumeCall>`
    select unit, reserved, free, paid, cost_micros from volume_calls where id = ${id}`.execute(db)
  return rows
}

/** Writes the rows of a call and adds the difference to what it had before to its month, whose rows the caller has locked. */
export async function writeVolume(
  db: Db,
  id: string,
  { owner_id, month, pool }: VolumeKey,
  calls: VolumeCall[],
  before: VolumeCall[],
): Promise<void> {
  for (const { unit, reserved, free, paid, cost_micros } of calls) {
    const old = before.find((one) => one.unit === unit)
    await sql`
      insert into volume_calls (id, unit, owner_id, month, pool, reserved, free, paid, cost_micros)
        values (${id}, ${unit}, ${owner_id}, ${month}::date, ${pool}, ${reserved}, ${free}, ${paid}, ${cost_micros})
        on conflict (id, unit) do update set
          reserved = excluded.reserved, free = excluded.free, paid = excluded.paid, cost_micros = excluded.cost_micros`.execute(
      db,
    )
    await sql`
      update volume_months set
          free_used = free_used + ${free - (old?.free ?? 0)},
          free_reserved = free_reserved + ${reserved - (old?.reserved ?? 0)},
          paid_used = paid_used + ${paid - (old?.paid ?? 0)}
        where owner_id = ${owner_id} and month = ${month}::date and pool = ${pool} and unit = ${unit}`.execute(db)
  }
}

/** Deletes the rows of these calls and takes them out of their months, which are locked in the same order as elsewhere. */
export async function deleteVolume(db: Db, ids: string[]): Promise<number> {
  const { rows } = await sql<{ calls: number }>`
    with locked as materialized (
      select m.owner_id, m.month, m.pool, m.unit from volume_months m
        where (m.owner_id, m.month, m.pool, m.unit) in (
          select c.owner_id, c.month, c.pool, c.unit from volume_calls c where c.id = any (${ids}::uuid[]))
        order by m.owner_id, m.month, m.pool, m.unit for no key update
    ),
    gone as (
      delete from volume_calls where id = any (${ids}::uuid[]) and (select count(*) from locked) > 0
        returning id, owner_id, month, pool, unit, reserved, free, paid
    ),
    less as (
      update volume_months m set free_used = m.free_used - g.free, free_reserved = m.free_reserved - g.reserved,
          paid_used = m.paid_used - g.paid
        from (
          select owner_id, month, pool, unit, sum(free)::bigint as free, sum(reserved)::bigint as reserved, sum(paid)::bigint as paid
            from gone group by 1, 2, 3, 4
        ) g
        where (m.owner_id, m.month, m.pool, m.unit) = (g.owner_id, g.month, g.pool, g.unit)
    )
    select count(distinct id)::integer as calls from gone`.execute(db)
  return rows[0]?.calls ?? 0
}

/** Calls that are counted and booked need no further look. Returns those that were never booked. */
export async function closeVolume(db: Db, before: Date): Promise<string[]> {
  await sql`
    update volume_calls c set is_open = false
      where c.is_open and c.id < call_floor(${before}) and c.cost_micros is not null
        and exists (select from usage_events e where e.id = c.id and e.at = call_time(c.id))`.execute(db)
  const { rows } = await sql<{ id: string }>`
    select distinct c.id from volume_calls c
      where c.is_open and c.id < call_floor(${before})
        and not exists (select from usage_events e where e.id = c.id and e.at = call_time(c.id))`.execute(db)
  return rows.map(({ id }) => id)
}

export async function deleteClosedVolume(db: Db, before: Date): Promise<void> {
  await sql`delete from volume_calls where not is_open and id < call_floor(${before})`.execute(db)
}
