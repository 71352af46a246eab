import { sql } from 'kysely'
import type { SessionChange } from '#ctx/ctx.ts'
import type { BeganBy } from '#db/column-types.ts'
import type { Db } from '#db/db.ts'
import { prepared } from '#db/prepared.ts'

export interface NewSession {
  token_hash: Buffer
  public_id: string
  user_id: number
  wl_id: number
  staff_id: number | null
  staff_reason: string | null
  reauth_at: Date | null
  factor_at: Date | null
  sso_owner_id: number | null
  began_by: BeganBy
  ip: string
  user_agent: string
  now: Date
}

/** The session stays on the login it begins with, whatever the user chooses in another browser meanwhile. */
export async function insertSession(db: Db, { now, ...row }: NewSession): Promise<void> {
  const { user_id, sso_owner_id } = row
  const begins_on = sql<number>`working_login(${user_id}::int, null, ${sso_owner_id}::int)`
  await db
    .insertInto('sessions')
    .values({ ...row, active_login_id: begins_on, created_at: now, last_seen_at: now })
    .execute()
  await touchUser(db, row, now)
}

export interface SessionLimits {
  idle_since: Date
  created_since: Date
  acting_since: Date
  staff_idle_since: Date
  staff_created_since: Date
}

const BELONGS_THERE = sql<boolean>`not exists (
  select from whitelabels w where w.id = sessions.wl_id and w.parent_id > 0 and w.parent_id <> sessions.user_id
    and not exists (select from team_members m where m.owner_id = w.parent_id and m.user_id = sessions.user_id))`

/** A session whose sign-on account is deleted has lost its id, and must not count as one that began otherwise. */
const STILL_VOUCHED = sql<boolean>`case
  when sessions.sso_owner_id is not null then sso_vouches(sessions.user_id, sessions.sso_owner_id)
  else sessions.began_by is distinct from 'sso' end`

