import { languageOfField } from '@portico/contract/language.ts'
import { staffMay } from '@portico/contract/staff-permissions.ts'
import { listStaff } from '#auth/index.ts'
import type { RequestCtx } from '#ctx/ctx.ts'
import { enqueueMail } from '#mail/index.ts'

const MENTION = /(?<![\w.@])@([\w.+-]*\w(?:@[\w.-]*\w)?)/g

interface Note {
  customer: { id: number; name: string; email: string }
  author: string
  text: string
}

/** Staff who see customers, each by the part of the address before the @, or by all of it where that part is not unique. */
export async function colleagues(ctx: Pick<RequestCtx, 'db'>) {
  const all = (await listStaff(ctx)).filter(
    ({ status, role }) => status === 'active' && role !== null && staffMay(role, 'see_customers'),
  )
  const part = (email: string) => email.split('@')[0] ?? email
  return all.map((one) => {
    const isUnique = all.filter(({ email }) => part(email) === part(one.email)).length === 1
    return { ...one, handle: isUnique ? part(one.email) : one.email }
  })
}

/** Once to each colleague whom the note names, in the transaction of the note. */
export async function mailMentioned(ctx: RequestCtx, { customer, author, text }: Note): Promise<void> {
  const named = new Set([...text.matchAll(MENTION)].map(([, handle = '']) => handle.toLowerCase()))
  if (named.size === 0) return
  const site = ctx.sites.staff
  const link = new URL(`/operator/customers/${customer.id}?show=notes`, site.origin).href
  for (const { id, email: to, name, handle, language } of await colleagues(ctx)) {
    if (id === ctx.staff?.id || !(named.has(handle.toLowerCase()) || named.has(to.toLowerCase()))) continue
    await enqueueMail(ctx, {
      to,
      site,
      template: 'note_mention',
      language: languageOfField(language),
      data: { name, author, customer: customer.name || customer.email, text, link },
    })
  }
}
