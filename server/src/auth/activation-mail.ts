import { languageOfField } from '@portico/contract/language.ts'
import type { RequestCtx } from '#ctx/ctx.ts'
import type { Limit } from '#http/limits.ts'
import { enqueueMail } from '#mail/index.ts'
import type { PendingSignUp } from '#users/index.ts'
import { siteOfAccount } from '#whitelabel/index.ts'
import { issueLink, LINK_TTL_MS } from './link-tokens.ts'
import { putCode } from './mail-code-store.ts'
import { CODE_TRIES, CODE_TTL_MS, newMailCode } from './mail-codes.ts'

/** After the last wrong code the page asks for a new one, which resets the count. */
export const WRONG_CODES: Limit = { name: 'wrong-code', max: CODE_TRIES - 1, window_ms: 24 * 60 * 60 * 1000 }

export function codeMac(ctx: Pick<RequestCtx, 'keys'>, user_id: number, code: string): string {
  return ctx.keys.mac('activation-code', `${user_id}.${code}`)
}

/** Sends a fresh code and a fresh link; earlier ones stop working. An existing account gets the link alone. */
export async function sendActivation(ctx: RequestCtx, pending: PendingSignUp): Promise<void> {
  const site = await siteOfAccount(ctx, pending.id)
  const token = await issueLink(ctx, 'activate', { user_id: pending.id, site })
  const about = {
    name: pending.name,
    link: new URL(`/activate_fast/${pending.public_id}/${token}`, site.origin).href,
    link_hours: LINK_TTL_MS.activate / 3_600_000,
  }
  const envelope = { to: pending.email, site, language: languageOfField(pending.language) }
  if (pending.status === 'active') return enqueueMail(ctx, { ...envelope, template: 'confirm_again', data: about })
  const code = newMailCode()
  const expires_at = new Date(ctx.clock.now().getTime() + CODE_TTL_MS)
  await putCode(ctx.db, { user_id: pending.id, code_mac: codeMac(ctx, pending.id, code), expires_at })
  const data = { ...about, code, code_minutes: CODE_TTL_MS / 60_000 }
  await enqueueMail(ctx, { ...envelope, template: 'activation', data })
}