/** True where the sign-in service of this account vouches for this user now. */
export async function isVouched(db: Db, user_id: number, sso_owner_id: number): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select sso_vouches(${user_id}::int, ${sso_owner_id}::int) as is`.execute(db)
  return rows[0]?.is ?? false
}

/**
 * A live session of an active user; one in which staff act lives only as long as they are staff, and one at a private
 * white-label only as long as the user belongs there. One by single sign-on lives only as long as that account's
 * sign-in service vouches for the user. Staff's own are shorter, and only those that were opened with a second factor
 * count, however they began.
 */
export async function findSession(db: Db, token_hash: Buffer, limits: SessionLimits & { now: Date }) {
  const query = db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .leftJoin('users as staff', 'staff.id', 'sessions.staff_id')
    .select([
      'token_hash',
      'user_id',
      'users.is_staff',
      'sessions.created_at',
      'sessions.last_seen_at',
      'reauth_at',
      'active_login_id',
      'sessions.wl_id',
      'staff_id',
      'factor_at',
      'users.wl_id as home_wl_id',
      'sessions.sso_owner_id',
      'sessions.began_by',
      sql<boolean>`held_back(sessions.user_id, sessions.active_login_id, ${limits.now}, sessions.sso_owner_id)`.as(
        'is_held_back',
      ),
    ])
    .where('token_hash', '=', token_hash)
    .where('users.status', '=', 'active')
    .where('sessions.last_seen_at', '>', limits.idle_since)
    .where('sessions.created_at', '>', limits.created_since)
    .where((is) =>
      is.or([
        is('staff_id', 'is', null),
        is.and([
          is('staff.is_staff', '=', true),
          is('staff.status', '=', 'active'),
          is('sessions.created_at', '>', limits.acting_since),
        ]),
      ]),
    )
    .where(BELONGS_THERE)
    .where(STILL_VOUCHED)
    .where((is) =>
      is.or([
        is('users.is_staff', '=', false),
        is.and([
          is('factor_at', 'is not', null),
          is('sessions.last_seen_at', '>', limits.staff_idle_since),
          is('sessions.created_at', '>', limits.staff_created_since),
        ]),
      ]),
    )
  return (await prepared(db, 'find_session', query))[0]
}

type Touched = Pick<NewSession, 'user_id' | 'staff_id'>

export async function touchSession(db: Db, session: Touched & { token_hash: Buffer }, now: Date): Promise<void> {
  await db.updateTable('sessions').set({ last_seen_at: now }).where('token_hash', '=', session.token_hash).execute()
  await touchUser(db, session, now)
}

/** Staff who act as a user are not that user. A page does not wait for a change of the account: the next one is counted. */
async function touchUser(db: Db, { user_id, staff_id }: Touched, now: Date): Promise<void> {
  if (staff_id !== null) return
  await sql`update users set last_seen_at = ${now}
    where id = (select id from users where id = ${user_id} for no key update skip locked)`.execute(db)
}

/** False when the session was ended or renewed meanwhile. */
export async function replaceToken(
  db: Db,
  old: Buffer,
  change: SessionChange & { token_hash: Buffer },
): Promise<boolean> {
  const result = await db.updateTable('sessions').set(change).where('token_hash', '=', old).executeTakeFirst()
  return result.numUpdatedRows === 1n
}

export async function deleteSession(db: Db, token_hash: Buffer): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', token_hash).execute()
}

/**
 * All of a user's own sessions but the current one, and those in which they act as others; sessions of staff who act as
 * them are not theirs.
 */
export async function deleteSessionsOf(db: Db, user_id: number, keep: Buffer | null): Promise<number> {
  const result = await db
    .deleteFrom('sessions')
    .where((is) =>
      is.or([is.and([is('user_id', '=', user_id), is('staff_id', 'is', null)]), is('staff_id', '=', user_id)]),
    )
    .$if(keep !== null, (query) => query.where('token_hash', '!=', keep ?? Buffer.alloc(0)))
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}

export async function deleteSessionsAt(db: Db, user_id: number, wl_ids: number[]): Promise<void> {
  if (wl_ids.length === 0) return
  await db.deleteFrom('sessions').where('user_id', '=', user_id).where('wl_id', 'in', wl_ids).execute()
}

/** Sessions that began with the single sign-on of this account: of these users, or of all. */
export async function deleteSessionsBySso(db: Db, owner_id: number, user_ids: number[] | 'all'): Promise<void> {
  if (user_ids.length === 0) return
  await db
    .deleteFrom('sessions')
    .where('sso_owner_id', '=', owner_id)
    .$if(user_ids !== 'all', (query) => query.where('user_id', 'in', user_ids === 'all' ? [] : user_ids))
    .execute()
}

export async function deleteSessionNamed(db: Db, user_id: number, public_id: string): Promise<boolean> {
  const result = await db
    .deleteFrom('sessions')
    .where('user_id', '=', user_id)
    .where('public_id', '=', public_id)
    .where('staff_id', 'is', null)
    .executeTakeFirst()
  return result.numDeletedRows === 1n
}

export function listSessions(db: Db, user_id: number, limits: SessionLimits) {
  return db
    .selectFrom('sessions')
    .select(['token_hash', 'public_id', 'user_agent', 'ip', 'created_at', 'last_seen_at'])
    .where('user_id', '=', user_id)
    .where('staff_id', 'is', null)
    .where('last_seen_at', '>', limits.idle_since)
    .where('created_at', '>', limits.created_since)
    .where((is) =>
      is.or([
        is('factor_at', 'is', null),
        is.and([is('last_seen_at', '>', limits.staff_idle_since), is('created_at', '>', limits.staff_created_since)]),
      ]),
    )
    .orderBy('last_seen_at', 'desc')
    .execute()
}

export async function deleteStaleSessions(db: Db, limits: SessionLimits): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where((is) =>
      is.or([
        is('last_seen_at', '<', limits.idle_since),
        is('created_at', '<', limits.created_since),
        is.and([is('staff_id', 'is not', null), is('created_at', '<', limits.acting_since)]),
        is.and([is('factor_at', 'is not', null), is('last_seen_at', '<', limits.staff_idle_since)]),
        is.and([is('factor_at', 'is not', null), is('created_at', '<', limits.staff_created_since)]),
      ]),
    )
    .execute()
}
