import { languageOfField } from '@portico/contract/language.ts'
import { DAY_MS } from '@portico/contract/time.ts'
import type { RequestCtx } from '#ctx/ctx.ts'
import { enqueueMail } from '#mail/index.ts'
import { siteOfAccount } from '#whitelabel/index.ts'
import { issueLink, LINK_TTL_MS } from './link-tokens.ts'
import { CODE_TTL_MS } from './mail-codes.ts'

interface Person {
  id: number
  public_id: string
  email: string
  name: string
  language: string
}

async function envelope(ctx: RequestCtx, user: Person) {
  return { site: await siteOfAccount(ctx, user.id), language: languageOfField(user.language) }
}

export async function mailChangeCodes(
  ctx: RequestCtx,
  user: Person,
  { email, codes, to_new }: { email: string; codes: { old: string; new: string }; to_new: boolean },
): Promise<void> {
  const head = await envelope(ctx, user)
  const data = { name: user.name, minutes: CODE_TTL_MS / 60_000 }
  const requested = { ...data, code: codes.old, new_email: email }
  await enqueueMail(ctx, { ...head, to: user.email, template: 'email_change_old', data: requested })
  if (!to_new) return
  await enqueueMail(ctx, { ...head, to: email, template: 'email_change_new', data: { ...data, code: codes.new } })
}

/** Mailed to the previous address: its reader can undo the change, once, for a week. */
export async function mailEmailChanged(ctx: RequestCtx, user: Person, new_email: string): Promise<void> {
  const head = await envelope(ctx, user)
  const token = await issueLink(ctx, 'restore_email', {
    user_id: user.id,
    site: head.site,
    data: { email: user.email },
  })
  const link = new URL(`/restore-email/${user.public_id}/${token}`, head.site.origin).href
  const at = ctx.clock.now().toISOString()
  const data = { name: user.name, at, new_email, link, days: LINK_TTL_MS.restore_email / DAY_MS }
  await enqueueMail(ctx, { ...head, to: user.email, template: 'email_changed', data })
}

export async function mailEmailRestored(ctx: RequestCtx, user: Person, email: string): Promise<void> {
  const head = await envelope(ctx, user)
  const forgot_link = new URL('/forgot-password', head.site.origin).href
  const data = { name: user.name, at: ctx.clock.now().toISOString(), forgot_link }
  await enqueueMail(ctx, { ...head, to: email, template: 'email_restored', data })
}
