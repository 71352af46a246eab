import { languageOfField } from '@portico/contract/language.ts'
import { ownersOf } from '#access/room.ts'
import { enqueueMail } from '#mail/room.ts'
import { userById } from '#users/room.ts'
import { siteOfAccount } from '#whitelabel/room.ts'
import type { RequestCtx } from '../ctx.ts'

/** Single sign-on decides who comes in: every owner hears of a change, whoever made it. */
export async function mailOwners(ctx: RequestCtx, owner_id: number): Promise<void> {
  const founder = await userById(ctx, owner_id)
  const by = ctx.session && (await userById(ctx, ctx.session.user_id))
  for (const { user_id } of await ownersOf(ctx, owner_id)) {
    const owner = await userById(ctx, user_id)
    if (owner?.status !== 'active') continue
    await enqueueMail(ctx, {
      to: owner.email,
      site: await siteOfAccount(ctx, user_id),
      template: 'sso_changed',
      language: languageOfField(owner.language),
      data: {
        name: owner.name,
        team: founder?.name ?? '',
        other: by?.name ?? '',
        other_email: by?.email ?? '',
        at: ctx.clock.now().toISOString(),
      },
    })
  }
}
