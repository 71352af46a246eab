import { Problem } from '@portico/contract/problem.ts'
import { audit } from '#audit/index.ts'
import type { RequestCtx } from '#ctx/ctx.ts'
import { inTx } from '#db/tx.ts'
import { readdressInvitations } from '#team/index.ts'
import { setEmail, userById } from '#users/index.ts'
import { mailEmailRestored } from './email-change-mails.ts'
import { endAccess } from './end-access.ts'
import { deleteLaterWaysIn } from './later-ways-in-store.ts'
import { revokeLaterRestores } from './link-store.ts'
import { peekLink, useUpLink } from './link-tokens.ts'
import { dropEmailChange } from './mail-code-store.ts'
import { maskEmail } from './mask.ts'
import { withMinimumDelay } from './minimum-delay.ts'

/** Checks without using the link. */
export function checkEmailRestore(ctx: RequestCtx) {
  return withMinimumDelay(50, async () => {
    const link = await peekLink(ctx, 'restore_email', ctx.flow.restore_email)
    const email = link?.status === 'active' ? addressIn(link.data) : ''
    return { email: email ? maskEmail(email) : null }
  })
}

/**
 * Restores the address from before the change. Everything that is open for the account ends, as do the ways to sign in
 * that came with the change, and no session is opened.
 */
export async function restoreEmail(ctx: RequestCtx) {
  const link = await peekLink(ctx, 'restore_email', ctx.flow.restore_email)
  const user = link?.status === 'active' ? await userById(ctx, link.user_id) : undefined
  const email = addressIn(link?.data ?? {})
  if (!link || !user || !email) throw new Problem('link_used')
  await inTx(ctx.db, async (db) => {
    const within = { ...ctx, db }
    if (!(await useUpLink(within, link))) throw new Problem('link_used')
    if (!(await setEmail(within, user.id, email))) throw new Problem('already_there')
    await readdressInvitations(within, user.email, email)
    await dropEmailChange(db, user.id)
    // A restore link to a later address would undo this one; links to earlier addresses stay.
    await revokeLaterRestores(db, user.id, link.token_hash, ctx.clock.now())
    await deleteLaterWaysIn(db, user.id, link.token_hash)
    await endAccess(within, user.id)
    await mailEmailRestored(within, user, email)
    await audit(within, 'email_restored', { user_id: user.id, actor: 'visitor' })
  })
  ctx.setFlow({ restore_email: undefined })
  return { type: 'success' as const }
}

function addressIn({ email }: Record<string, unknown>): string {
  return typeof email === 'string' ? email : ''
}
