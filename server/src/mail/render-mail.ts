import type { Language } from '@portico/contract/language.ts'
import { textOf } from '#i18n/translate.ts'
import { moneyIn, valuesOf } from './formatters.ts'
import type { MailContent, Mails } from './mail-template.ts'
import { accountMails } from './mails/account.ts'
import { alertMails } from './mails/alerts.ts'
import { billingMails } from './mails/billing.ts'
import { securityMails } from './mails/security.ts'
import { staffMails } from './mails/staff.ts'
import { statusMails } from './mails/status.ts'
import { teamMails } from './mails/team.ts'
import type { MailData, Template } from './templates.ts'

const MAILS: Mails = {
  ...accountMails,
  ...alertMails,
  ...billingMails,
  ...securityMails,
  ...staffMails,
  ...statusMails,
  ...teamMails,
}

interface MailBrand {
  title: string
  origin: string
  support: string | undefined
}

export function renderMail<T extends Template>(
  language: Language,
  { title, origin, support }: MailBrand,
  template: T,
  data: MailData<T>,
): MailContent {
  const values = { ...valuesOf(language, data), brand: title }
  const written = MAILS[template]((key, more) => textOf(language, key, { ...values, ...more }), data, {
    brand: title,
    support,
    linkTo: (path) => new URL(path, origin).href,
    money: (micros) => moneyIn(language, micros),
  })
  const { name, code } = { name: '', code: undefined, ...data }
  return { name, after: [], ...written, ...(code && { code }) }
}
