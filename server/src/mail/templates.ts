import { ALERT_VALUES, type AlertValues } from '@portico/contract/alert-fields.ts'
import { ALERT_KINDS, type AlertKind } from '@portico/contract/alert-kinds.ts'
import { APPROVABLE } from '@portico/contract/operator-approvals.ts'
import { PROVIDERS } from '@portico/contract/providers.ts'
import { ROLES } from '@portico/contract/role.ts'
import { MINUTE_MS } from '@portico/contract/time.ts'
import * as z from 'zod/mini'
import { plainText, sanitizeName } from './sanitize-name.ts'

const name = z.string().check(z.overwrite(sanitizeName))
const text = z.string().check(z.overwrite(plainText))
const link = z.url({ protocol: /^https?$/ })
const duration = z.int().check(z.positive())
const at = z.iso.datetime()
const role = z.enum(ROLES)
const micros = z.int()
/** Fields of every alert: its login, where to act, and where to turn it off. */
const alert = z.object({ name, login: z.string(), link, settings_link: link })
/** The document itself is drawn when the mail is sent, and attached to it. */
const billingNote = { name, number: text, document_id: z.uuid(), total_micros: micros, link }
const billingDocument = {
  ...billingNote,
  /** For a credit note: the invoice it corrects; for a fee credit: the fee note. */
  invoice_number: text,
}

/** Such as 2026-03, in UTC. */
const month = z.string().check(z.regex(/^\d{4}-\d\d$/))

type AlertTemplates = { [K in AlertKind as `alert_${K}`]: z.ZodMiniType<z.infer<typeof alert> & AlertValues[K]> }
/** One for each kind of alert. */
const ALERTS = Object.fromEntries(
  ALERT_KINDS.map((kind): [string, z.ZodMiniType] => [`alert_${kind}`, z.extend(alert, ALERT_VALUES[kind])]),
) as AlertTemplates

/** Every mail and its data. Parsed again before sending: an older version may have written it. */
export const TEMPLATES = {
  activation: z.object({ name, code: text, code_minutes: duration, link, link_hours: duration }),
  confirm_again: z.object({ name, link, link_hours: duration }),
  already_registered: z.object({ name, sign_in_link: link, forgot_link: link }),
  reset: z.object({ name, link, minutes: duration }),
  password_changed: z.object({ name, at, forgot_link: link }),
  invitation: z.object({ team: name, inviter: name, role, link, days: duration }),
  sign_in_link: z.object({ name, link, minutes: duration }),
  impersonation_notice: z.object({ name, staff: name, reason: text, at }),
  team_joined: z.object({ name, member: name, member_email: z.string(), role }),
  credentials_link: z.object({ name, login: z.string(), link }),
  key_expires: z.object({ name, key: text, login: z.string(), at, link }),
  identity_linked: z.object({ name, provider: z.enum(PROVIDERS), at }),
  link_first: z.object({ name, provider: z.enum(PROVIDERS), sign_in_link: link, forgot_link: link }),
  sign_in_stopped: z.object({ name, at, forgot_link: link }),
  invoice: z.object(billingDocument),
  credit_note: z.object(billingDocument),
  proforma: z.object({ ...billingNote, reference: text, until: at }),
  fee_note: z.object({ ...billingNote, reference: text }),
  fee_credit: z.object(billingDocument),
  factor_on: z.object({ name, at, forgot_link: link }),
  factor_off: z.object({ name, at, forgot_link: link }),
  database_updated: z.object({ name, database: text, version: text, link }),
  email_change_old: z.object({ name, code: text, new_email: z.string(), minutes: duration }),
  email_change_new: z.object({ name, code: text, minutes: duration }),
  email_changed: z.object({ name, at, new_email: z.string(), link, days: duration }),
  email_restored: z.object({ name, at, forgot_link: link }),
  passkey_added: z.object({ name, passkey: name, at }),
  ownership_received: z.object({ name, team: name, other: name, other_email: z.string(), at }),
  ownership_given: z.object({ name, team: name, other: name, other_email: z.string(), at }),
  new_device: z.object({ name, device: text, ip: text, at, forgot_link: link }),
  factor_required: z.object({ name, team: name, at }),
  sso_changed: z.object({ name, team: name, other: name, other_email: z.string(), at }),
  sso_full: z.object({ name, team: name, accounts: z.number() }),
  sso_joined: z.object({ name, member: name, member_email: z.string(), role }),
  sso_domain: z.object({ domain: z.string(), team: name, other: name, other_email: z.string(), link, days: duration }),
  factor_reset: z.object({ name, at, forgot_link: link }),
  data_ready: z.object({ name, link, days: duration }),
  account_closing: z.object({ name, team: name, at }),
  account_closes_soon: z.object({ name, team: name, at }),
  account_closed: z.object({ name, team: name, at }),
  ...ALERTS,
  subscription_price: z.object({ name, title: text, price_micros: micros, before_micros: micros, at, link }),
  subscription_past_due: z.object({ name, title: text, method: text, at, link }),
  subscription_ended: z.object({ name, title: text, link }),
  recharge_stopped: z.object({ name, login: z.string(), method: text, amount_micros: micros, link }),
  billing_details_asked: z.object({ name, link }),
  backup_card_used: z.object({ name, login: z.string(), declined: text, method: text, total_micros: micros, link }),
  statement: z.object({ name, owner_id: z.int(), month, link }),
  status_confirm: z.object({ link, link_hours: duration }),
  approval_waiting: z.object({
    name,
    requester: z.string(),
    action: z.enum(APPROVABLE),
    amount_micros: micros,
    reason: text,
    at,
    link,
  }),
  note_mention: z.object({ name, author: z.string(), customer: text, text, link }),
  status_update: z.object({ heading: text, state: text, sentence: text, text: z.string(), at, link, stop_link: link }),
}

