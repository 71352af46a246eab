import type pg from 'pg'

/** A moment in the primary's history: a replica that has replayed this far shows everything that was acknowledged before. */
export interface Position {
  lsn: number
  history: string
}

export interface ReplicaFacts {
  is_replica: boolean
  lsn: number | null
  history: string | null
  at: Date | null
}

const bytes = (lsn: string) => `pg_wal_lsn_diff(${lsn}, '0/0')::bigint`
const HISTORY = `(select system_identifier from pg_control_system()) || '/' || current_database() || '/'
  || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8)`

// What is visible has been flushed, and only what was flushed is sent; without synchronous commits it is visible before.
const POSITION = `/* primary_position */ select ${HISTORY} as history, ${bytes(
  "case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end",
)} as lsn`

/** Several instances write the same row: one of them is enough. */
const BEAT = `/* replica_heartbeat */ insert into replica_heartbeats as beat (id, at, history)
  values (1, clock_timestamp(), ${HISTORY})
  on conflict (id) do update set at = excluded.at, history = excluded.history
  where beat.at < excluded.at - interval '400 milliseconds' or beat.history <> excluded.history`

const FACTS = `/* replica_facts */ select pg_is_in_recovery() as is_replica, ${bytes('pg_last_wal_replay_lsn()')} as lsn, beat.history, beat.at
  from (select) as one left join replica_heartbeats beat on true`

export async function positionOf(primary: pg.Pool): Promise<Position> {
  const { rows } = await primary.query<Position>(POSITION, [])
  const [position] = rows
  if (!position) throw new Error('the primary did not answer with its position')
  return position
}

/** Writes the heartbeat, and returns the time of the primary. */
export async function beat(primary: pg.Pool): Promise<Date> {
  await primary.query(BEAT, [])
  const { rows } = await primary.query<{ now: Date }>('select clock_timestamp() as now')
  return rows[0]?.now ?? new Date(0)
}

export async function factsOf(replica: pg.PoolClient): Promise<ReplicaFacts> {
  const { rows } = await replica.query<ReplicaFacts>(FACTS, [])
  return rows[0] ?? { is_replica: false, lsn: null, history: null, at: null }
}
