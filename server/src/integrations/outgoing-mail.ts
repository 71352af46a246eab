import { createHash } from 'node:crypto'

/** One finished mail. Sent twice it is the same to the byte, so that a receiver can tell a repetition by `message_id`. */
export interface OutgoingMail {
  /** With its angle brackets. */
  message_id: string
  date: Date
  from: { name: string; address: string }
  /** Whom an answer goes to, when it is not the sender. */
  reply_to?: string
  to: string
  subject: string
  text: string
  html: string
  headers: Record<string, string>
  attachments?: Attachment[]
}

export interface Attachment {
  /** With its ending. */
  name: string
  type: string
  content: Buffer
}

/** Resolves once the mail is someone else's to deliver; otherwise rejects with what `mailFailure` can explain. */
export interface Mailer {
  send(mail: OutgoingMail): Promise<void>
}

const ADDRESS = /^[^\s@<>()[\]\\,;:"\p{Cc}]+@[^\s@<>()\\,;"\p{Cc}]+$/u

/** What both mailers hand to nodemailer: nothing in it is parsed again, so that one recipient cannot become two. */
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
