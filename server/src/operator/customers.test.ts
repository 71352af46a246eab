import { access } from '@portico/contract/access.ts'
import { dashboard } from '@portico/contract/dashboard.ts'
import { errors } from '@portico/contract/errors.ts'
import { operator } from '@portico/contract/operator.ts'
import { securityLog } from '@portico/contract/security-log.ts'
import { settings } from '@portico/contract/settings.ts'
import { beforeAll, expect, test, vi } from 'vitest'
import { audit } from '#audit/index.ts'
import { openFileMailer } from '#integrations/file-mailer.ts'
import { deriveRollups } from '#ledger/jobs/index.ts'
import { enqueueMail, startMailWorker } from '#mail/index.ts'
import type { TestApp } from '#testing/app.ts'
import { type Customer, LIVE, openCustomer, search } from '#testing/gateway/customer.ts'
import { sharedApp } from '#testing/shared-app.ts'
import { discardOldSignUps } from '#users/index.ts'

const app = sharedApp()
let busy: Customer
let other: Customer
let staff: ReturnType<TestApp['browser']>

beforeAll(async () => {
  busy = await openCustomer(app, { usd: 25 })
  other = await openCustomer(app, { usd: 7 })
  for (const keyword of ['one', 'two', 'three']) await busy.call(LIVE, { body: search(keyword) })
  await busy.call(LIVE, { body: [{ location_code: 2840 }] })
  await other.call(LIVE, { body: search('four') })
  await deriveRollups(app.ctx)
  staff = await (await app.addStaff({ email: 'sue@staff.example', name: 'Sue Support', role: 'admin' })).signedIn()
})

const range = () => {
  const to = app.clock.now().toISOString().slice(0, 10)
  return { from: new Date(Date.parse(to) - 6 * 86_400_000).toISOString().slice(0, 10), to }
}

test('the page of a customer shows the very numbers of the customer’s own dashboard', async () => {
  const browser = await app.signedIn(busy.login)
  const id = String(busy.user_id)
  const spent_micros = (await browser.must(dashboard.getMonth, {})).cost_micros
  await browser.must(settings.saveSpendLimit, { scope: 'serp', limit_micros: spent_micros })
  const shown = await staff.must(operator.customer, { id })
  const { balance_micros, pace_micros, days_left } = await browser.must(dashboard.getBalance, {})
  const { cost_micros, before_micros } = await browser.must(dashboard.getMonth, {})
  const { trial } = await browser.must(access.getApiUserCredits, {})
  const { limits } = await browser.must(settings.getSettings, {})
  expect(shown.money).toEqual({
    balance_micros,
    pace_micros,
    days_left,
    month_micros: cost_micros,
    before_micros,
    trial,
    limits,
  })
  expect(limits).toMatchObject([
    { scope: '', limit_micros: null, spent_micros: cost_micros },
    { scope: 'serp', limit_micros: cost_micros, is_reached: true },
  ])
  expect(cost_micros).toBeGreaterThan(0)
  const spend = await staff.must(operator.customerSpend, { id, ...range() })
  expect(spend).toEqual(await browser.must(dashboard.getSpendByDay, range()))
  expect(spend.apis[0]?.cost_micros.some((micros) => micros > 0)).toBe(true)
  const failed = await staff.must(operator.customerErrors, { id, ...range() })
  expect(failed).toEqual(await browser.must(errors.getErrorHistogram, range()))
  expect(failed.layers.flatMap(({ values }) => values).filter(Boolean)).toEqual([1])
  expect(shown.logins).toMatchObject([{ login: busy.login, balance_micros }])
  expect(shown.sessions).toHaveLength(1)
  const factors = async () =>
    (await staff.must(operator.customer, { id })).team.map(({ email, has_second_factor }) => [email, has_second_factor])
  expect(await factors()).toEqual([[busy.login, false]])
  await app.database.owner.query(
    `insert into passkeys (id, user_id, public_key, counter, transports, rp_id, name, created_at)
      values ('shown', $1, '\\x00', 0, '[]', 'localhost', 'Phone', now())`,
    [busy.user_id],
  )
  expect(await factors()).toEqual([[busy.login, true]])
  await app.database.owner.query(`delete from passkeys where id = 'shown'`)
})

