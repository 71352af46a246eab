import { afterEach, expect, test } from 'vitest'
import { SAMPLE_MAIL } from '#testing/integrations/sample-mail.ts'
import { openTestSmtp, type SmtpMoods } from '#testing/integrations/smtp.ts'
import { mailFailure } from './mail-failure.ts'
import { openSmtpMailer, serverOf } from './smtp-mailer.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function open(moods: SmtpMoods = {}) {
  const smtp = await openTestSmtp(moods)
  const mailer = openSmtpMailer(smtp.url)
  closing.push(smtp.close, mailer.close)
  return { smtp, mailer }
}

async function failureOf(promise: Promise<void>) {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeDefined()
  return mailFailure(error)
}

test('a mail arrives whole, for exactly its recipient', async () => {
  const { smtp, mailer } = await open()
  await mailer.send(SAMPLE_MAIL)
  expect(smtp.mails).toHaveLength(1)
  expect(smtp.mails[0]?.envelope).toEqual({ from: 'no-reply@portico.example', to: ['ann@example.com'] })
  expect(smtp.mails[0]?.parsed).toMatchObject({
    messageId: '<6c1f8a1e@portico.example>',
    date: '2026-03-02T10:00:00.000Z',
    from: { name: 'Portico', address: 'no-reply@portico.example' },
    subject: 'Hello',
  })
})

test('a recipient refused for good is final, and the reason contains neither address nor link', async () => {
  const text = '5.1.1 <ann@example.com> unknown, see https://mail.example/why?u=ann and abcdefghijklmnopqrstuvwxyz0123'
  const { smtp, mailer } = await open({ recipient: () => ({ code: 550, text }) })
  const { is_final, reason, bounce } = await failureOf(mailer.send(SAMPLE_MAIL))
  expect([is_final, bounce]).toEqual([true, expect.stringMatching(/^550 5\.1\.1 <\[address\]> unknown/)])
  expect(reason).toContain('550')
  expect(reason).not.toMatch(/ann|https|abcdefghij/)
  expect(smtp.mails).toEqual([])
})

const MENDABLE: [string, SmtpMoods][] = [
  ['a recipient that is greylisted', { recipient: () => ({ code: 450, text: '4.2.0 try later' }) }],
  ['a full mailbox', { recipient: () => ({ code: 452, text: '4.2.2 full' }) }],
  ['a sender that is refused', { sender: () => ({ code: 553, text: '5.7.1 not your domain' }) }],
  ['a message that is refused', { message: () => ({ code: 554, text: '5.7.1 rejected' }) }],
  ['a message put off', { message: () => ({ code: 451, text: '4.3.0 busy' }) }],
]
test.each(MENDABLE)('%s is retried', async (_what, moods) => {
  const { mailer } = await open(moods)
  expect(await failureOf(mailer.send(SAMPLE_MAIL))).toEqual({ is_final: false, reason: expect.any(String) })
})

test('an unreachable server is retried', async () => {
  const smtp = await openTestSmtp()
  await smtp.close()
  const mailer = openSmtpMailer(smtp.url)
  closing.push(mailer.close)
  expect(await failureOf(mailer.send(SAMPLE_MAIL))).toMatchObject({
    is_final: false,
    reason: expect.stringContaining('ESOCKET'),
  })
})

test('closing aborts a mail that the server does not acknowledge', async () => {
  const { promise: arrived, resolve } = Promise.withResolvers<void>()
  const { mailer } = await open({
    message: () => {
      resolve()
      return new Promise(() => undefined)
    },
  })
  const sending = failureOf(mailer.send(SAMPLE_MAIL))
  await arrived
  mailer.close()
  expect((await sending).is_final).toBe(false)
})

const REMOTE = 'smtp://user:p%40ss@mail.example.com'

test('a password never travels in the clear and certificates are always checked', () => {
  expect(serverOf(REMOTE)).toEqual({
    host: 'mail.example.com',
    port: 587,
    secure: false,
    auth: { user: 'user', pass: 'p@ss' },
    requireTLS: true,
    ignoreTLS: false,
  })
  expect(serverOf('smtps://user:p@mail.example.com')).toMatchObject({ port: 465, secure: true })
  expect(serverOf('smtp://[::1]:2525')).toMatchObject({ host: '::1', port: 2525, ignoreTLS: true })
  expect(serverOf(`${REMOTE}?tls.rejectUnauthorized=false&ignoreTLS=true`)).toEqual(serverOf(REMOTE))
  expect(serverOf('smtp://127.evil.example')).toMatchObject({ ignoreTLS: false })
})

test('a user name is not sent to a server without encryption', async () => {
  const seen: string[] = []
  const smtp = await openTestSmtp(
    {},
    {
      authOptional: false,
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: (auth, _session, done) => {
        seen.push(String(auth.username))
        done(null, { user: auth.username ?? '' })
      },
    },
  )
  closing.push(smtp.close)
  // Also resolves to this machine, but under a name that is not in our list of local names.
  const mailer = openSmtpMailer(smtp.url.replace('smtp://127.0.0.1', 'smtp://user:secret@0.0.0.0'))
  closing.push(mailer.close)
  expect((await failureOf(mailer.send(SAMPLE_MAIL))).reason).toMatch(/STARTTLS|ETLS/)
  expect(seen).toEqual([])
})