/** Why a recipient gets a mail. */
export type Reason = 'sign_up' | 'account' | 'invitation' | 'team' | 'domain' | 'alert' | 'billing' | 'status'

interface Sending {
  reason: Reason
  can_turn_off: boolean
}
const ALERT_SENDING = Object.fromEntries(
  Object.keys(ALERTS).map((template) => [template, { reason: 'alert', can_turn_off: true }]),
) as Record<keyof AlertTemplates, Sending>

/** Mails about an account or its security cannot be turned off, so they offer no link for it. */
export const SENDING: Record<Template, Sending> = {
  activation: { reason: 'sign_up', can_turn_off: false },
  confirm_again: { reason: 'account', can_turn_off: false },
  already_registered: { reason: 'account', can_turn_off: false },
  reset: { reason: 'account', can_turn_off: false },
  password_changed: { reason: 'account', can_turn_off: false },
  invitation: { reason: 'invitation', can_turn_off: false },
  sign_in_link: { reason: 'account', can_turn_off: false },
  impersonation_notice: { reason: 'account', can_turn_off: false },
  team_joined: { reason: 'team', can_turn_off: false },
  credentials_link: { reason: 'account', can_turn_off: false },
  key_expires: { reason: 'account', can_turn_off: false },
  identity_linked: { reason: 'account', can_turn_off: false },
  link_first: { reason: 'account', can_turn_off: false },
  sign_in_stopped: { reason: 'account', can_turn_off: false },
  invoice: { reason: 'billing', can_turn_off: false },
  credit_note: { reason: 'billing', can_turn_off: false },
  proforma: { reason: 'billing', can_turn_off: false },
  fee_note: { reason: 'billing', can_turn_off: false },
  fee_credit: { reason: 'billing', can_turn_off: false },
  factor_on: { reason: 'account', can_turn_off: false },
  factor_off: { reason: 'account', can_turn_off: false },
  database_updated: { reason: 'account', can_turn_off: false },
  email_change_old: { reason: 'account', can_turn_off: false },
  email_change_new: { reason: 'sign_up', can_turn_off: false },
  email_changed: { reason: 'account', can_turn_off: false },
  email_restored: { reason: 'account', can_turn_off: false },
  passkey_added: { reason: 'account', can_turn_off: false },
  ownership_received: { reason: 'team', can_turn_off: false },
  ownership_given: { reason: 'team', can_turn_off: false },
  new_device: { reason: 'account', can_turn_off: false },
  factor_required: { reason: 'team', can_turn_off: false },
  sso_changed: { reason: 'team', can_turn_off: false },
  sso_full: { reason: 'team', can_turn_off: false },
  sso_joined: { reason: 'team', can_turn_off: false },
  sso_domain: { reason: 'domain', can_turn_off: false },
  factor_reset: { reason: 'account', can_turn_off: false },
  data_ready: { reason: 'account', can_turn_off: false },
  account_closing: { reason: 'account', can_turn_off: false },
  account_closes_soon: { reason: 'account', can_turn_off: false },
  account_closed: { reason: 'account', can_turn_off: false },
  ...ALERT_SENDING,
  subscription_price: { reason: 'account', can_turn_off: false },
  subscription_past_due: { reason: 'account', can_turn_off: false },
  subscription_ended: { reason: 'account', can_turn_off: false },
  recharge_stopped: { reason: 'account', can_turn_off: false },
  billing_details_asked: { reason: 'account', can_turn_off: false },
  backup_card_used: { reason: 'account', can_turn_off: false },
  statement: { reason: 'billing', can_turn_off: false },
  approval_waiting: { reason: 'account', can_turn_off: false },
  note_mention: { reason: 'account', can_turn_off: false },
  status_confirm: { reason: 'status', can_turn_off: false },
  status_update: { reason: 'status', can_turn_off: false },
}

export type Template = keyof typeof TEMPLATES
export type MailData<T extends Template> = z.infer<(typeof TEMPLATES)[T]>

export function isTemplate(name: string): name is Template {
  return Object.hasOwn(TEMPLATES, name)
}

/** When the link in it stops working, counted from when it was written; undefined for a mail without an end. */
export function lifeOf(data: MailData<Template>): number | undefined {
  if ('minutes' in data) return data.minutes * MINUTE_MS
  if ('link_hours' in data) return data.link_hours * 60 * MINUTE_MS
  if ('days' in data) return data.days * 24 * 60 * MINUTE_MS
  return undefined
}
