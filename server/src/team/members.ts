import { isOwner } from '@portico/contract/permissions.ts'
import type { Role } from '@portico/contract/role.ts'
import { memberScope } from '@portico/contract/spend-scopes.ts'
import { accountLogins } from '#access/index.ts'
import { dropSecretsOf } from '#access/secrets/index.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { inTx } from '#db/tx.ts'
import { endSessionsBySso } from '#http/session.ts'
import { setSpendLimit } from '#ledger/limits/index.ts'
import { deleteMember, putMember, updateMember } from './member-store.ts'

/** A cap bounds what they spend in a UTC day, with each login of the team. */
export async function addMember(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  member: { owner_id: number; user_id: number; role: Role; cap_micros: number | null },
): Promise<void> {
  await putMember(ctx.db, { ...member, created_at: ctx.clock.now() })
  await capMember(ctx, member)
}

async function capMember(
  ctx: Pick<Ctx, 'db'>,
  { owner_id, user_id, cap_micros }: { owner_id: number; user_id: number; cap_micros: number | null },
): Promise<void> {
  for (const login of await accountLogins(ctx, owner_id))
    await setSpendLimit(ctx, { login_id: login.id, scope: memberScope(user_id), kind: 'cap', limit_micros: cap_micros })
}

/** Owners have no cap. The founder is an owner without a row, and gets a row for any other role. */
export async function changeMemberRole(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  owner_id: number,
  user_id: number,
  role: Role,
): Promise<void> {
  if (isOwner(role)) await capMember(ctx, { owner_id, user_id, cap_micros: null })
  if (user_id !== owner_id)
    await updateMember(ctx.db, owner_id, user_id, { role, ...(isOwner(role) && { cap_micros: null }) })
  else if (isOwner(role)) await deleteMember(ctx.db, owner_id, user_id)
  else if (!(await updateMember(ctx.db, owner_id, user_id, { role })))
    await putMember(ctx.db, { owner_id, user_id, role, cap_micros: null, created_at: ctx.clock.now() })
}

/** Takes effect with the next call, with every login of the team. */
export async function changeMemberCap(
  ctx: Pick<Ctx, 'db'>,
  member: { owner_id: number; user_id: number; cap_micros: number | null },
): Promise<boolean> {
  return inTx(ctx.db, async (db) => {
    const { owner_id, user_id, cap_micros } = member
    const is_member = await updateMember(db, owner_id, user_id, { cap_micros })
    if (is_member) await capMember({ db }, member)
    return is_member
  })
}

/** Removes their password, their agents and their sessions by the account's single sign-on, too. */
export async function dropMember(ctx: Pick<Ctx, 'db' | 'clock'>, owner_id: number, user_id: number): Promise<boolean> {
  return inTx(ctx.db, async (db) => {
    await dropSecretsOf({ ...ctx, db }, { owner_id, user_id })
    await capMember({ db }, { owner_id, user_id, cap_micros: null })
    await endSessionsBySso({ db }, { owner_id, user_ids: [user_id] })
    return deleteMember(db, owner_id, user_id)
  })
}
