import { createHash } from 'node:crypto'

/** One finished mail. Sent twice it is identical to the byte, so that a receiver recognises a repetition by `message_id`. */
export interface OutgoingMail {
  /** Includes the angle brackets. */
  message_id: string
  date: Date
  from: { name: string; address: string }
  /** The address for replies, when it is not the sender. */
  reply_to?: string
  to: string
  subject: string
  text: string
  html: string
  headers: Record<string, string>
  attachments?: Attachment[]
}

export interface Attachment {
  /** Includes the file extension. */
  name: string
  type: string
  content: Buffer
}

/** Resolves once another server is responsible for delivery; otherwise rejects with an error that `mailFailure` can explain. */
export interface Mailer {
  send(mail: OutgoingMail): Promise<void>
}

const ADDRESS = /^[^\s@<>()[\]\\,;:"\p{Cc}]+@[^\s@<>()\\,;"\p{Cc}]+$/u

/** The input of nodemailer for both mailers: nothing in it is parsed again, so that one recipient cannot become two. */
export function asMessage(mail: OutgoingMail) {
  const { message_id, date, from, reply_to, to, subject, text, html, headers, attachments } = mail
  if (!ADDRESS.test(to)) throw refusal('not an address')
  return {
    messageId: message_id,
    date,
    from: { name: oneLine(from.name), address: from.address },
    ...(reply_to && { replyTo: { name: '', address: reply_to } }),
    to: { name: '', address: to },
    subject: oneLine(subject),
    text,
    html,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, oneLine(value)])),
    ...(attachments && {
      attachments: attachments.map(({ name, type, content }) => ({
        filename: oneLine(name),
        contentType: type,
        content,
      })),
    }),
    envelope: { from: from.address, to: [to] },
    baseBoundary: createHash('sha256').update(message_id).digest('hex').slice(0, 16),
  }
}

function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
}

function refusal(message: string): Error {
  return Object.assign(new Error(message), { code: 'EENVELOPE', command: 'RCPT TO', permanent: true })
}
