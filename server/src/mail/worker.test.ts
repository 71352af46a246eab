import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { inTx } from '#db/tx.ts'
import type { Mailer } from '#integrations/outgoing-mail.ts'
import { openSmtpMailer } from '#integrations/smtp-mailer.ts'
import { openTestSmtp, type TestSmtp } from '#testing/integrations/smtp.ts'
import { type MailTest, openMailTest, SAMPLES, SITE } from '#testing/mail/mail.ts'
import { deliver } from './deliver.ts'
import { deleteOldMail, enqueueMail, startMailWorker } from './index.ts'
import { claimMails } from './store.ts'
import { onMailWakeup } from './wakeup.ts'

const MINUTE_MS = 60 * 1000
const HOUR_MS = 60 * MINUTE_MS
const PATIENT = { timeout: 30_000, interval: 10 }

let it: MailTest
let smtp: TestSmtp
let mailer: ReturnType<typeof openSmtpMailer>
let closing: (() => unknown)[]

beforeAll(async () => {
  it = await openMailTest()
})
beforeEach(async () => {
  await it.database.pool.query('delete from outbox')
  it.log_lines.length = 0
  smtp = await openTestSmtp()
  mailer = openSmtpMailer(smtp.url)
  closing = [smtp.close, mailer.close]
})
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})
afterAll(() => it.close())

function startWorker(by: Mailer = mailer) {
  const worker = startMailWorker(it.ctx, by)
  closing.push(worker.stop)
  return worker
}

function enqueueReset(to = 'ann@example.com', ctx: Pick<MailTest['ctx'], 'db' | 'clock' | 'env'> = it.ctx) {
  return enqueueMail(ctx, { to, site: it.site, template: 'reset', language: 'en', data: SAMPLES.reset })
}

function enqueueNotice(to = 'ann@example.com') {
  const data = SAMPLES.password_changed
  return enqueueMail(it.ctx, { to, site: it.site, template: 'password_changed', language: 'de', data })
}

const allRows = () => it.database.db.selectFrom('outbox').selectAll().orderBy('id').execute()

const onlyRow = async () => {
  const [row] = await allRows()
  if (!row) throw new Error('the outbox is empty')
  return row
}

const recipients = () => smtp.mails.flatMap(({ envelope }) => envelope.to).sort()

function allDone() {
  return vi.waitFor(async () => {
    const rows = await allRows()
    expect(rows.every(({ sent_at, failed_at }) => sent_at || failed_at)).toBe(true)
    return rows
  }, PATIENT)
}

test('a mail is sent to its recipient, and its link is deleted from the database', async () => {
  await enqueueReset()
  expect((await onlyRow()).data).toMatchObject({ link: SAMPLES.reset.link })
  startWorker()
  const [row] = await allDone()
  expect(row).toMatchObject({ data: {}, tries: 1, failed_at: null, last_error: null })
  expect(row?.sent_at).toEqual(it.ctx.clock.now())
  const stored = await it.database.pool.query('select outbox::text as row from outbox')
  expect(JSON.stringify(stored.rows)).not.toContain('reset-secret')
  expect(row?.sent_subject).toBe(smtp.mails[0]?.parsed.subject)
  expect(row?.sent_text).toMatch(/^Hello [\s\S]*https?:\/\/[^/]+\/…/)
  expect(smtp.mails.map(({ envelope }) => envelope)).toEqual([
    { from: 'no-reply@mail.example.com', to: ['ann@example.com'] },
  ])
  expect(smtp.mails[0]?.parsed).toMatchObject({
    messageId: row?.message_id,
    subject: 'Set a new password for Portico',
    from: { name: 'Portico', address: 'no-reply@mail.example.com' },
    date: '2026-03-02T10:00:00.000Z',
    text: expect.stringContaining(SAMPLES.reset.link),
  })
})

