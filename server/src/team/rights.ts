import { isWithinCap, may, rolesToGive } from '@portico/contract/permissions.ts'
import { Problem } from '@portico/contract/problem.ts'
import type { GivenRole, Role } from '@portico/contract/role.ts'
import { activeLogin, lockTeam } from '#access/room.ts'
import { inTx } from '#db/tx.ts'
import type { UserCtx } from '../ctx.ts'

/** What someone has in a team, and so the most they can give to others. */
export interface Rights {
  role: Role
  cap_micros: number | null
}
type Given = { role: GivenRole; cap_micros: number | null }
type Member = Given & { user_id: number }

/** The owner has everything; undefined for someone who is not in the team. */
export function rightsOf(owner_id: number, members: Member[], user_id: number): Rights | undefined {
  if (user_id === owner_id) return { role: 'owner', cap_micros: null }
  return members.find((member) => member.user_id === user_id)
}

/** Why they cannot give this; undefined when they can. */
export function refusalOf(own: Rights | undefined, given: Given): Problem | undefined {
  if (!own || !may(own.role, 'manage_team')) return new Problem('not_allowed')
  if (!rolesToGive(own.role).includes(given.role)) return new Problem('owner_only')
  return isWithinCap(own.cap_micros, given.cap_micros) ? undefined : new Problem('above_own_cap')
}

interface Managed {
  owner_id: number
  own: Rights
  members: Member[]
}

/**
 * A change of the team of the active login, in one transaction with what allows it: whoever lost the right since the
 * request was let in changes nothing.
 */
export function manageTeam<T>(ctx: UserCtx, change: (ctx: UserCtx, team: Managed) => Promise<T>): Promise<T> {
  return inTx(ctx.db, async (db) => {
    const within = { ...ctx, db }
    const { owner_id } = await activeLogin(within)
    const members = await lockTeam(within, owner_id)
    const own = rightsOf(owner_id, members, ctx.session.user_id)
    if (!own || !may(own.role, 'manage_team')) throw new Problem('not_allowed')
    return change(within, { owner_id, own, members })
  })
}
