import { languageOfField } from '@portico/contract/language.ts'
import { enqueueMail } from '#mail/room.ts'
import { siteOfAccount } from '#whitelabel/room.ts'
import type { Ctx } from '../ctx.ts'
import type { Alert } from './rule.ts'

type Writing = Pick<Ctx, 'db' | 'clock' | 'env' | 'sites'>

/** One mail to one person, with the screen where something can be done about it. */
export async function writeAlert(
  ctx: Writing,
  alert: Alert,
  { login, reader }: { login: string; reader: { id: number; email: string; name: string; language: string } },
): Promise<void> {
  const site = await siteOfAccount(ctx, reader.id)
  const linkTo = (path: string) => new URL(path, site.origin).href
  const head = { to: reader.email, site, language: languageOfField(reader.language) }
  const about = { name: reader.name, login, settings_link: linkTo('/api-settings') }
  switch (alert.kind) {
    case 'balance': {
      const data = { ...about, ...alert.figures, link: linkTo('/users/getrows/add-funds') }
      return enqueueMail(ctx, { ...head, template: 'alert_balance', data })
    }
    case 'runway': {
      const data = { ...about, ...alert.figures, link: linkTo('/users/getrows/add-funds') }
      return enqueueMail(ctx, { ...head, template: 'alert_runway', data })
    }
    case 'limit': {
      const data = { ...about, ...alert.figures, link: linkTo('/api-settings/api-limits') }
      return enqueueMail(ctx, { ...head, template: 'alert_limit', data })
    }
    case 'errors': {
      const data = { ...about, ...alert.figures, link: linkTo('/api-errors') }
      return enqueueMail(ctx, { ...head, template: 'alert_errors', data })
    }
  }
}
