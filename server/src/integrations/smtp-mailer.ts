import { isIP } from 'node:net'
import { decodedUri } from '@portico/contract/uri.ts'
import { createTransport } from 'nodemailer'
import { asMessage, type Mailer } from './outgoing-mail.ts'

export const SMTP_CONNECTIONS = 5

/**
 * Mail through the operator's server. Certificates are always checked, a password never travels in the clear, and the content of a
 * mail cannot make us read a file or fetch a page.
 */
export function openSmtpMailer(smtp_url: string): Mailer & { close(): void } {
  const transport = createTransport({
    ...serverOf(smtp_url),
    pool: true,
    maxConnections: SMTP_CONNECTIONS,
    // Only a mail of which not a byte was sent moves to another connection; the outbox retries the rest.
    maxRequeues: 1,
    idleTimeout: 30_000,
    dnsTimeout: 5000,
    connectionTimeout: 5000,
    greetingTimeout: 5000,
    socketTimeout: 20_000,
    tls: { rejectUnauthorized: true, minVersion: 'TLSv1.2' },
    disableFileAccess: true,
    disableUrlAccess: true,
    logger: false,
  })
  return {
    send: async (mail) => {
      await transport.sendMail(asMessage(mail))
    },
    close: () => transport.close({ force: true }),
  }
}

/** Parsed here and not by nodemailer, whose own parsing lets `?tls.rejectUnauthorized=false` turn the checks off. */
export function serverOf(smtp_url: string) {
  const url = new URL(smtp_url)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const secure = url.protocol === 'smtps:'
  const is_own_machine = host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
  const auth = url.username ? { user: decodedUri(url.username), pass: decodedUri(url.password) } : undefined
  return {
    host,
    port: url.port ? Number(url.port) : secure ? 465 : 587,
    secure,
    auth,
    requireTLS: !secure && auth !== undefined && !is_own_machine,
    // A mail server on this machine often offers TLS with a self-signed certificate; nothing leaves the machine.
    ignoreTLS: !secure && is_own_machine,
  }
}
