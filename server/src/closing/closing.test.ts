import { auth } from '@portico/contract/auth.ts'
import { closing } from '@portico/contract/closing.ts'
import { CODE } from '@portico/contract/codes.ts'
import { operator } from '@portico/contract/operator.ts'
import { payments } from '@portico/contract/payments.ts'
import { team } from '@portico/contract/team.ts'
import { users } from '@portico/contract/users.ts'
import { beforeAll, expect, test, vi } from 'vitest'
import { readApiPassword } from '#access/index.ts'
import { checkAudit } from '#audit/index.ts'
import { preparePurchases } from '#databases/index.ts'
import { checkBooks } from '#ledger/books/index.ts'
import { runRecharges } from '#recharge/index.ts'
import { renewSubscriptions } from '#subscriptions/index.ts'
import { openFullAccount, PASSWORD } from '#testing/full-account.ts'
import { sharedApp } from '#testing/shared-app.ts'
import { runClosings } from './index.ts'
import { RETAINED } from './retained-tables.ts'
import { ERASED } from './what-is-erased.ts'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })

const DAY_MS = 24 * 60 * 60 * 1000
type Full = Awaited<ReturnType<typeof openFullAccount>>
const app = sharedApp()
let ann: Full
let bob: Full
let bob_before = ''

beforeAll(async () => {
  ann = await openFullAccount(app, 'quokka', 41)
  bob = await openFullAccount(app, 'narwhal', 42)
  await preparePurchases(app.ctx)
  const staff = await (await app.addStaff({ email: 'staff@example.org', role: 'admin' })).signedIn()
  // What staff write about a customer is found by nothing but the number of the account.
  for (const { id, login, canaries } of [ann, bob]) {
    await staff.must(operator.addCustomerNote, { id, reason: `moved from ${canaries.street}`, by: '' })
    const amount_micros = app.ctx.env.confirm_above_micros + 1
    const gift = {
      login: login.login,
      amount_micros,
      reason: `as agreed with ${canaries.company}`,
      request_id: crypto.randomUUID(),
      by: '',
    }
    expect((await staff.call(operator.credit, gift)).body).toMatchObject({ code: 'approval_needed' })
  }
  bob_before = await everythingAbout('narwhal')
})

interface Column {
  table: string
  name: string
}

/** Every column that can hold a text, of every table there is, partitions by their parents. */
async function textColumns(): Promise<Column[]> {
  const { rows } = await app.database.owner.query<Column>(
    `select c.table_name as "table", c.column_name as name
       from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
       where c.table_schema = current_schema() and t.table_type = 'BASE TABLE'
         and c.udt_name in ('text', '_text', 'json', 'jsonb', 'inet', 'varchar', 'bytea')
         and not exists (select from pg_inherits i where i.inhrelid = format('%I', c.table_name)::regclass)
       order by 1, 2`,
  )
  return rows
}

/** Where any of these words occurs; bytes are searched as they are. */
async function findWords(words: string[]): Promise<string[]> {
  const found: string[] = []
  for (const { table, name } of await textColumns()) {
    const { rows } = await app.database.owner.query<{ word: string }>(
      `select distinct w as word from ${table} t, unnest($1::text[]) w
         where position(lower(w) in lower(t.${name}::text)) > 0 or position(encode(w::bytea, 'hex') in t.${name}::text) > 0`,
      [words],
    )
    found.push(...rows.map(({ word }) => `${table}.${name}: ${word}`))
  }
  return found
}

/** All rows that hold a word anywhere, as text. */
async function everythingAbout(word: string): Promise<string> {
  const tables = [...new Set((await textColumns()).map(({ table }) => table))]
  const parts = await Promise.all(
    tables.map(async (table) => {
      const { rows } = await app.database.owner.query(
        `select to_jsonb(t)::text as row from ${table} t where position($1 in lower(to_jsonb(t)::text)) > 0 order by 1`,
        [word],
      )
      return [table, rows.map(({ row }) => row)]
    }),
  )
  return JSON.stringify(parts.filter(([table]) => table !== 'rate_limits'))
}

