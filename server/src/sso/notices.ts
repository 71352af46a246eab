import { languageOfField } from '@portico/contract/language.ts'
import { ownersOf } from '#access/index.ts'
import type { RequestCtx } from '#ctx/ctx.ts'
import { enqueueMail } from '#mail/index.ts'
import { userById } from '#users/index.ts'
import { siteOfAccount } from '#whitelabel/index.ts'

/** Single sign-on decides who gets access: every owner is notified of a change, also of their own. */
export async function mailOwners(ctx: RequestCtx, owner_id: number): Promise<void> {
  const team = (await userById(ctx, owner_id))?.name ?? ''
  const by = ctx.session && (await userById(ctx, ctx.session.user_id))
  const about = { team, other: by?.name ?? '', other_email: by?.email ?? '', at: ctx.clock.now().toISOString() }
  for (const { name, ...to } of await addresseesOf(ctx, owner_id))
    await enqueueMail(ctx, { ...to, template: 'sso_changed', data: { ...about, name } })
}

/** New people are refused until the service has made fewer accounts: the owners can check what it does. */
export async function mailFull(ctx: RequestCtx, owner_id: number, accounts: number): Promise<void> {
  const team = (await userById(ctx, owner_id))?.name ?? ''
  for (const { name, ...to } of await addresseesOf(ctx, owner_id))
    await enqueueMail(ctx, { ...to, template: 'sso_full', data: { name, team, accounts } })
}

async function addresseesOf(ctx: RequestCtx, owner_id: number) {
  const owners = await Promise.all((await ownersOf(ctx, owner_id)).map(({ user_id }) => userById(ctx, user_id)))
  const active = owners.filter((owner) => owner?.status === 'active').filter((owner) => owner !== undefined)
  return Promise.all(
    active.map(async ({ id, name, email, language }) => ({
      name,
      to: email,
      site: await siteOfAccount(ctx, id),
      language: languageOfField(language),
    })),
  )
}
