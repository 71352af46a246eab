import { languageOfField } from '@portico/contract/language.ts'
import type { Provider } from '@portico/contract/providers.ts'
import type { RequestCtx } from '#ctx/ctx.ts'
import { enqueueMail } from '#mail/index.ts'
import { userById } from '#users/index.ts'
import { siteOfAccount } from '#whitelabel/index.ts'

interface Person {
  id: number
  email: string
  name: string
  language: string
}

async function addressed(ctx: RequestCtx, { id, email, language }: Person) {
  return { to: email, site: await siteOfAccount(ctx, id), language: languageOfField(language) }
}

/** Mails the owner what was done to the account, so that a stranger's actions are noticed. */
export async function mailPasswordChanged(ctx: RequestCtx, user: Person): Promise<void> {
  const head = await addressed(ctx, user)
  const forgot_link = new URL('/forgot-password', head.site.origin).href
  const data = { name: user.name, at: ctx.clock.now().toISOString(), forgot_link }
  await enqueueMail(ctx, { ...head, template: 'password_changed', data })
}

export async function mailAlreadyRegistered(ctx: RequestCtx, user: Person): Promise<void> {
  const head = await addressed(ctx, user)
  const linkTo = (path: string) => new URL(path, head.site.origin).href
  const data = { name: user.name, sign_in_link: linkTo('/signin'), forgot_link: linkTo('/forgot-password') }
  await enqueueMail(ctx, { ...head, template: 'already_registered', data })
}

export async function mailSignInStopped(ctx: RequestCtx, user: Person): Promise<void> {
  const head = await addressed(ctx, user)
  const forgot_link = new URL('/forgot-password', head.site.origin).href
  const data = { name: user.name, at: ctx.clock.now().toISOString(), forgot_link }
  await enqueueMail(ctx, { ...head, template: 'sign_in_stopped', data })
}

/** A sign-in came by a service that has not verified the address: only the owner can link it, after signing in. */
export async function mailLinkFirst(ctx: RequestCtx, user: Person, provider: Provider): Promise<void> {
  const head = await addressed(ctx, user)
  const linkTo = (path: string) => new URL(path, head.site.origin).href
  const links = { sign_in_link: linkTo('/signin'), forgot_link: linkTo('/forgot-password') }
  await enqueueMail(ctx, { ...head, template: 'link_first', data: { name: user.name, provider, ...links } })
}

export async function mailIdentityLinked(ctx: RequestCtx, user_id: number, provider: Provider): Promise<void> {
  const user = await userById(ctx, user_id)
  if (!user) return
  const data = { name: user.name, provider, at: ctx.clock.now().toISOString() }
  await enqueueMail(ctx, { ...(await addressed(ctx, user)), template: 'identity_linked', data })
}

/** A second factor protects against a stolen password, so turning it off must not go unnoticed. */
export async function mailFactorChanged(
  ctx: RequestCtx,
  user: Person,
  template: 'factor_on' | 'factor_off' | 'factor_reset',
): Promise<void> {
  const head = await addressed(ctx, user)
  const forgot_link = new URL('/forgot-password', head.site.origin).href
  const data = { name: user.name, at: ctx.clock.now().toISOString(), forgot_link }
  await enqueueMail(ctx, { ...head, template, data })
}

/** `device` is empty where the user agent is unknown. */
export async function mailNewDevice(ctx: RequestCtx, user_id: number, device: string): Promise<void> {
  const user = await userById(ctx, user_id)
  if (!user) return
  const head = await addressed(ctx, user)
  const forgot_link = new URL('/forgot-password', head.site.origin).href
  const seen = { device: device || '–', ip: ctx.request.ip, at: ctx.clock.now().toISOString() }
  await enqueueMail(ctx, { ...head, template: 'new_device', data: { name: user.name, ...seen, forgot_link } })
}

/** A new passkey is a new way to sign in. */
export async function mailPasskeyAdded(ctx: RequestCtx, user: Person, passkey: string): Promise<void> {
  const data = { name: user.name, passkey, at: ctx.clock.now().toISOString() }
  await enqueueMail(ctx, { ...(await addressed(ctx, user)), template: 'passkey_added', data })
}

export async function mailImpersonation(
  ctx: RequestCtx,
  user_id: number,
  staff: string,
  reason: string,
): Promise<void> {
  const user = await userById(ctx, user_id)
  if (!user) return
  const data = { name: user.name, staff, reason, at: ctx.clock.now().toISOString() }
  await enqueueMail(ctx, { ...(await addressed(ctx, user)), template: 'impersonation_notice', data })
}
