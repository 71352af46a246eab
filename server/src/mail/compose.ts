import type { Language } from '@portico/contract/language.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { addressOf } from '#env/values.ts'
import { type TextKey, textsIn } from '#i18n/translate.ts'
import type { OutgoingMail } from '#integrations/outgoing-mail.ts'
import { drawHtml } from './draw-html.ts'
import { drawText } from './draw-text.ts'
import type { Foot } from './mail-template.ts'
import { renderMail } from './render-mail.ts'
import type { MailRow } from './store.ts'
import { type MailData, type Reason, SENDING, type Template } from './templates.ts'
import { unsubscribeUrl } from './unsubscribe-url.ts'

/** Why a recipient gets a mail, in its foot. */
export const REASONS = {
  sign_up: 'You are receiving this e-mail because {to} was entered at sign-up for {brand}.',
  account: 'You are receiving this e-mail because {to} belongs to an account at {brand}.',
  invitation: 'You are receiving this e-mail because someone entered {to} in an invitation to {brand}.',
  team: 'You are receiving this e-mail because a team at {brand} belongs to the account of {to}.',
  alert: 'You are receiving this e-mail because alerts to {to} are turned on at {brand}.',
  domain: 'You are receiving this e-mail because someone wants to verify at {brand} that they own the domain of {to}.',
  billing: 'You are receiving this e-mail because {to} receives the invoices of an account at {brand}.',
  status: 'You are receiving this e-mail because {to} was entered on the status page of {brand}.',
} as const satisfies Record<Reason, TextKey>

/** Made from the row alone, so that a mail tried again is the same mail. */
export function compose<T extends Template>(
  ctx: Pick<Ctx, 'env' | 'keys'>,
  row: Pick<MailRow, 'message_id' | 'to_address' | 'brand' | 'created_at'> & { data?: MailRow['data'] },
  content: { language: Language; template: T; data: MailData<T> },
): OutgoingMail {
  const { language, template, data } = content
  const { to_address: to, brand } = row
  const { reason, can_turn_off } = SENDING[template]
  const t = textsIn(language)
  const origin = brand.origin ?? ctx.env.public_url.origin
  const mail = renderMail(language, { title: brand.title, origin, support: brand.support?.url }, template, data)
  const preferences_url = can_turn_off ? unsubscribeUrl(ctx, origin, to) : undefined
  const stop_link = 'stop_link' in data ? { label: t('Unsubscribe'), url: data.stop_link } : undefined
  const foot: Foot = {
    reason: t(REASONS[reason], { brand: brand.title, to }),
    support: brand.support ?? undefined,
    imprint: brand.imprint?.split('\n').filter((line) => line.trim()) ?? [],
    preferences: preferences_url ? { label: t('E-mail preferences'), url: preferences_url } : stop_link,
  }
  return {
    message_id: row.message_id,
    date: row.created_at,
    from: brand.from ?? { name: brand.title, address: addressOf(ctx.env.mail_from) },
    ...(brand.reply_to && { reply_to: brand.reply_to }),
    to,
    subject: row.data?.is_test === true ? `[Test] ${mail.subject}` : mail.subject,
    text: drawText(mail, t, foot),
    html: drawHtml(mail, { language, brand, t, foot }),
    headers: {
      // A page to choose on, never a single click: it would also silence the warning that money runs out.
      ...(preferences_url && { 'List-Unsubscribe': `<${preferences_url}>` }),
      ...(stop_link && {
        'List-Unsubscribe': `<${stop_link.url}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
      'Auto-Submitted': 'auto-generated',
    },
  }
}
