import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export interface Received {
  /** The recipients of the envelope, whatever the headers contain. */
  envelope: { from: string; to: string[] }
  raw: Buffer
  parsed: Email
}

/** The reply of the server instead of accepting; undefined accepts. */
export interface SmtpMoods {
  sender?: (address: string) => Refusal | undefined
  recipient?: (address: string) => Refusal | undefined
  /** Awaited after the whole mail was received and before it is acknowledged. */
  message?: (mail: Received) => Promise<Refusal | undefined> | Refusal | undefined
}

interface Refusal {
  code: number
  text: string
}

/** A real mail server on this machine that stores the mails it receives. Close it at the end. */
export async function openTestSmtp(moods: SmtpMoods = {}, more: Partial<SMTPServerOptions> = {}) {
  const mails: Received[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    closeTimeout: 100,
    onMailFrom: (address, _session, done) => done(errorOf(moods.sender?.(address.address))),
    onRcptTo: (address, _session, done) => done(errorOf(moods.recipient?.(address.address))),
    onData: async (stream, session, done) => {
      const raw = await buffer(stream).catch(() => undefined)
      if (!raw) return done(new Error('test mail server received an incomplete mail'))
      const { mailFrom, rcptTo } = session.envelope
      const envelope = { from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address) }
      const mail = { envelope, raw, parsed: await PostalMime.parse(raw) }
      const refusal = await moods.message?.(mail)
      if (!refusal) mails.push(mail)
      done(errorOf(refusal))
    },
    ...more,
  })
  const { promise: listening, resolve } = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', resolve)
  await listening
  // A client that disconnects halfway is no failure of the server.
  server.on('error', () => undefined)
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    moods,
    close: () => new Promise<void>((done) => server.close(() => done())),
  }
}

export type TestSmtp = Awaited<ReturnType<typeof openTestSmtp>>

function errorOf(refusal: Refusal | undefined): Error | null {
  return refusal ? Object.assign(new Error(refusal.text), { responseCode: refusal.code }) : null
}
