import type { Ctx } from '#ctx/ctx.ts'
import { findUser } from './store.ts'

/** A staff member with a role in the console; undefined for all others. */
export async function staffMember(ctx: Pick<Ctx, 'db'>, user_id: number) {
  const user = await findUser(ctx.db, user_id)
  return user?.is_staff && user.status === 'active' && user.staff_role !== null
    ? { email: user.email, role: user.staff_role }
    : undefined
}
