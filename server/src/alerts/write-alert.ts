import { languageOfField } from '@portico/contract/language.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { type AlertFacts, alertPath } from '#inbox/index.ts'
import { enqueueMail, type Mail } from '#mail/index.ts'
import { siteOfAccount } from '#whitelabel/index.ts'

type Writing = Pick<Ctx, 'db' | 'clock' | 'env' | 'sites'>

/** One mail to one recipient, with a link to the screen that helps to fix it. */
export async function writeAlert(
  ctx: Writing,
  { kind, values: metrics }: AlertFacts,
  { login, reader }: { login: string; reader: { id: number; email: string; name: string; language: string } },
): Promise<void> {
  const site = await siteOfAccount(ctx, reader.id)
  const linkTo = (path: string) => new URL(path, site.origin).href
  const head = { to: reader.email, site, language: languageOfField(reader.language) }
  const about = {
    name: reader.name,
    login,
    settings_link: linkTo('/api-settings'),
    link: linkTo(alertPath(kind, login)),
  }
  // A mail has the values of its kind: both come from the contract.
  await enqueueMail(ctx, { ...head, template: `alert_${kind}`, data: { ...about, ...metrics } } as Mail)
}
