import type { Language } from '@portico/contract/language.ts'
import type { OutgoingMail } from '#outside/outgoing-mail.ts'
import type { Ctx } from '../ctx.ts'
import { drawHtml } from './draw-html.ts'
import { drawText } from './draw-text.ts'
import type { MailRow } from './store.ts'
import type { MailData, Template } from './templates.ts'
import { unsubscribeUrl } from './unsubscribe-url.ts'
import { TEXTS, writeLetter } from './write-letter.ts'

/** Made from the row alone, so that a mail tried again is the same mail. */
export function compose<T extends Template>(
  ctx: Pick<Ctx, 'env' | 'keys' | 'brand'>,
  row: Pick<MailRow, 'message_id' | 'to_address' | 'brand' | 'created_at'>,
  content: { language: Language; template: T; data: MailData<T> },
): OutgoingMail {
  const { language, template, data } = content
  const { to_address: to, brand } = row
  const texts = TEXTS[language]
  const letter = writeLetter(language, brand.title, template, data)
  const preferences_url = unsubscribeUrl(ctx, brand.origin ?? ctx.env.public_url, to)
  const foot = { line: texts.footer(brand.title, to), preferences_url }
  return {
    message_id: row.message_id,
    date: row.created_at,
    from: brand.from ?? senderOf(ctx, brand.title),
    to,
    subject: letter.subject,
    text: drawText(letter, texts, foot),
    html: drawHtml(letter, { language, brand, texts, foot }),
    headers: {
      'List-Unsubscribe': `<${preferences_url}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'Auto-Submitted': 'auto-generated',
    },
  }
}

/** The name in MAIL_FROM stands for the operator's own brand; another brand is never shown under it. */
export function senderOf(ctx: Pick<Ctx, 'env' | 'brand'>, title: string): { name: string; address: string } {
  const named = /^(.+) <([^<>]+)>$/.exec(ctx.env.mail_from)
  const [, name = title, address = ctx.env.mail_from] = named ?? []
  return { name: title === ctx.brand.title ? name : title, address }
}
