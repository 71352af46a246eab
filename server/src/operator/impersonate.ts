import type { Input } from '@portico/contract/endpoint.ts'
import type { operator } from '@portico/contract/operator.ts'
import { Problem } from '@portico/contract/problem.ts'
import { audit } from '#audit/room.ts'
import { issueLink, LINK_TTL_MS } from '#auth/room.ts'
import { userByEmail } from '#users/room.ts'
import type { RequestCtx } from '../ctx.ts'

/** A pass for one staff member to act as one customer: worth nothing in any browser but theirs. */
export async function impersonate(ctx: RequestCtx, { staff, user, reason, by }: Input<typeof operator.impersonate>) {
  const [helper, customer] = [await userByEmail(ctx, staff), await userByEmail(ctx, user)]
  if (helper?.status !== 'active' || !helper.is_staff) throw new Problem('staff_only')
  if (customer?.status !== 'active' || customer.is_staff) throw new Problem('unknown_user')
  const token = await issueLink(ctx, 'onetime_admin', { user_id: customer.id, staff_id: helper.id, data: { reason } })
  await audit(ctx, 'acting_allowed', {
    user_id: customer.id,
    actor: `operator:${by}`,
    detail: { staff: helper.id, reason },
  })
  const url = new URL(`/login_onetime_admin/${customer.public_id}/${token}`, ctx.env.staff_url ?? ctx.origin).href
  return { url, seconds: LINK_TTL_MS.onetime_admin / 1000 }
}
