import type { auth } from '@portico/contract/auth.ts'
import type { Input } from '@portico/contract/endpoint.ts'
import { Problem } from '@portico/contract/problem.ts'
import { type StaffRole, staffMay } from '@portico/contract/staff-permissions.ts'
import { audit } from '#audit/index.ts'
import type { RequestCtx } from '#ctx/ctx.ts'
import { changeUser, sessionUser, signedIn, userById } from '#users/index.ts'
import { beginSession } from './known-devices.ts'
import { linkOrInput } from './link-or-input.ts'
import type { LinkRow } from './link-store.ts'
import { peekLink, useUpLink } from './link-tokens.ts'
import { maskEmail } from './mask.ts'
import { mailImpersonation } from './notices.ts'
import { mayEnter } from './private-brand.ts'
import { askForCode, isFactorFresh, needsCode } from './second-factor.ts'

export async function checkLink(ctx: RequestCtx, { kind }: Input<typeof auth.checkLink>) {
  if (kind === 'onetime_admin' && !ctx.serves.staff) throw new Problem('not_allowed')
  const link = await peekLink(ctx, kind, ctx.flow[kind])
  const is_good = link?.status === 'active' && (kind !== 'onetime_admin' || isMeant(ctx, link.staff_id))
  return {
    ok: is_good,
    email: link && is_good ? maskEmail(link.email) : null,
    replaces_session:
      is_good && kind !== 'onetime_admin' && ctx.session !== undefined && ctx.session.user_id !== link?.user_id,
    needs_staff: kind === 'onetime_admin' && ctx.session?.is_staff !== true && !ctx.session?.staff_id,
    needs_code: is_good && kind === 'onetime_admin' && !isFactorFresh(ctx),
  }
}

export async function loginToken(ctx: RequestCtx, { token }: Input<typeof auth.loginToken>) {
  const staged = token === undefined ? ctx.flow.token : { token, registration: false }
  const link = await redeem(ctx, 'token', await peekLink(ctx, 'token', staged))
  const answer = await signInBy(ctx, link.user_id)
  if ('needs' in answer) return { ...answer, path: null }
  const is_first = staged?.registration || link.data.registration === true
  return { user: is_first ? await changeUser(ctx, link.user_id, { first_visit: true }) : answer.user, path: null }
}

export async function loginOnetime(ctx: RequestCtx, { uid, onetime_pass }: Input<typeof auth.loginOnetime>) {
  const to = ctx.flow.onetime?.to
  const staged = linkOrInput(ctx.flow.onetime, uid, onetime_pass)
  const link = await redeem(ctx, 'onetime', await peekLink(ctx, 'onetime', staged))
  return { ...(await signInBy(ctx, link.user_id)), path: to || null }
}

/** A link alone is worth nothing: it needs the browser in which its staff member is signed in. */
export async function loginOnetimeAdmin(ctx: RequestCtx, { uid, onetime_pass }: Input<typeof auth.loginOnetimeAdmin>) {
  const staged = ctx.flow.onetime_admin
  const link = await peekLink(ctx, 'onetime_admin', linkOrInput(staged, uid, onetime_pass))
  if (ctx.session?.staff_id) throw new Problem('not_while_acting')
  if (!link || !isMeant(ctx, link.staff_id)) throw new Problem(ctx.session?.is_staff ? 'link_used' : 'staff_only')
  const staff = ctx.session && (await userById(ctx, ctx.session.user_id))
  // The role may have changed since the link was made.
  if (!staff || !mayAct(staff)) throw new Problem('not_allowed')
  if (!isFactorFresh(ctx)) throw new Problem('factor_needed')
  if (link.status !== 'active' || !(await useUpLink(ctx, link))) throw new Problem('link_used')
  const reason = String(link.data.reason ?? '')
  await ctx.startActing(link.user_id, reason)
  ctx.setFlow({ onetime_admin: undefined })
  await audit(ctx, 'acting_started', { user_id: link.user_id, actor: `staff:${staff.id}`, detail: { reason } })
  const customers = await asCustomersSee(ctx, link.user_id)
  await mailImpersonation(customers, link.user_id, staff.name, reason)
  return {
    user: await sessionUser(customers, link.user_id),
    path: staged?.to || pathIn(link.data),
    project_id: staged?.project_id || null,
  }
}

/** Where the link was made to lead. */
function pathIn({ to }: LinkRow['data']): string | null {
  return typeof to === 'string' ? to : null
}

export async function endImpersonation(ctx: RequestCtx) {
  const staff_id = ctx.session?.staff_id
  if (!staff_id) return { user: null }
  await audit(ctx, 'acting_ended', { user_id: ctx.session?.user_id ?? 0, actor: `staff:${staff_id}` })
  await ctx.endActing()
  return { user: await sessionUser(ctx, staff_id) }
}

/** With the brand and the addresses of the customer's own site, so that the host for staff is not revealed. */
async function asCustomersSee(ctx: RequestCtx, user_id: number): Promise<RequestCtx> {
  const { origin, brand } = await ctx.sites.withId((await userById(ctx, user_id))?.wl_id ?? 0)
  return { ...ctx, origin, brand }
}

/** A role decides; staff from before there were roles have none, and act with a link of the command line. */
export function mayAct({ staff_role }: { staff_role: StaffRole | null }): boolean {
  return staff_role === null || staffMay(staff_role, 'act_as')
}

function isMeant(ctx: RequestCtx, staff_id: number | null): boolean {
  return ctx.session?.is_staff === true && ctx.session.user_id === staff_id
}

async function redeem(ctx: RequestCtx, kind: 'token' | 'onetime', link: LinkRow | undefined) {
  if (link?.status !== 'active' || !(await useUpLink(ctx, link))) throw new Problem('link_used')
  ctx.setFlow({ [kind]: undefined })
  return link
}

async function signInBy(ctx: RequestCtx, user_id: number) {
  const user = await userById(ctx, user_id)
  // Staff need their second factor: no link signs them in.
  if (!user || user.is_staff || !(await mayEnter(ctx, user))) throw new Problem('link_used')
  if (await needsCode(ctx, user)) return askForCode(ctx, user, 'link')
  await beginSession(ctx, user_id, { began_by: 'link' })
  await audit(ctx, 'signed_in', { user_id, actor: `user:${user_id}`, detail: { by: 'link' } })
  return { user: await signedIn(ctx, user_id) }
}
