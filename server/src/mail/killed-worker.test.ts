import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { afterEach, expect, inject, test, vi } from 'vitest'
import { openSmtpMailer } from '#integrations/smtp-mailer.ts'
import { inDatabase } from '#testing/db/server.ts'
import { openTestSmtp, type Received } from '#testing/integrations/smtp.ts'
import { type MailTest, openMailTest, SAMPLES, TEST_SETTINGS } from '#testing/mail/mail.ts'
import { enqueueMail, startMailWorker } from './index.ts'

const PATIENT = { timeout: 60_000, interval: 20 }
const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** A separate process that does nothing but send mail. */
const WORKER = `
import { pino } from 'pino'
import { openPool } from '#db/db.ts'
import { createPool } from '#db/pool.ts'
import { startMailWorker } from '#mail/index.ts'
import { openMailer } from '#integrations/mail.ts'
import { readBrand } from '#whitelabel/index.ts'
import { readEnv } from '#env/env.ts'
import { openKeys } from '#crypto/keys.ts'
const log = pino({ level: 'silent' })
const env = readEnv()
const clock = { now: () => new Date('2026-03-02T10:00:00.000Z') }
const { db } = openPool(createPool(env.database_url, log, 5, { waits_ms: 45_000 }), false)
const ctx = { db, env, keys: openKeys(env.data_dir, env.secret), brand: readBrand(env.provider_dir), origin: env.public_url, clock, log }
startMailWorker(ctx, openMailer(env))
`

function spawnWorker(it: MailTest, smtp_url: string): ChildProcess {
  const env = {
    ...TEST_SETTINGS,
    DATA_DIR: it.data_dir,
    DATABASE_URL: inDatabase(inject('testServer').appUrl, it.database.name),
    SMTP_URL: smtp_url,
  }
  const cwd = resolve(import.meta.dirname, '../..')
  const child = spawn(process.execPath, ['--input-type=module', '--eval', WORKER], { cwd, env, stdio: 'inherit' })
  closing.push(() => child.kill('SIGKILL'))
  return child
}

test('O9 a worker killed in the middle of its work loses no mail and duplicates none', {
  timeout: 200_000,
}, async () => {
  const it = await openMailTest()
  closing.push(it.close)
  const allRows = () => it.database.db.selectFrom('outbox').selectAll().orderBy('id').execute()
  const arrived: Received[] = []
  const stuck = { at: 8 }
  const smtp = await openTestSmtp({
    message: (mail) => {
      arrived.push(mail)
      return arrived.length > stuck.at ? new Promise(() => undefined) : undefined
    },
  })
  closing.push(smtp.close)
  const names = Array.from({ length: 30 }, (_, at) => `user${at}@example.com`).sort()
  for (const to of names)
    await enqueueMail(it.ctx, {
      to,
      site: it.site,
      template: 'password_changed',
      language: 'fr',
      data: SAMPLES.password_changed,
    })

  const child = spawnWorker(it, smtp.url)
  // Five are claimed and in progress, none of them acknowledged: some have left whole, some have not.
  await vi.waitFor(() => expect(arrived.length).toBeGreaterThan(stuck.at), PATIENT)
  child.kill('SIGKILL')
  await once(child, 'exit')
  const left = (await allRows()).filter(({ sent_at }) => sent_at === null)
  expect(left.length).toBeGreaterThanOrEqual(names.length - stuck.at)
  expect(left.some(({ tries }) => tries === 1)).toBe(true)

  stuck.at = Number.POSITIVE_INFINITY
  it.forward(2 * 60 * 1000)
  const mailer = openSmtpMailer(smtp.url)
  const worker = startMailWorker(it.ctx, mailer)
  closing.push(mailer.close, worker.stop)
  await vi.waitFor(async () => expect((await allRows()).every(({ sent_at }) => sent_at)).toBe(true), PATIENT)
  expect([...new Set(smtp.mails.flatMap(({ envelope }) => envelope.to))].sort()).toEqual(names)
  const ids = new Set(arrived.map(({ parsed }) => parsed.messageId))
  expect([...ids].sort()).toEqual((await allRows()).map(({ message_id }) => message_id).sort())
  const bodies = new Set(arrived.map(({ raw }) => raw.toString()))
  expect(bodies.size).toBe(names.length)
})
