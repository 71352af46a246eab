import type { Role } from '@portico/contract/role.ts'
import type { MailData, Reason, Template } from './templates.ts'

export interface MailLink {
  label: string
  url: string
}

/** The content of a mail, before it is drawn as HTML and as text. */
export interface MailContent {
  subject: string
  /** Undefined where the reader is unknown. */
  name?: string
  lead: string[]
  code?: string
  action?: MailLink
  after: (string | MailLink)[]
}

/** The foot of every mail. */
export interface Foot {
  /** Why the reader gets it. */
  reason: string
  support: MailLink | undefined
  imprint: string[]
  /** Undefined where nothing can be turned off. */
  preferences: MailLink | undefined
}

/** Formatters for the data of a mail in its language. */
export interface Formatters {
  brand: string
  /** A screen of the site the reader's account belongs to. */
  linkTo(path: string): string
  /** The brand's support contact; undefined where it has named none. */
  support: string | undefined
  minutes(count: number): string
  hours(count: number): string
  days(count: number): string
  /** A moment in UTC, with the zone. */
  moment(at: string): string
  /** A day in UTC. */
  day(at: string): string
  /** A month such as 2026-03. */
  month(month: string): string
  provider(name: MailData<'identity_linked'>['provider']): string
  role(role: Role): string
  /** Money, to the last micro that is not zero. */
  money(micros: number): string
  count(count: number): string
  percent(percent: number): string
}

/** One language: a missing mail or text does not compile. */
export interface Texts {
  greeting(name: string): string
  /** Above the bare address of the button. */
  no_button: string
  reasons: Record<Reason, (brand: string, to: string) => string>
  /** Before the address of the support. */
  questions: string
  preferences: string
  unsubscribe: string
  /** Before the bare address of a link in plain text. */
  colon: string
  roles: Record<Role, string>
  mails: MailTexts
}

type MailTexts = { [T in Template]: (data: MailData<T>, format: Formatters) => MailContent }
export type BillingMails = Pick<
  MailTexts,
  'invoice' | 'credit_note' | 'billing_details_asked' | 'backup_card_used' | 'statement'
>
export type BillingNoteMails = Pick<MailTexts, 'proforma' | 'fee_note' | 'fee_credit'>
export type AlertMails = Pick<MailTexts, Extract<Template, `alert_${string}`>>
export type SubscriptionMails = Pick<MailTexts, Extract<Template, `subscription_${string}` | 'recharge_stopped'>>
export type SecurityMails = Pick<
  MailTexts,
  Extract<Template, `factor_o${string}` | `email_${string}` | 'passkey_added'>
>
export type SsoMails = Pick<MailTexts, Extract<Template, `sso_${string}`>>
export type CompanyMails = Pick<
  MailTexts,
  Extract<Template, `ownership_${string}` | `factor_re${string}` | 'new_device' | 'data_ready'>
>
export type StatusMails = Pick<MailTexts, Extract<Template, `status_${string}`>>
export type StaffMails = Pick<MailTexts, Extract<Template, `approval_${string}` | `note_${string}`>>
export type ClosingMails = Pick<MailTexts, Extract<Template, `account_${string}`>>
