import { isOwner, isWithinCap, may, rolesToAssign } from '@portico/contract/permissions.ts'
import { Problem } from '@portico/contract/problem.ts'
import type { Role } from '@portico/contract/role.ts'
import { activeLogin, lockTeam } from '#access/index.ts'
import type { UserCtx } from '#ctx/ctx.ts'
import { inTx } from '#db/tx.ts'

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
 * A change of the team of the active login, in one transaction with the check of the right: a caller who lost the right
 * since the request was admitted changes nothing.
 */
export function manageTeam<T>(
  ctx: UserCtx,
  change: (ctx: UserCtx, team: Managed) => Promise<T>,
  action: 'manage_team' | 'manage_owners' | 'manage_sso' = 'manage_team',
): Promise<T> {
  return inTeam(ctx, (within, team) => {
    if (!may(team.own.role, action)) throw new Problem('not_allowed')
    return change(within, team)
  })
}

/** The same for changes every member may make. */
export async function inTeam<T>(ctx: UserCtx, change: (ctx: UserCtx, team: Managed) => Promise<T>): Promise<T> {
  const changed = await inTx(ctx.db, async (db) => {
    const within = { ...ctx, db }
    const { owner_id } = await activeLogin(within)
    const members = await lockTeam(within, owner_id)
    const own = members.find(({ user_id }) => user_id === ctx.session.user_id)
    if (!own) throw new Problem('not_allowed')
    return change(within, { owner_id, own, members })
  })
  // It may have been a change of the caller's own membership.
  ctx.session.memory?.forget()
  return changed
}

/** True where the team would have no owner without this one. */
export function isLastOwner(members: Member[], user_id: number): boolean {
  return !members.some((member) => isOwner(member.role) && member.user_id !== user_id)
}