async function callApi(): Promise<{ status_code: number; status_message: string }> {
  const password = await readApiPassword(app.ctx, { login_id: ann.login.id, member_id: null })
  app.clock.forward(2000)
  const reply = await app.app.inject({
    method: 'GET',
    url: '/v3/appendix/user_data',
    headers: { authorization: `Basic ${Buffer.from(`${ann.login.login}:${password}`).toString('base64')}` },
    remoteAddress: ann.canaries.caller_ip,
  })
  return reply.json()
}

/** As the mail worker leaves them. */
async function sendMails(): Promise<void> {
  await app.database.owner.query(
    "update outbox set sent_at = now(), data = '{}' where sent_at is null and to_address not like 'narwhal%'",
  )
}

async function killAt(table: string): Promise<void> {
  await app.database.owner.query(
    `create or replace function stop_here() returns trigger language plpgsql as 'begin raise ''killed''; end';
     create trigger stop_here before update or delete on ${table} execute function stop_here()`,
  )
  expect(await runClosings(app.ctx), table).toBe(0)
  await app.database.owner.query(`drop trigger stop_here on ${table}`)
}

const input = { reason: 'too_expensive' as const, note: 'Good bye from quokka', email: 'quokka.founder@example.com' }

test('every table is erased, retained with a reason, or both for some of its columns', async () => {
  const tables = [...new Set((await textColumns()).map(({ table }) => table))]
  const named = new Set<string>([...ERASED.map(({ table }) => table), ...Object.keys(RETAINED)])
  expect(tables.filter((table) => !named.has(table))).toEqual([])
})

test('closing lists what is deleted, and needs an owner, the address and the password', async () => {
  await ann.signIn()
  const info = await ann.browser.must(closing.getClosing, {})
  expect(info).toMatchObject({ email: input.email, closes_at: null, members: 1, other_teams: 0 })
  expect(info.subscriptions).toMatchObject([{ title: expect.any(String) }])
  expect(info.balance_micros).toBeGreaterThan(900_000_000)
  const wrong = await ann.browser.call(closing.closeAccount, { ...input, email: 'somebody@example.com' })
  expect(wrong.body).toMatchObject({ code: 'invalid_input', fields: { email: expect.any(String) } })
  const { browser, email } = ann.member
  browser.cookies.clear()
  await browser.signIn(email, PASSWORD)
  await browser.must(users.setActiveApiUser, { login: email })
  expect((await browser.call(closing.closeAccount, input)).body, 'they are in a team').toMatchObject({
    code: 'invalid_input',
  })
  expect((await browser.call(closing.closeAccount, { ...input, email })).body).toMatchObject({
    code: 'leave_teams_first',
  })
  await browser.must(users.setActiveApiUser, { login: ann.login.login })
  expect((await browser.call(closing.closeAccount, input)).body, 'a member does not').toMatchObject({
    code: 'not_allowed',
  })
  app.clock.forward(6 * 60_000)
  expect((await ann.browser.call(closing.closeAccount, input)).body).toMatchObject({ code: 'reauth_needed' })
})

test('for two weeks calls, charges and changes are refused, every member sees it, and one press undoes it all', async () => {
  await ann.signIn()
  await ann.browser.must(team.changeRole, { user_id: ann.member.id, role: 'owner' })
  expect((await callApi()).status_code).toBe(CODE.ok)
  const { closes_at } = await ann.browser.must(closing.closeAccount, input)
  expect(new Date(closes_at ?? '').getTime()).toBe(app.clock.now().getTime() + 14 * DAY_MS)
  for (const to of [input.email, ann.member.email])
    expect((await app.mails(to)).at(-1)).toMatchObject({ template: 'account_closing' })
  expect(await callApi()).toMatchObject({
    status_code: CODE.onHold,
    status_message: expect.stringContaining('being closed'),
  })
  expect((await ann.browser.must(users.getUserData, {})).user.closes_at).toBe(closes_at)
  const order = { id: crypto.randomUUID(), amount_micros: 50_000_000, tax_micros: 0, how: 'checkout' as const }
  expect((await ann.browser.call(payments.createOrder, order)).body).toMatchObject({ code: 'account_closing' })
  await app.database.owner.query(`update subscriptions set next_try_at = $1 where owner_id = ${ann.id}`, [
    app.clock.now(),
  ])
  await app.database.owner.query(`update auto_recharges set threshold_micros = 9000000000 where owner_id = ${ann.id}`)
  const orders = async () =>
    (await app.database.owner.query(`select from payment_orders where owner_id = ${ann.id}`)).rowCount
  const before = await orders()
  await renewSubscriptions(app.ctx)
  await runRecharges(app.ctx)
  expect(await orders()).toBe(before)
  await ann.browser.must(closing.keepAccount, {})
  expect(await callApi()).toMatchObject({ status_code: CODE.ok })
  expect((await ann.browser.must(users.getUserData, {})).user.closes_at).toBeNull()
  await runRecharges(app.ctx)
  expect(await orders(), 'what was on goes on').toBeGreaterThan(before ?? 0)
  app.clock.forward(20 * DAY_MS)
  expect(await runClosings(app.ctx)).toBe(0)
  await ann.signIn()
  await ann.browser.must(team.changeRole, { user_id: ann.member.id, role: 'developer' })
})

