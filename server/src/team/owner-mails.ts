import { languageOfField } from '@portico/contract/language.ts'
import type { UserCtx } from '#ctx/ctx.ts'
import { enqueueMail } from '#mail/index.ts'
import { userById } from '#users/index.ts'
import { siteOfAccount } from '#whitelabel/index.ts'

/** Notifies the new owner, with the name of who made them one. */
export function mailNewOwner(ctx: UserCtx, owner_id: number, to_id: number): Promise<void> {
  return mailOwner(ctx, 'ownership_received', { owner_id, to_id, other_id: ctx.session.user_id })
}

/** Notifies the user who handed the account over: if it was not them, they have to act. */
export function mailOldOwner(ctx: UserCtx, owner_id: number, other_id: number): Promise<void> {
  return mailOwner(ctx, 'ownership_given', { owner_id, to_id: ctx.session.user_id, other_id })
}

async function mailOwner(
  ctx: UserCtx,
  template: 'ownership_received' | 'ownership_given',
  { owner_id, to_id, other_id }: { owner_id: number; to_id: number; other_id: number },
): Promise<void> {
  const to = await userById(ctx, to_id)
  const other = await userById(ctx, other_id)
  const founder = await userById(ctx, owner_id)
  if (!to || !other) return
  await enqueueMail(ctx, {
    to: to.email,
    site: await siteOfAccount(ctx, to.id),
    template,
    language: languageOfField(to.language),
    data: {
      name: to.name,
      team: founder?.name ?? '',
      other: other.name,
      other_email: other.email,
      at: ctx.clock.now().toISOString(),
    },
  })
}
