import { languageOfField } from '@portico/contract/language.ts'
import { Problem } from '@portico/contract/problem.ts'
import { activeLogin } from '#access/index.ts'
import type { UserCtx } from '#ctx/ctx.ts'
import type { ChangeCtx } from '#http/change.ts'
import { type Limit, spend } from '#http/limits.ts'
import { enqueueMail } from '#mail/index.ts'
import { siteOfAccount } from '#whitelabel/index.ts'
import { findUser } from './store.ts'

const MAILS: Limit = { name: 'credentials-mail', max: 3, window_ms: 60 * 60 * 1000 }

export async function spendMail(ctx: UserCtx): Promise<void> {
  await spend(ctx, [{ limit: MAILS, of: String((await activeLogin(ctx)).id) }])
}

export async function emailCredentials(ctx: ChangeCtx) {
  const { login, owner_id } = await activeLogin(ctx)
  const user = await findUser(ctx.db, ctx.session.user_id)
  if (!user) throw new Problem('sign_in_needed')
  const { email, name, language } = user
  const site = await siteOfAccount(ctx, ctx.session.user_id)
  await enqueueMail(ctx, {
    to: email,
    site,
    template: 'credentials_link',
    language: languageOfField(language),
    data: { name, login, link: new URL('/api-access', site.origin).href },
  })
  ctx.audit('api_password_mailed', { user_id: owner_id, detail: { login } })
  return { type: 'success' as const, msg: 'We sent you a link to this page.' }
}
