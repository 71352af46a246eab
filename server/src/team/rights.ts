import { isOwner, isWithinCap, may, rolesToAssign } from '@portico/contract/permissions.ts'
import { Problem } from '@portico/contract/problem.ts'
import type { Role } from '@portico/contract/role.ts'
import { activeLogin, lockTeam } from '#access/index.ts'
import type { UserCtx } from '#ctx/ctx.ts'

/** Rights of a user in a team, and so the most they can give to others. */
export interface Rights {
  role: Role
  cap_micros: number | null
}
type Member = Rights & { user_id: number; name: string; email: string }

/** Undefined for a user who is not in the team. */
export function rightsOf(members: Member[], user_id: number): Rights | undefined {
  return members.find((member) => member.user_id === user_id)
}

/** Why they cannot give these rights; undefined when they can. */
export function refusalOf(own: Rights | undefined, given: Rights): Problem | undefined {
  if (!own || !may(own.role, 'manage_team')) return new Problem('not_allowed')
  if (!rolesToAssign(own.role).includes(given.role)) return new Problem('owner_only')
  return isWithinCap(own.cap_micros, given.cap_micros) ? undefined : new Problem('above_own_cap')
}

export interface Managed {
  owner_id: number
  own: Rights & { user_id: number }
  /** All members, the caller included. */
  members: Member[]
}

/**
 * The team of the active login for a change of it, locked until the transaction ends: a caller who lost the right since
 * the request was admitted changes nothing.
 */
export async function managedTeam(
  ctx: UserCtx,
  action: 'manage_team' | 'manage_owners' | 'manage_sso' | 'require_factor' = 'manage_team',
): Promise<Managed> {
  const managed = await lockedTeam(ctx)
  if (!may(managed.own.role, action)) throw new Problem('not_allowed')
  return managed
}

/** The same for changes every member may make. */
export async function lockedTeam(ctx: UserCtx): Promise<Managed> {
  const { owner_id } = await activeLogin(ctx)
  const members = await lockTeam(ctx, owner_id)
  const own = members.find(({ user_id }) => user_id === ctx.session.user_id)
  if (!own) throw new Problem('not_allowed')
  return { owner_id, own, members }
}

/** True where the team would have no owner without this one. */
export function isLastOwner(members: Member[], user_id: number): boolean {
  return !members.some((member) => isOwner(member.role) && member.user_id !== user_id)
}
