import type { Exchange } from '@portico/contract/playground.ts'
import { holderOf } from '#access/index.ts'
import type { UserCtx } from '#ctx/ctx.ts'
import { type InternalGateway, type Sent, sendInside } from '#gateway/index.ts'

/** Sends as the active login, from the user's address. */
export async function sendAs(
  ctx: UserCtx,
  login: { id: number; login: string; owner_id: number },
  gateway: InternalGateway,
  sent: Sent,
): Promise<Exchange> {
  const { member_id } = await holderOf(ctx, login, ctx.session.user_id)
  return sendInside(gateway, { as: { login: login.login, member_id }, ip: ctx.request.ip }, sent)
}
