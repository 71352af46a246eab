import { ID_MAX } from '@portico/contract/rules.ts'
import type { RequestCtx } from '../ctx.ts'

/** What a call names itself goes before what an opened link has left; half a link is none. */
export function brought<T extends { user_id: string; token: string }>(
  staged: T | undefined,
  user_id: string | undefined,
  token: string | undefined,
): T | { user_id: string; token: string } | undefined {
  return user_id !== undefined && token !== undefined ? { user_id, token } : staged
}

/** The same for an invitation: `parent_id` alone is worth nothing. */
export function withInvitation<C extends RequestCtx>(
  ctx: C,
  { parent_id, parent_token }: { parent_id?: number | undefined; parent_token?: string | undefined },
): C {
  if (!parent_id || parent_id > ID_MAX || !parent_token) return ctx
  return { ...ctx, flow: { ...ctx.flow, invite: { owner_id: parent_id, token: parent_token } } }
}