test('a login of another account is not shown on the page of a customer', async () => {
  const input = { id: String(busy.user_id), login: other.login }
  expect((await staff.call(operator.customer, input)).body).toMatchObject({ code: 'unknown_login' })
  expect((await staff.call(operator.customerSpend, { ...input, ...range() })).body).toMatchObject({
    code: 'unknown_login',
  })
})

test('a credit is in the timeline under its person and reason, and the customer reads the same', async () => {
  const [login, reason] = [busy.login, 'a slow afternoon']
  const request_id = crypto.randomUUID()
  await staff.must(operator.credit, { login, amount_micros: 5_000_000, reason, request_id, by: 'somebody' })
  const { rows } = await staff.must(operator.customerTimeline, { id: String(busy.user_id), kind: 'staff' })
  expect(rows).toMatchObject([{ action: 'credited', who: 'Sue Support', side: 'staff', text: reason }])
  const browser = await app.signedIn(busy.login)
  const log = await browser.must(securityLog.getSecurityLog, {})
  expect(log.rows.find((row) => row.action === 'credited')).toMatchObject({
    office: 'support',
    who: 'Sue Support',
    reason,
    // Where staff sit is none of the customer's business.
    ip: '',
  })
})

test('notes are for colleagues: in the timeline, in no log of the customer, and of one customer alone', async () => {
  const note = 'Prefers to be called <b>in</b> Zanzibar'
  await staff.must(operator.addCustomerNote, { id: busy.user_id, reason: note, by: 'x' })
  const timeline = (user_id: number) =>
    staff.must(operator.customerTimeline, { id: String(user_id), kind: 'notes' as const })
  expect((await timeline(busy.user_id)).rows).toMatchObject([{ kind: 'note', who: 'sue@staff.example', text: note }])
  expect((await timeline(other.user_id)).rows).toEqual([])
  const browser = await app.signedIn(busy.login)
  expect(JSON.stringify(await browser.must(securityLog.getSecurityLog, {}))).not.toContain('Zanzibar')
  expect((await staff.call(operator.addCustomerNote, { id: 2_000_000_000, reason: note, by: 'x' })).status).toBe(404)
})

test('a colleague who is mentioned in a note gets one mail, the author and strangers none', async () => {
  await app.addStaff({ email: 'finn@staff.example', name: 'Finn Finance', role: 'finance' })
  await app.addStaff({ email: 'cora@staff.example', name: 'Cora Content', role: 'content' })
  const { colleagues } = await staff.must(operator.listColleagues, {})
  expect(colleagues).toContainEqual({ handle: 'finn', name: 'Finn Finance' })
  expect(colleagues.map(({ handle }) => handle)).not.toContain('cora')
  const reason = `@finn and @FINN: is mail@cora.example theirs? @sue @cora @${busy.login}`
  await staff.must(operator.addCustomerNote, { id: busy.user_id, reason, by: 'x' })
  const mails = (await app.mails()).filter(({ template }) => template === 'note_mention')
  expect(mails).toMatchObject([
    { to_address: 'finn@staff.example', data: { author: 'sue@staff.example', text: reason } },
  ])
})

