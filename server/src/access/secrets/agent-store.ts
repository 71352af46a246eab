import { rolesThatMay } from '@portico/contract/permissions.ts'
import type { SecretChoice, SecretKind } from '@portico/contract/secret-bounds.ts'
import { type Insertable, type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { Tables } from '#db/tables.ts'

/** The maker of the agent or key `g` of the login `a` may still call: `m` is their membership, `t` the member's account. */
export const MAKER_MAY_CALL = sql<boolean>`case when m.user_id is null then g.user_id = a.owner_id
  else m.role = any (${rolesThatMay('call_api')}) and t.status = 'active' end`

/** An agent login that works: neither revoked nor expired, and its maker may still call. */
export interface WorkingAgent {
  id: number
  name: string
  login_id: number
  login: string
  owner_id: number
  user_id: number
  /** Null for the user who opened the account, while it is theirs. */
  member_id: number | null
  is_live: boolean
  functions: string[] | null
  total_micros: number | null
  day_micros: number | null
  expires_at: Date
  last_used_at: Date | null
}

export function agentByMac(db: Db, mac: Buffer, now: Date): Promise<WorkingAgent | undefined> {
  return workingAgent(db, sql`g.mac = ${mac}`, now)
}

export function agentById(db: Db, id: number, now: Date): Promise<WorkingAgent | undefined> {
  return workingAgent(db, sql`g.id = ${id}`, now)
}

async function workingAgent(db: Db, named: RawBuilder<unknown>, now: Date): Promise<WorkingAgent | undefined> {
  const { rows } = await sql<WorkingAgent>`
    select g.id, g.name, g.login_id, a.login, a.owner_id, g.user_id, g.is_live, g.functions, g.total_micros, g.day_micros,
        g.expires_at, g.last_used_at, m.user_id as member_id
      from agent_logins g join api_logins a on a.id = g.login_id
      left join team_members m on m.owner_id = a.owner_id and m.user_id = g.user_id
      left join users t on t.id = m.user_id
      where ${named} and g.kind = 'agent' and g.revoked_at is null and g.expires_at > ${now} and ${MAKER_MAY_CALL}`.execute(
    db,
  )
  return rows[0]
}

export async function insertAgent(db: Db, row: Insertable<Tables['agent_logins']>): Promise<number> {
  const { id } = await db.insertInto('agent_logins').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Agents or keys that were not revoked, the newest first; of one member, or all. */
export function agentsOf(db: Db, kind: SecretKind, login_id: number, user_id: number | undefined) {
  return db
    .selectFrom('agent_logins')
    .innerJoin('users', 'users.id', 'agent_logins.user_id')
    .select([
      'agent_logins.id',
      'agent_logins.name',
      'agent_logins.user_id',
      'users.name as made_by',
      'is_live',
      'functions',
      'total_micros',
      'day_micros',
      'agent_logins.created_at',
      'expires_at',
      'last_used_at',
      'prefix',
      'is_read_only',
      'addresses',
      'per_minute',
      'old_until',
    ])
    .where('login_id', '=', login_id)
    .where('kind', '=', kind)
    .where('revoked_at', 'is', null)
    .$if(user_id !== undefined, (query) => query.where('agent_logins.user_id', '=', user_id ?? 0))
    .orderBy('agent_logins.id', 'desc')
    .execute()
}

/** All agents and keys that ever existed, for filters and files. */
export async function agentNames(db: Db, login_ids: number[]): Promise<SecretChoice[]> {
  if (login_ids.length === 0) return []
  return db
    .selectFrom('agent_logins')
    .select(['id', 'name', 'kind'])
    .where('login_id', 'in', login_ids)
    .orderBy('kind', 'desc')
    .orderBy('name')
    .orderBy('id')
    .execute()
}

/** No other transaction adds an agent to this login until this one ends. */
export async function lockAgents(db: Db, login_id: number): Promise<void> {
  await db.selectFrom('api_logins').select('id').where('id', '=', login_id).forNoKeyUpdate().execute()
}

/** Agents revoked before a moment whose limits still exist: the meter reads all limits of a login with every call. */
export function revokedBefore(db: Db, login_id: number, at: Date) {
  return db
    .selectFrom('agent_logins')
    .innerJoin('spend_limits', (join) =>
      join
        .onRef('spend_limits.login_id', '=', 'agent_logins.login_id')
        .on('spend_limits.scope', '=', sql<string>`agent_scope(agent_logins.id)`),
    )
    .select('agent_logins.id')
    .distinct()
    .where('agent_logins.login_id', '=', login_id)
    .where('revoked_at', '<', at)
    .execute()
}

/** Counts expired ones too: each has its limits until it is removed. */
export async function countAgents(db: Db, kind: SecretKind, login_id: number): Promise<number> {
  const { count } = await db
    .selectFrom('agent_logins')
    .select((on) => on.fn.countAll<number>().as('count'))
    .where('login_id', '=', login_id)
    .where('kind', '=', kind)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** One agent or key; where a member is named, only if it is theirs. */
export interface Named {
  kind: SecretKind
  id: number
  login_id: number
  user_id: number | undefined
}

/** Revokes it; undefined when it does not exist, or no longer. */
export function revoke(db: Db, { kind, id, login_id, user_id }: Named, now: Date) {
  return db
    .updateTable('agent_logins')
    .set({ revoked_at: now })
    .where('id', '=', id)
    .where('kind', '=', kind)
    .where('login_id', '=', login_id)
    .where('revoked_at', 'is', null)
    .$if(user_id !== undefined, (query) => query.where('user_id', '=', user_id ?? 0))
    .returning(['id', 'name'])
    .executeTakeFirst()
}

/** Revokes all agents of one member in a team. */
export function revokeOfMember(db: Db, owner_id: number, user_id: number, now: Date) {
  return db
    .updateTable('agent_logins')
    .set({ revoked_at: now })
    .where('user_id', '=', user_id)
    .where('revoked_at', 'is', null)
    .where('login_id', 'in', db.selectFrom('api_logins').select('id').where('owner_id', '=', owner_id))
    .returning(['id', 'login_id'])
    .execute()
}

/** The first of many concurrent calls writes for all that follow; the others do not wait for it. */
export async function noteUses(db: Db, ids: number[], now: Date, unless_since: Date): Promise<void> {
  await sql`
    update agent_logins set last_used_at = ${now} where id in (
      select g.id from agent_logins g where g.id = any (${ids}) and (g.last_used_at is null or g.last_used_at <= ${unless_since})
        order by g.id for no key update skip locked)`.execute(db)
}
