import type { InstanceFacts } from '@portico/contract/operator-service.ts'
import { sql } from 'kysely'
import type { Db } from '#db/db.ts'

export interface InstanceRow {
  id: string
  host: string | null
  pid: number | null
  version: string | null
  facts: InstanceFacts | null
  uptime_s: number
  silent_s: number
  is_alive: boolean
}

export async function describeInstance(
  db: Db,
  id: string,
  { version, host, pid, facts }: { version: string; host: string; pid: number; facts: InstanceFacts },
): Promise<void> {
  await sql`
    update gateway_instances set version = ${version}, host = ${host}, pid = ${pid}, facts = ${JSON.stringify(facts)}::jsonb
      where id = ${id}::uuid`.execute(db)
}

/** By the clock of the database, which the heartbeats are written with. One that ended in order is not among them. */
export async function allInstances(db: Db): Promise<InstanceRow[]> {
  const { rows } = await sql<InstanceRow>`
    select id, host, pid, version, facts, gateway_is_alive(id) as is_alive,
        extract(epoch from now() - started_at)::integer as uptime_s,
        greatest(extract(epoch from now() - seen_at), 0)::integer as silent_s
      from gateway_instances order by is_alive desc, started_at, id`.execute(db)
  return rows
}

/** Endpoints of the source that other living instances turn away, as they last wrote it. */
export async function openElsewhere(db: Db, own: string): Promise<string[]> {
  const others = (await allInstances(db)).filter(({ id, is_alive }) => is_alive && id !== own)
  return others.flatMap(({ facts }) => facts?.breakers ?? [])
}
