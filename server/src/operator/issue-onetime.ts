import type { Input } from '@portico/contract/endpoint.ts'
import { languageOfField } from '@portico/contract/language.ts'
import type { operator } from '@portico/contract/operator.ts'
import { Problem } from '@portico/contract/problem.ts'
import { issueLink, LINK_TTL_MS } from '#auth/index.ts'
import type { RequestCtx } from '#ctx/ctx.ts'
import type { ChangeCtx } from '#http/change.ts'
import { enqueueMail } from '#mail/index.ts'
import { userByEmail } from '#users/index.ts'
import { siteOfAccount } from '#whitelabel/index.ts'

/** A link that signs its user in once; printed for the operator, or mailed so that only the owner ever sees it. */
export async function issueOnetime(
  ctx: ChangeCtx<RequestCtx>,
  { user, kind, to, mail }: Input<typeof operator.onetime>,
) {
  const person = await userByEmail(ctx, user)
  if (person?.status !== 'active') throw new Problem('unknown_user', { fields: { user: 'has no open account' } })
  if (person.is_staff) {
    const sign_in = new URL('/signin', ctx.sites.staff.origin).href
    const forgot = new URL('/forgot-password', ctx.sites.own.origin).href
    const text = `is staff and signs in with password and code at ${sign_in}; ${forgot} sends a link for a new password, staff factor makes a new key for the code`
    throw new Problem('unknown_user', { fields: { user: text } })
  }
  const purpose = kind === 'onetime' ? 'onetime' : 'token'
  const seconds = LINK_TTL_MS[purpose] / 1000
  const site = await siteOfAccount(ctx, person.id)
  const token = await issueLink(ctx, purpose, {
    user_id: person.id,
    site,
    data: { registration: kind === 'registration' },
  })
  const path = purpose === 'token' ? `/signin-by-token/${token}` : `/login_onetime/${person.public_id}/${token}`
  const tail = kind === 'registration' ? '/registration' : kind === 'onetime' && to ? `/${to}` : ''
  const link = new URL(path + tail, site.origin).href
  const data = { name: person.name, link, minutes: seconds / 60 }
  if (mail)
    await enqueueMail(ctx, {
      to: person.email,
      site,
      template: 'sign_in_link',
      language: languageOfField(person.language),
      data,
    })
  ctx.audit('sign_in_link_made', { user_id: person.id, detail: { kind, mail } })
  return { url: mail ? '' : link, seconds }
}
