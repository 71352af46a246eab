import type { Ctx } from '#ctx/ctx.ts'
import { closingOf, findUser } from './store.ts'

/** When the account of this owner closes; null: no closing was requested. */
export function closesAt(ctx: Pick<Ctx, 'db'>, owner_id: number): Promise<Date | null> {
  return closingOf(ctx.db, owner_id)
}

/** A staff member with a role in the console; undefined for all others. */
export async function staffMember(ctx: Pick<Ctx, 'db'>, user_id: number) {
  const user = await findUser(ctx.db, user_id)
  return user?.is_staff && user.status === 'active' && user.staff_role !== null
    ? { email: user.email, role: user.staff_role }
    : undefined
}
