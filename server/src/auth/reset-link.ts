import { languageOfField } from '@portico/contract/language.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { inTx } from '#db/tx.ts'
import { enqueueMail } from '#mail/index.ts'
import { siteOfAccount } from '#whitelabel/index.ts'
import { issueLink, LINK_TTL_MS } from './link-tokens.ts'

/** Mails the link that sets a new password, only to the address of the account. */
export function mailResetLink(
  ctx: Pick<Ctx, 'db' | 'clock' | 'env' | 'sites'>,
  user: { id: number; public_id: string; email: string; name: string; language: string },
): Promise<void> {
  return inTx(ctx.db, async (db) => {
    const within = { ...ctx, db }
    const site = await siteOfAccount(within, user.id)
    const token = await issueLink(within, 'reset', { user_id: user.id, site })
    await enqueueMail(within, {
      to: user.email,
      site,
      template: 'reset',
      language: languageOfField(user.language),
      data: {
        name: user.name,
        link: new URL(`/reset-password/${user.public_id}/${token}`, site.origin).href,
        minutes: LINK_TTL_MS.reset / 60_000,
      },
    })
  })
}