test('mails of a customer are shown with their text as it was sent, newest first, without what opens the account', async () => {
  const { email, login } = { email: busy.login, login: String(busy.user_id) }
  const about = { to: email, site: app.ctx.sites.own, language: 'de' as const }
  const link = 'https://dash.example/reset-password/7/the-secret'
  await enqueueMail(app.ctx, { ...about, template: 'reset', data: { name: 'Ann', link, minutes: 60 } })
  const code = '246810'
  await enqueueMail(app.ctx, { ...about, template: 'email_change_new', data: { name: 'Ann', code, minutes: 60 } })
  const shown = () => staff.must(operator.customerMails, { id: login })
  expect((await shown()).mails.slice(0, 2)).toMatchObject([
    { template: 'email_change_new', state: 'waiting', subject: null, text: null },
    { template: 'reset', state: 'waiting' },
  ])
  const mailer = openFileMailer(app.data_dir)
  const worker = startMailWorker(app.ctx, mailer)
  await vi.waitFor(async () => expect((await shown()).mails.every(({ state }) => state === 'sent')).toBe(true), 10_000)
  await worker.stop()
  mailer.close()
  const { mails } = await shown()
  expect(mails.slice(0, 2)).toMatchObject([
    { template: 'email_change_new', to: email, text: expect.stringContaining('Ann') },
    {
      template: 'reset',
      subject: expect.stringMatching(/Passwort/),
      text: expect.stringContaining('https://dash.example/…'),
    },
  ])
  expect(JSON.stringify(mails)).not.toMatch(/the-secret|246810/)
  expect((await staff.call(operator.customerMails, { id: '2000000000' })).status).toBe(404)
  const [newest] = mails
  const rest = await staff.must(operator.customerMails, { id: login, before: String(newest?.id) })
  expect(rest.mails).toEqual(mails.slice(1))
  // The mail server of the customer knows no such mailbox any more.
  const refusing = startMailWorker(app.ctx, {
    send: () => Promise.reject({ command: 'RCPT TO', permanent: true, response: '550 5.1.1 no such user' }),
  })
  await enqueueMail(app.ctx, { ...about, template: 'reset', data: { name: 'Ann', link, minutes: 60 } })
  await vi.waitFor(
    async () =>
      expect((await shown()).mails[0]).toMatchObject({
        state: 'bounced',
        at: app.clock.now().toISOString(),
        error: '550 5.1.1 no such user',
      }),
    10_000,
  )
  await refusing.stop()
})

test('a mail that came back after it was sent is recorded by its id or else by its reader, and once', async () => {
  const to = 'Late@Firm.example'
  const { id } = await app.addUser({ email: to.toLowerCase() })
  const mail = (n: number, sent_at: Date | null) =>
    app.database.owner.query(
      `insert into outbox (message_id, to_address, template, language, brand, data, created_at, next_try_at, sent_at)
        values ($1, $2, 'welcome', 'en', '{}', '{}', $3, $3, $4)`,
      [`<late-${n}@x>`, to.toLowerCase(), app.clock.now(), sent_at],
    )
  await mail(1, app.clock.now())
  await mail(2, app.clock.now())
  await mail(3, null)
  await app.database.owner.query(`update outbox set last_error = '451 try later' where message_id like '<late-%'`)
  const states = async () =>
    (await staff.must(operator.customerMails, { id: String(id) })).mails.map(({ state, error }) => [state, error])
  const bounces = async () =>
    (await staff.must(operator.today, {})).needs.find(({ kind }) => kind === 'bounces')?.count ?? 0
  const before = await bounces()
  const report = async (input: { message_id?: string; to?: string }) =>
    (await app.operator(operator.reportBounce, { ...input, reason: '550 gone', by: 'mail service' })).body
  expect(await report({ message_id: 'late-1@x' })).toEqual({ recorded: true })
  expect(await report({ message_id: '<late-1@x>' })).toEqual({ recorded: false })
  expect(await report({ message_id: 'late-2@x', to: 'other@firm.example' })).toEqual({ recorded: false })
  expect(await report({ message_id: 'late-3@x' }), 'which was not sent yet').toEqual({ recorded: false })
  expect(await states()).toEqual([
    ['waiting', '451 try later'],
    // The error of an earlier try is over.
    ['sent', null],
    ['bounced', '550 gone'],
  ])
  expect(await report({ to })).toEqual({ recorded: true })
  expect(await report({ to })).toEqual({ recorded: false })
  expect((await states())[1]).toEqual(['bounced', '550 gone'])
  expect(await bounces()).toBe(before + 2)
  expect(await report({})).toMatchObject({ code: 'invalid_input', fields: { message_id: expect.anything() } })
  const { rows } = await app.database.owner.query(
    `select actor, detail->>'template' as template from audit_log where action = 'mail_bounced'`,
  )
  expect(rows).toEqual(Array.from({ length: 2 }, () => ({ actor: 'operator:mail service', template: 'welcome' })))
})

test('a timeline of many entries comes in pages without a gap or a repetition', async () => {
  for (let at = 0; at < 50; at += 1) {
    app.clock.forward(1_000)
    await staff.must(operator.addCustomerNote, { id: other.user_id, reason: `note ${at}`, by: 'x' })
  }
  const id = String(other.user_id)
  const first = await staff.must(operator.customerTimeline, { id })
  expect(first).toMatchObject({ more: true })
  const before = first.rows.at(-1)?.at
  const second = await staff.must(operator.customerTimeline, { id, ...(before && { before }) })
  const texts = [...first.rows, ...second.rows].flatMap(({ kind, text }) => (kind === 'note' ? text : []))
  expect(texts).toEqual(Array.from({ length: 50 }, (_, at) => `note ${49 - at}`))
})

