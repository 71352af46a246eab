import { languageOfField } from '@portico/contract/language.ts'
import { ownersOf } from '#access/index.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { enqueueMail } from '#mail/index.ts'
import { userById } from '#users/index.ts'
import { siteOfAccount } from '#whitelabel/index.ts'

type MailCtx = Pick<Ctx, 'db' | 'env' | 'clock' | 'sites'>

/** Each owner gets the mail in their language and from the site of their own account. */
export async function mailOwners(
  ctx: MailCtx,
  owner_id: number,
  template: 'account_closing' | 'account_closes_soon' | 'account_closed',
  at: Date,
): Promise<void> {
  const founder = await userById(ctx, owner_id)
  for (const { user_id } of await ownersOf(ctx, owner_id)) {
    const user = await userById(ctx, user_id)
    if (user?.status !== 'active') continue
    await enqueueMail(ctx, {
      to: user.email,
      site: await siteOfAccount(ctx, user_id),
      template,
      language: languageOfField(user.language),
      data: { name: user.name, team: founder?.name ?? '', at: at.toISOString() },
    })
  }
}
