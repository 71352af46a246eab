import { MINUTE_MS } from '@portico/contract/time.ts'
import { hashToken, issueToken } from '#crypto/keys.ts'
import type { Ctx, RequestCtx, Site } from '#ctx/ctx.ts'
import { findLink, insertLink, LINKS, type LinkPurpose, type LinkRow } from './link-store.ts'

export const LINK_TTL_MS: Record<LinkPurpose, number> = {
  activate: 24 * 60 * MINUTE_MS,
  reset: 60 * MINUTE_MS,
  token: 10 * MINUTE_MS,
  onetime: 10 * MINUTE_MS,
  onetime_admin: MINUTE_MS,
  restore_email: 7 * 24 * 60 * MINUTE_MS,
}

type LinkCtx = Pick<Ctx, 'db' | 'clock'>
/** A request context: a link counts only at the host of its own brand. */
type OpenedCtx = LinkCtx & Pick<RequestCtx, 'wl_id'>

/** Links that sign in or set a password: of these only the newest works, of any kind. */
const OPENING: LinkPurpose[] = ['reset', 'token', 'onetime']

/**
 * A stranger can trigger a reset link: that must not cost the owner a pending activation. And a thief of an account
 * could change its address twice: that must not cost the owner the restore link of the first.
 */
function replacedBy(purpose: LinkPurpose): LinkPurpose[] {
  if (purpose === 'restore_email') return []
  return OPENING.includes(purpose) ? OPENING : [purpose]
}

/** `site` is where the link leads and the only host where it counts. Earlier links it replaces stop working. */
export async function issueLink(
  ctx: LinkCtx,
  purpose: LinkPurpose,
  about: { user_id: number; site: Site; staff_id?: number; data?: Record<string, unknown> },
): Promise<string> {
  const now = ctx.clock.now()
  const { token, ...stored } = issueToken(now, LINK_TTL_MS[purpose])
  const replaced = replacedBy(purpose)
  if (replaced.length > 0) await LINKS.end(ctx.db, { user_id: about.user_id, purpose: replaced }, now)
  await insertLink(ctx.db, {
    ...stored,
    purpose,
    user_id: about.user_id,
    staff_id: about.staff_id ?? null,
    wl_id: about.site.wl_id,
    data: about.data ?? {},
    created_at: now,
  })
  return token
}

/** Checks without using. A token of another purpose, another brand or another user is no link at all. */
export async function peekLink(
  ctx: OpenedCtx,
  purpose: LinkPurpose,
  given: { user_id?: string; token: string } | undefined,
): Promise<LinkRow | undefined> {
  if (!given || given.token.length > 200) return undefined
  const about = { purpose, token_hash: hashToken(given.token), wl_id: ctx.wl_id, now: ctx.clock.now() }
  const found = await findLink(ctx.db, about)
  if (found && given.user_id !== undefined && found.public_id !== given.user_id) return undefined
  return found
}

export function useUpLink(ctx: OpenedCtx, link: LinkRow): Promise<boolean> {
  return LINKS.use(ctx.db, { token_hash: link.token_hash, wl_id: ctx.wl_id }, ctx.clock.now())
}

export async function revokeAllLinks(ctx: LinkCtx, user_id: number): Promise<void> {
  await LINKS.end(ctx.db, { user_id, purpose: ['activate', ...OPENING] }, ctx.clock.now())
}