test('after that no column holds personal data, the books balance, and no other account has lost anything', async () => {
  await ann.signIn()
  await ann.browser.must(closing.closeAccount, input)
  app.clock.forward(12 * DAY_MS)
  await runClosings(app.ctx)
  await runClosings(app.ctx)
  const soon = (await app.mails(input.email)).filter(({ template }) => template === 'account_closes_soon')
  expect(soon).toHaveLength(1)
  app.clock.forward(2 * DAY_MS)
  const words = [...Object.values(ann.canaries), input.note]
  expect((await findWords(words)).length).toBeGreaterThan(30)
  await sendMails()

  // Killed between the steps: each time another statement is refused, and the next run continues.
  for (const table of ['api_logins', 'users', 'usage_events', 'audit_log']) await killAt(table)
  const closed_mails = (await app.mails(input.email)).filter(({ template }) => template === 'account_closed')
  expect(closed_mails, 'mailed once').toHaveLength(1)
  expect(await runClosings(app.ctx), 'the last mail has not gone yet').toBe(0)
  await sendMails()
  for (const table of ['passkeys', 'billing_details', 'outbox']) await killAt(table)
  expect(await runClosings(app.ctx)).toBe(1)
  expect(await runClosings(app.ctx), 'and it is done once').toBe(0)
  await app.database.owner.query('delete from rate_limits')

  const legal = /^billing_(documents|notes)\.content: /
  expect((await findWords(words)).filter((location) => !legal.test(location))).toEqual([])
  expect((await findWords([ann.canaries.company])).every((location) => legal.test(location))).toBe(true)
  expect(await checkBooks(app.ctx)).toMatchObject({ discrepancies: [] })
  expect((await checkAudit(app.ctx)).broken).toEqual([])
  expect(await everythingAbout('narwhal')).toBe(bob_before)
})

test('a closed account refuses sign-in, its team is free, and the address can sign up again', async () => {
  const visitor = app.browser({ ip: '192.0.2.7' })
  await visitor.open('/signin')
  const sign_in = { email: input.email, password: PASSWORD, captcha: '' }
  expect((await visitor.call(auth.authenticate, sign_in)).status).toBe(400)
  const { browser, email } = ann.member
  browser.cookies.clear()
  await browser.signIn(email, PASSWORD)
  expect((await browser.must(users.getUserData, {})).user).toMatchObject({ email, api_login: email, closes_at: null })
  await visitor.must(auth.register, { ...sign_in, name: '', privacy: true })
  const code = String((await app.mails(input.email)).at(-1)?.data.code)
  await visitor.must(auth.activateAccount, { code, captcha: '' })
  expect(await visitor.signIn(input.email, PASSWORD)).toMatchObject({ email: input.email, api_login: input.email })
})

test('an erased line of the log is valid only for an erased account: an edit is still found', async () => {
  expect((await checkAudit(app.ctx)).broken).toEqual([])
  await app.database.owner.query('alter table audit_log disable trigger user')
  await app.database.owner.query(
    `update audit_log set erased_at = now(), detail = '{}', ip = '', request_id = '' where id = (select max(id) from audit_log where user_id = ${bob.id})`,
  )
  await app.database.owner.query('alter table audit_log enable trigger user')
  expect((await checkAudit(app.ctx)).broken).toHaveLength(1)
})
