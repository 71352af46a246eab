import type { Input } from '@portico/contract/endpoint.ts'
import type { operator } from '@portico/contract/operator.ts'
import { Problem } from '@portico/contract/problem.ts'
import { audit } from '#audit/index.ts'
import { issueLink, LINK_TTL_MS, mayAct } from '#auth/index.ts'
import type { RequestCtx } from '#ctx/ctx.ts'
import { userByEmail } from '#users/index.ts'

/** A link for one staff member to act as one customer: it works only in their browser. */
export async function impersonate(
  ctx: RequestCtx,
  { staff, user, reason, to, by }: Input<typeof operator.impersonate>,
) {
  const [helper, customer] = [await userByEmail(ctx, staff), await userByEmail(ctx, user)]
  if (helper?.status !== 'active' || !helper.is_staff)
    throw new Problem('staff_only', { fields: { staff: 'is not staff; staff add makes someone staff' } })
  // A colleague's link would open to them what their own role may not.
  if (ctx.staff && ctx.staff.id !== helper.id)
    throw new Problem('staff_only', { fields: { staff: 'is a colleague: a link is made for oneself' } })
  if (!mayAct(helper)) throw new Problem('staff_only', { fields: { staff: 'has a role that acts as no customer' } })
  if (customer?.status !== 'active') throw new Problem('unknown_user', { fields: { user: 'has no open account' } })
  if (customer.is_staff)
    throw new Problem('unknown_user', { fields: { user: 'is staff; only customers can be acted as' } })
  // It opens in the browser in which the staff member is signed in: at the staff's site, not at the customer's.
  const site = ctx.sites.staff
  const about = { user_id: customer.id, site, staff_id: helper.id, data: { reason, ...(to && { to }) } }
  const token = await issueLink(ctx, 'onetime_admin', about)
  await audit(ctx, 'acting_allowed', {
    user_id: customer.id,
    actor: `operator:${by}`,
    detail: { staff: helper.id, reason },
  })
  const url = new URL(`/login_onetime_admin/${customer.public_id}/${token}`, site.origin).href
  return { url, seconds: LINK_TTL_MS.onetime_admin / 1000 }
}
