import { normaliseEmail } from '@portico/contract/rules.ts'
import type { Ctx } from '#ctx/ctx.ts'

/** Proves that the address in a link is the one we sent it to. */
export function unsubscribeHash(ctx: Pick<Ctx, 'keys'>, email: string): string {
  return ctx.keys.mac('unsubscribe', normaliseEmail(email))
}

/** The address in the foot and in the headers of a mail; works without signing in, for this reader only. */
export function unsubscribeUrl(ctx: Pick<Ctx, 'keys'>, origin: URL | string, email: string): string {
  return new URL(`/unsubscribe/${encodeURIComponent(email)}/${unsubscribeHash(ctx, email)}`, origin).href
}
