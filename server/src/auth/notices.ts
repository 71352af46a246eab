import { languageOfField } from '@portico/contract/language.ts'
import type { Provider } from '@portico/contract/providers.ts'
import { enqueueMail } from '#mail/room.ts'
import { userById } from '#users/room.ts'
import type { RequestCtx } from '../ctx.ts'

interface Person {
  email: string
  name: string
  language: string
}

const addressed = (user: Person) => ({ to: user.email, language: languageOfField(user.language) })

/** Mails that tell the owner what was done to the account, so that a stranger's deed does not stay unseen. */
export function tellPasswordChanged(ctx: RequestCtx, user: Person): Promise<void> {
  const forgot_link = new URL('/forgot-password', ctx.origin).href
  const data = { name: user.name, at: ctx.clock.now().toISOString(), forgot_link }
  return enqueueMail(ctx, { ...addressed(user), template: 'password_changed', data })
}

export async function tellIdentityLinked(ctx: RequestCtx, user_id: number, provider: Provider): Promise<void> {
  const user = await userById(ctx, user_id)
  if (!user) return
  const data = { name: user.name, provider, at: ctx.clock.now().toISOString() }
  await enqueueMail(ctx, { ...addressed(user), template: 'identity_linked', data })
}

export async function tellImpersonation(
  ctx: RequestCtx,
  user_id: number,
  staff: string,
  reason: string,
): Promise<void> {
  const user = await userById(ctx, user_id)
  if (!user) return
  const data = { name: user.name, staff, reason, at: ctx.clock.now().toISOString() }
  await enqueueMail(ctx, { ...addressed(user), template: 'impersonation_notice', data })
}
