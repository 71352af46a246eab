import { normaliseEmail } from '@portico/contract/rules.ts'
import type { Ctx } from '#ctx/ctx.ts'

/** Signs the address in a link, so that only its receiver can use it. */
export function unsubscribeHash(ctx: Pick<Ctx, 'keys'>, email: string): string {
  return ctx.keys.mac('unsubscribe', normaliseEmail(email))
}

/** The address in the foot and in the headers of a mail; works without signing in, for this reader only. */
export function unsubscribeUrl(ctx: Pick<Ctx, 'keys'>, origin: URL | string, email: string): string {
  return new URL(`/unsubscribe/${encodeURIComponent(email)}/${unsubscribeHash(ctx, email)}`, origin).href
}
