import { sql, type Updateable } from 'kysely'
import type { Db } from '#db/db.ts'
import type { Tables } from '#db/tables.ts'
import { callerQuery } from '../caller-store.ts'
import { MAKER_MAY_CALL } from './agent-store.ts'

/** A key by either of its secrets, also one that has ended, with everything the gateway needs of its login. */
export function keyByMac(db: Db, mac: Buffer, now: Date) {
  return callerQuery(db, now)
    .innerJoin('agent_logins as g', 'g.login_id', 'a.id')
    .leftJoin('team_members as m', (join) =>
      join.onRef('m.owner_id', '=', 'a.owner_id').onRef('m.user_id', '=', 'g.user_id'),
    )
    .leftJoin('users as t', 't.id', 'm.user_id')
    .select([
      'g.id as key_id',
      'g.name',
      'g.is_live',
      'g.is_read_only',
      'g.functions',
      'g.addresses',
      'g.per_minute as key_per_minute',
      'g.expires_at',
      'g.last_used_at',
      'm.user_id as member_id',
      sql<Date | null>`case when g.old_mac = ${mac} then g.old_until end`.as('replaced_until'),
      sql<boolean>`g.revoked_at is null and ${MAKER_MAY_CALL}`.as('is_working'),
    ])
    .where('g.kind', '=', 'key')
    .where((is) => is.or([is('g.mac', '=', mac), is('g.old_mac', '=', mac)]))
    .executeTakeFirst()
}

export interface OwnKey {
  id: number
  login_id: number
  user_id: number
}

/** For a key that `lockKey` has found. */
export async function updateKey(db: Db, id: number, change: Updateable<Tables['agent_logins']>): Promise<void> {
  await db.updateTable('agent_logins').set(change).where('id', '=', id).execute()
}

/** A key that was not revoked; undefined where this member has no such key. Locked, so that two rotations at once follow each other. */
export function lockKey(db: Db, { id, login_id, user_id }: OwnKey) {
  return db
    .selectFrom('agent_logins')
    .select([
      'name',
      'is_live',
      'mac',
      'functions',
      'addresses',
      'per_minute',
      'is_read_only',
      'total_micros',
      'day_micros',
      'expires_at',
    ])
    .where('id', '=', id)
    .where('kind', '=', 'key')
    .where('login_id', '=', login_id)
    .where('user_id', '=', user_id)
    .where('revoked_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

/** Keys that work and expire before a moment, whose makers were not notified yet. Taken at most once over all processes. */
export async function takeExpiring(db: Db, now: Date, before: Date) {
  const { rows } = await sql<{ name: string; user_id: number; login: string; expires_at: Date }>`
    update agent_logins g set expiry_mailed_at = ${now}
      from api_logins a
      where a.id = g.login_id and g.kind = 'key' and g.revoked_at is null and g.expiry_mailed_at is null
        and g.expires_at > ${now} and g.expires_at <= ${before}
        and (g.user_id = a.owner_id or exists (select from team_members m where m.owner_id = a.owner_id and m.user_id = g.user_id))
      returning g.name, g.user_id, a.login, g.expires_at`.execute(db)
  return rows
}

/** Working API keys that end before a moment, the first to end first. */
export async function endingKeys(db: Db, now: Date, before: Date, limit: number) {
  const { rows } = await sql<{ name: string; owner_id: number; expires_at: Date; total: number }>`
    select g.name, a.owner_id, g.expires_at, count(*) over ()::integer as total
      from agent_logins g join api_logins a on a.id = g.login_id
      where g.kind = 'key' and g.revoked_at is null and g.expires_at > ${now} and g.expires_at <= ${before}
      order by g.expires_at, g.id limit ${limit}`.execute(db)
  return rows
}
