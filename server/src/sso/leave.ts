import type { FlowParts, RequestCtx } from '#ctx/ctx.ts'
import { callbackUrl, clientOf } from './client-of.ts'
import type { SsoRow } from './store.ts'

type Flow = FlowParts['sso']

/** Redirects to the sign-in service; what the answer has to match stays in the sealed cookie. */
export async function leave(
  ctx: RequestCtx,
  row: SsoRow,
  why: Pick<Flow, 'purpose' | 'user_id'>,
  how: { login_hint?: string; is_fresh?: boolean },
) {
  const request = {
    redirect_uri: callbackUrl(ctx),
    now_ms: ctx.clock.now().getTime(),
    wants_groups: row.group_claim !== '',
    ...how,
  }
  const { target_url, flow } = await ctx.sso.begin(clientOf(ctx, row), request)
  ctx.setFlow({ sso: { ...flow, ...why, owner_id: row.owner_id }, sso_callback: undefined, sso_connect: undefined })
  return { target_url }
}