test('a timeline never splits a moment, however many entries it has', async () => {
  const { id } = await app.addUser({ email: 'moments@example.com' })
  const write = async (count: number, from: number) => {
    for (let at = from; at < from + count; at += 1)
      await staff.must(operator.addCustomerNote, { id, reason: `note ${at}`, by: 'x' })
    app.clock.forward(1_000)
  }
  // 60 fill more than a page, 30 and 25 meet at its end.
  let from = 0
  for (const count of [3, 60, 25, 30]) {
    await write(count, from)
    from += count
  }
  const texts: string[] = []
  let before: string | undefined
  for (let page = 0; page < 10; page += 1) {
    const input = { id: String(id), kind: 'notes' as const, ...(before && { before }) }
    const { rows, more } = await staff.must(operator.customerTimeline, input)
    expect(rows.length).toBeGreaterThan(0)
    texts.push(...rows.map(({ text }) => text))
    if (!more) break
    before = rows.at(-1)?.at
  }
  expect(texts).toHaveLength(118)
  expect(new Set(texts).size).toBe(118)
})

test('an entry of the timeline is by the customer, by staff or by the system', async () => {
  const { id } = await app.addUser({ email: 'sides@example.com', name: 'Sid' })
  const request = { id: 'test', ip: '192.0.2.9', user_agent: '' }
  const sides = [
    [`user:${id}`, 'customer'],
    // The sign-in may be of any person who tries the account, as a rule its owner.
    ['visitor', 'customer'],
    ['staff:7', 'staff'],
    ['operator:Olga', 'staff'],
    ['operator:token:billing', 'staff'],
    ['sso', 'system'],
    ['system', 'system'],
  ] as const
  for (const [actor] of sides) {
    app.clock.forward(1)
    await audit({ ...app.ctx, request } as never, 'all_sessions_ended', { user_id: id, actor })
  }
  const { rows } = await staff.must(operator.customerTimeline, { id: String(id) })
  expect(rows.filter(({ action }) => action === 'all_sessions_ended').map(({ side }) => side)).toEqual(
    sides.map(([, side]) => side).toReversed(),
  )
})

test('what the command line did is by staff in the timeline, too', async () => {
  const gift = { login: other.login, amount_micros: 1_000_000, reason: 'by command', request_id: crypto.randomUUID() }
  await app.operator(operator.credit, { ...gift, by: 'Olga at the terminal' })
  const { rows } = await staff.must(operator.customerTimeline, { id: String(other.user_id), kind: 'staff' })
  expect(rows[0]).toMatchObject({ action: 'credited', who: 'Olga at the terminal', side: 'staff' })
})

/** A sign-up whose address was never confirmed: it has no login yet. */
async function addPending(email: string): Promise<number> {
  const { rows } = await app.database.owner.query(
    `insert into users (public_id, email, email_norm, name, status, created_at)
      values ($1, $1, $1, 'Pia Pending', 'pending', '2020-01-01') returning id`,
    [email],
  )
  return rows[0]?.id
}

test('the page of a sign-up that waits for its mail has no payments and no documents', async () => {
  const id = String(await addPending('pending@example.com'))
  expect(await staff.must(operator.customerPayments, { id })).toEqual({ payments: [], documents: [] })
  expect((await staff.must(operator.customer, { id })).logins).toEqual([])
  expect((await staff.call(operator.customerPayments, { id: '2000000000' })).body).toMatchObject({
    code: 'unknown_user',
  })
})

test('a note on a sign-up that was never confirmed stops the removal of none', async () => {
  const ids = [await addPending('old1@example.com'), await addPending('old2@example.com')]
  await staff.must(operator.addCustomerNote, { id: ids[0] ?? 0, reason: 'requested the mail twice', by: 'x' })
  await discardOldSignUps(app.ctx)
  const { rows } = await app.database.owner.query('select id from users where id = any ($1)', [ids])
  expect(rows).toEqual([])
})
