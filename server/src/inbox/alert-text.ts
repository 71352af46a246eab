import type { AlertValues } from '@portico/contract/alert-fields.ts'
import type { AlertKind } from '@portico/contract/alert-kinds.ts'
import type { Language } from '@portico/contract/language.ts'
import type { Site } from '#ctx/ctx.ts'
import { renderMail } from '#mail/index.ts'

/** What happened, with the values of its kind. */
export type AlertFacts = { [K in AlertKind]: { kind: K; values: AlertValues[K] } }[AlertKind]

const PATHS: Record<AlertKind, string> = {
  balance: '/users/getrows/add-funds',
  runway: '/users/getrows/add-funds',
  limit: '/api-settings/api-limits',
  errors: '/api-errors',
  budget: '/api-settings#budgets',
}

/** The screen that helps. Errors name the login: a reader with another active login would otherwise see that one's. */
export function alertPath(kind: AlertKind, login: string): string {
  return kind === 'errors' ? `${PATHS.errors}?${new URLSearchParams({ login })}` : PATHS[kind]
}

/** The sentences of the mail about it, for everything else that reports it. */
export function alertText(
  language: Language,
  site: Pick<Site, 'brand' | 'origin'>,
  { kind, values }: AlertFacts,
  login: string,
) {
  const link = new URL(alertPath(kind, login), site.origin).href
  const data = { name: '', login, link, settings_link: new URL('/api-settings', site.origin).href, ...values }
  const brand = { title: site.brand.title, origin: site.origin.href, support: undefined }
  // Both have the values of their kind: both come from the contract.
  const mail = renderMail(language, brand, `alert_${kind}`, data as Parameters<typeof renderMail<'alert_balance'>>[3])
  const title = withoutBrand(mail.subject, brand.title)
  return { title, brand: brand.title, text: mail.lead.join(' '), action: mail.action, link }
}

/** The subject of a mail begins with who sends it, which is known here. */
function withoutBrand(subject: string, brand: string): string {
  const rest = subject.startsWith(brand) ? subject.slice(brand.length).replace(/^\s*[:–—-]\s*/u, '') : subject
  return rest.charAt(0).toLocaleUpperCase() + rest.slice(1)
}