test('P6 an alert names the address where it can be turned off; a mail of the account names none', async () => {
  const { site } = it
  const alert = { to: 'ann+x@example.com', site, template: 'alert_balance', language: 'en' } as const
  await enqueueMail(it.ctx, { ...alert, data: SAMPLES.alert_balance })
  await enqueueNotice('bob@example.com')
  startWorker()
  await allDone()
  const headersTo = (to: string) => {
    const mail = smtp.mails.find(({ envelope }) => envelope.to.includes(to))
    return new Map(mail?.parsed.headers.map(({ key, value }) => [key, value]))
  }
  const unsubscribe = headersTo('ann+x@example.com').get('list-unsubscribe') ?? ''
  expect(unsubscribe).toMatch(/^<https:\/\/dashboard\.example\.com\/unsubscribe\/ann%2Bx%40example\.com\/[\w-]{43}>$/)
  expect(headersTo('bob@example.com').has('list-unsubscribe')).toBe(false)
  expect(headersTo('bob@example.com').get('reply-to')).toContain('support@portico.example')
})

test('a transaction that is rolled back sends nothing', async () => {
  const failing = inTx(it.ctx.db, async (db) => {
    await enqueueReset('ghost@example.com', { ...it.ctx, db })
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  await enqueueReset()
  startWorker()
  expect(await allDone()).toHaveLength(1)
  expect(recipients()).toEqual(['ann@example.com'])
})

test('a mail is invisible until its transaction is committed', async () => {
  startWorker()
  await inTx(it.ctx.db, async (db) => {
    await enqueueReset('later@example.com', { ...it.ctx, db })
    await enqueueReset('now@example.com')
    await vi.waitFor(() => expect(recipients()).toEqual(['now@example.com']), PATIENT)
  })
  await vi.waitFor(() => expect(recipients()).toEqual(['later@example.com', 'now@example.com']), PATIENT)
})

test('a new mail is announced to the workers of the process', async () => {
  const wake = vi.fn()
  closing.push(onMailWakeup(wake))
  await enqueueReset()
  expect(wake).toHaveBeenCalledOnce()
})

test('a server that defers is tried again at growing intervals, and given up after a day', async () => {
  const requested: string[] = []
  smtp.moods.recipient = (address) => {
    requested.push(address)
    return { code: 451, text: `later, <${address}>` }
  }
  await enqueueNotice()
  const worker = startWorker()
  const pauses = [10_000, MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 6 * HOUR_MS, 6 * HOUR_MS, 9 * HOUR_MS]
  for (const [at, pause_ms] of pauses.entries()) {
    worker.wake()
    const next_try_at = new Date(it.ctx.clock.now().getTime() + pause_ms)
    await vi.waitFor(async () => expect(await onlyRow()).toMatchObject({ tries: at + 1, next_try_at }), PATIENT)
    it.forward(pause_ms - 1)
    expect(await claimMails(it.ctx.db, { now: it.ctx.clock.now(), until: next_try_at, limit: 1 })).toEqual([])
    it.forward(1)
  }
  worker.wake()
  const [row] = await allDone()
  expect(row).toMatchObject({ tries: 9, sent_at: null, failed_at: it.ctx.clock.now(), bounced_at: null, data: {} })
  expect(row?.last_error).toMatch(/451 later/)
  expect(row?.last_error).not.toContain('ann@')
  expect(requested).toHaveLength(9)
  expect(smtp.mails).toEqual([])
})

test('a server that comes back gets the mail', async () => {
  smtp.moods.message = () => ({ code: 421, text: 'restarting' })
  await enqueueNotice()
  const worker = startWorker()
  await vi.waitFor(async () => expect((await onlyRow()).last_error).toContain('421'), PATIENT)
  smtp.moods.message = undefined
  it.forward(10_000)
  worker.wake()
  expect((await allDone())[0]).toMatchObject({ tries: 2, failed_at: null, data: {} })
  expect(recipients()).toEqual(['ann@example.com'])
})

test('a recipient who is refused permanently is not tried again, and no secret stays', async () => {
  smtp.moods.recipient = (address) =>
    address === 'gone@example.com' ? { code: 550, text: '5.1.1 no such user' } : undefined
  await enqueueReset('gone@example.com')
  await enqueueReset()
  startWorker()
  const rows = await allDone()
  const now = it.ctx.clock.now()
  expect(rows[0]).toMatchObject({ tries: 1, sent_at: null, failed_at: now, data: {} })
  expect(rows[0], 'it came back').toMatchObject({ bounced_at: now, bounce: '550 5.1.1 no such user' })
  expect(rows[1]).toMatchObject({ tries: 1, failed_at: null, bounced_at: null })
  expect(recipients()).toEqual(['ann@example.com'])
})

test('a mail whose link no longer works is not sent, others are, however late', async () => {
  await enqueueReset()
  await enqueueNotice('bob@example.com')
  it.forward(60 * MINUTE_MS)
  startWorker()
  const rows = await allDone()
  expect(rows[0]).toMatchObject({ sent_at: null, last_error: 'its link has expired', data: {} })
  expect(recipients()).toEqual(['bob@example.com'])
})

test('an unreadable row is given up and delays no other', async () => {
  const insert = `insert into outbox (message_id, to_address, template, language, brand, data, created_at, next_try_at)
    values ($1, 'ann@example.com', $2, 'en', '{"title":"Portico","accent":null}', $3, $4, $4)`
  const before = new Date(it.ctx.clock.now().getTime() - 1000)
  await it.database.pool.query(insert, ['<1@x>', 'no_such', '{}', before])
  await it.database.pool.query(insert, ['<2@x>', 'reset', '{"name":"Ann"}', before])
  await it.database.pool.query(insert, ['<3@x>', 'reset', '{"name":"A","link":"javascript:x","minutes":9}', before])
  await enqueueReset()
  startWorker()
  const rows = await allDone()
  expect(rows.map(({ last_error }) => last_error)).toEqual([...Array(3).fill('unknown template or data'), null])
  expect(recipients()).toEqual(['ann@example.com'])
})

test('O9 several workers send each mail once, no more than five at a time each', async () => {
  const names = Array.from({ length: 40 }, (_, at) => `user${at}@example.com`).sort()
  for (const name of names) await enqueueReset(name)
  const most: number[] = []
  for (const at of [0, 1, 2]) {
    let under_way = 0
    startWorker({
      send: async (mail) => {
        under_way++
        most[at] = Math.max(most[at] ?? 0, under_way)
        await mailer.send(mail)
        under_way--
      },
    })
  }
  expect((await allDone()).every(({ tries }) => tries === 1)).toBe(true)
  expect(recipients()).toEqual(names)
  expect(Math.max(...most)).toBeLessThanOrEqual(5)
  expect(most.filter((count) => count > 0).length).toBeGreaterThan(1)
})

test('a worker that is just claiming mails neither delays another nor shares them with it', async () => {
  for (const at of [0, 1, 2, 3, 4]) await enqueueReset(`user${at}@example.com`)
  const until = new Date(it.ctx.clock.now().getTime() + MINUTE_MS)
  const take = (db: MailTest['ctx']['db'], limit: number) => claimMails(db, { now: it.ctx.clock.now(), until, limit })
  const [first, second] = await inTx(it.ctx.db, async (db) => [await take(db, 3), await take(it.ctx.db, 5)])
  expect([first?.length, second?.length]).toEqual([3, 2])
  expect(new Set([...(first ?? []), ...(second ?? [])].map(({ id }) => id)).size).toBe(5)
  expect(await take(it.ctx.db, 5)).toEqual([])
})

test('O9 a worker that dies after sending: the mail is sent again, identical to the byte', async () => {
  await enqueueReset()
  const dying: Mailer = {
    send: async (mail) => {
      await mailer.send(mail)
      await new Promise(() => undefined)
    },
  }
  const [claimed] = await claimMails(it.ctx.db, {
    now: it.ctx.clock.now(),
    until: new Date(it.ctx.clock.now().getTime() + 2 * MINUTE_MS),
    limit: 5,
  })
  if (!claimed) throw new Error('no mail was claimed')
  void deliver(it.ctx, dying, claimed)
  await vi.waitFor(() => expect(smtp.mails).toHaveLength(1), PATIENT)
  const worker = startWorker()
  it.forward(2 * MINUTE_MS)
  worker.wake()
  await allDone()
  const [first, second] = smtp.mails
  expect(smtp.mails).toHaveLength(2)
  expect(second?.parsed.messageId).toBe(first?.parsed.messageId)
  expect(first?.parsed.messageId).toBe((await onlyRow()).message_id)
  expect(second?.raw.toString()).toBe(first?.raw.toString())
})

test('a slow worker does not undo the result of a later one', async () => {
  await enqueueReset()
  const { promise, reject } = Promise.withResolvers<void>()
  const [claimed] = await claimMails(it.ctx.db, { now: it.ctx.clock.now(), until: it.ctx.clock.now(), limit: 1 })
  if (!claimed) throw new Error('no mail was claimed')
  const slow = deliver(it.ctx, { send: () => promise }, claimed)
  startWorker()
  await allDone()
  reject(Object.assign(new Error('no'), { command: 'RCPT TO', permanent: true }))
  await slow
  expect(await onlyRow()).toMatchObject({ tries: 2, failed_at: null, last_error: null })
  expect((await onlyRow()).sent_at).not.toBeNull()
})

test('stopping waits for the mail that is on its way, and takes no other', async () => {
  const { promise: gate, resolve: open } = Promise.withResolvers<undefined>()
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
  smtp.moods.message = () => {
    arrive()
    return gate
  }
  await enqueueReset()
  const worker = startMailWorker(it.ctx, mailer)
  await arrived
  let is_stopped = false
  const stopping = worker.stop().then(() => {
    is_stopped = true
  })
  await enqueueReset('bob@example.com')
  expect(is_stopped).toBe(false)
  open(undefined)
  await stopping
  const rows = await allRows()
  expect(rows.map(({ sent_at }) => sent_at !== null)).toEqual([true, false])
})

test('the worker survives a failure of the database', async () => {
  await it.database.owner.query('alter table outbox rename to outbox_away')
  const worker = startWorker()
  await vi.waitFor(() => expect(it.log_lines.join('')).toContain('the outbox cannot be read'), PATIENT)
  await it.database.owner.query('alter table outbox_away rename to outbox')
  await enqueueReset()
  worker.wake()
  await allDone()
  expect(recipients()).toEqual(['ann@example.com'])
})

test('P5 the log names neither address nor link, in any outcome', async () => {
  smtp.moods.recipient = (address) =>
    address === 'gone@example.com' ? { code: 550, text: `5.1.1 <${address}> ${SITE}/reset-secret` } : undefined
  await enqueueReset('gone@example.com')
  await enqueueReset()
  startWorker()
  await allDone()
  const log = it.log_lines.join('')
  expect(log).toContain('mail given up')
  expect(log).toContain('mail sent')
  expect(log).not.toMatch(/@example|secret|dashboard/)
})

test('old mail is deleted once it is sent or given up, and waiting mail stays', async () => {
  await enqueueReset()
  startWorker()
  await allDone()
  it.forward(24 * HOUR_MS)
  await inTx(it.ctx.db, async (db) => {
    await enqueueReset('bob@example.com', { ...it.ctx, db })
    const before = new Date(it.ctx.clock.now().getTime() + 1)
    expect(await deleteOldMail(db, new Date(before.getTime() - 25 * HOUR_MS))).toBe(0)
    expect(await deleteOldMail(db, before)).toBe(1)
  })
  await vi.waitFor(() => expect(recipients()).toEqual(['ann@example.com', 'bob@example.com']), PATIENT)
})

test('a test mail is marked in its subject and sent without the document of its sample, which a real one would miss', async () => {
  const mail = { to: 'staff@example.com', site: it.site, template: 'invoice', language: 'en' } as const
  await enqueueMail(it.ctx, { ...mail, data: SAMPLES.invoice }, { is_test: true })
  await enqueueMail(it.ctx, { ...mail, to: 'ann@example.com', data: SAMPLES.invoice })
  const worker = startMailWorker(it.ctx, mailer, async () => undefined)
  closing.push(worker.stop)
  const [sample, real] = await allDone()
  expect([sample?.failed_at, real?.last_error]).toEqual([null, 'its attachment is gone'])
  expect(recipients()).toEqual(['staff@example.com'])
  expect(JSON.stringify(smtp.mails[0])).toContain('[Test]')
})
