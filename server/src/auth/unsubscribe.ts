import type { auth } from '@portico/contract/auth.ts'
import type { Input } from '@portico/contract/endpoint.ts'
import { audit } from '#audit/index.ts'
import { sameText } from '#crypto/keys.ts'
import type { RequestCtx } from '#ctx/ctx.ts'
import { unsubscribeHash } from '#mail/index.ts'
import { preferencesOf, savePreferences, userByEmail } from '#users/index.ts'
import { maskEmail } from './mask.ts'
import { withMinimumDelay } from './minimum-delay.ts'

async function userOf(ctx: RequestCtx, given: { email: string; hash: string } | undefined) {
  const user = await userByEmail(ctx, given?.email ?? '')
  return given && sameText(given.hash, unsubscribeHash(ctx, given.email)) ? user : undefined
}

function named(ctx: RequestCtx, email: string | undefined, hash: string | undefined) {
  return email !== undefined && hash !== undefined ? { email, hash } : ctx.flow.unsubscribe
}

/** A wrong hash and an unknown address look the same. */
export function sendCheckUnsubscribeDataRequest(
  ctx: RequestCtx,
  { email, hash }: Input<typeof auth.sendCheckUnsubscribeDataRequest>,
) {
  return withMinimumDelay(50, async () => {
    const user = await userOf(ctx, named(ctx, email, hash))
    return user
      ? { res: 'ok' as const, data: preferencesOf(user), email: maskEmail(user.email) }
      : { res: 'error' as const, data: null, email: null }
  })
}

export async function sendUnsubscribeRequest(ctx: RequestCtx, input: Input<typeof auth.sendUnsubscribeRequest>) {
  const { email, hash, ...preferences } = input
  const user = await userOf(ctx, named(ctx, email, hash))
  if (!user) return { res: 'error' as const, data: null }
  await savePreferences(ctx, user.id, preferences)
  await audit(ctx, 'preferences_changed', { user_id: user.id, actor: 'unsubscribe-link' })
  return { res: 'ok' as const, data: preferences }
}

/**
 * The one-click unsubscribe of mail programs (RFC 8058). One press on any mail must not silence alerts about money:
 * those are turned off only on the page, by name.
 */
export async function unsubscribeAtOnce(ctx: RequestCtx, given: { email: string; hash: string }): Promise<void> {
  const user = await userOf(ctx, given)
  if (!user) return
  const { triggers } = preferencesOf(user)
  await savePreferences(ctx, user.id, { news: 0, offers: 0, reports: 0, triggers })
  await audit(ctx, 'preferences_changed', { user_id: user.id, actor: 'one-click' })
}
