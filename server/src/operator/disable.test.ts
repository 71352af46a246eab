import { access } from '@portico/contract/access.ts'
import { auth } from '@portico/contract/auth.ts'
import { CODE } from '@portico/contract/codes.ts'
import { operator } from '@portico/contract/operator.ts'
import { profile } from '@portico/contract/profile.ts'
import { beforeAll, expect, test } from 'vitest'
import { accountLogins, readApiPassword } from '#access/index.ts'
import { newCallId } from '#crypto/call-id.ts'
import { CHANGES_CHANNEL } from '#db/changes.ts'
import { addNotice } from '#notices/index.ts'
import { renewSubscriptions } from '#subscriptions/index.ts'
import type { TestApp } from '#testing/app.ts'
import { TEST_PASSWORD } from '#testing/browser.ts'
import { closeBalanced } from '#testing/close-balanced.ts'
import { LIVE, openCustomer, POST, search } from '#testing/gateway/customer.ts'
import { openPayer } from '#testing/payer.ts'
import { sharedApp } from '#testing/shared-app.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const ON_HOLD = CODE.onHold
const OK = CODE.ok
const by = 'test'
const reason = 'chargebacks'
const site = sharedApp({}, closeBalanced)
let other: Awaited<ReturnType<TestApp['sibling']>>
let number = 0

beforeAll(async () => {
  other = await site.sibling()
})

const disable = (email: string) => site.operator(operator.disableUser, { email, reason, by })
const enable = (email: string) => site.operator(operator.enableUser, { email, reason, by })
const actionsOf = async (email: string) => {
  const { body } = await site.operator(operator.listAudit, { email, limit: '500' })
  return 'rows' in body ? body.rows : []
}
async function newAccount() {
  number += 1
  const email = `account-${number}@example.com`
  const user = await site.addUser({ email })
  return { ...user, email }
}
async function tries(email: string, password = TEST_PASSWORD) {
  const browser = site.browser({ ip: `203.0.113.${100 + number}` })
  await browser.open('/signin')
  return browser.call(auth.authenticate, { email, password, captcha: '' })
}

test('a disabled account is signed out on all instances, its links stop working, and its sign-in gets the reason', async () => {
  const { email } = await newAccount()
  const [here, there] = [site.browser({ ip: '203.0.113.1' }), other.browser({ ip: '203.0.113.2' })]
  await here.signIn(email)
  await there.signIn(email)
  const link = await site.operator(operator.onetime, { user: email, kind: 'token', mail: false, by })
  const token = 'url' in link.body ? (new URL(link.body.url).pathname.split('/').at(-1) ?? '') : ''
  expect(token).not.toBe('')

  expect((await disable(email)).body).toEqual({ email, changed: true, ended: 2 })
  for (const browser of [here, there])
    expect(await browser.call(profile.getProfile, {})).toMatchObject({ status: 401, body: { code: 'sign_in_needed' } })
  const fresh = site.browser({ ip: '203.0.113.3' })
  await fresh.open('/signin')
  expect(await fresh.call(auth.loginToken, { token })).toMatchObject({ body: { code: 'link_used' } })
  expect(await tries(email)).toMatchObject({
    status: 403,
    body: { code: 'account_disabled', msg: 'This account is disabled. Please contact support.' },
  })
  // A visitor who does not know the password learns nothing.
  expect(await tries(email, 'a wrong password')).toMatchObject({ status: 400, body: { code: 'confirm_first' } })
  await fresh.must(auth.sendForgotPasswordEmail, { email, captcha: '' })
  expect((await site.mails(email)).map(({ template }) => template)).not.toContain('reset')
})

test('open pages of the account and of its members reload as soon as it is disabled, and when it is enabled', async () => {
  const { id, email } = await newAccount()
  const [login] = await accountLogins(site.ctx, id)
  const received: string[] = []
  const client = await site.database.owner.connect()
  client.on('notification', ({ payload = '' }) => received.push(payload))
  await client.query(`listen ${CHANGES_CHANNEL}`)
  const notifications = () => received.filter((payload) => payload === String(login?.id)).length
  await disable(email)
  await expect.poll(notifications).toBe(1)
  await enable(email)
  await expect.poll(notifications).toBe(2)
  client.release(true)
})

test('a disabled account has every login on hold on all instances; enabled, all work as before', async () => {
  const customer = await openCustomer(site)
  const { body } = await site.operator(operator.showUser, { who: customer.login })
  const email = 'email' in body ? body.email : ''
  const browser = await site.signedIn(email, { ip: '203.0.113.9' })
  await browser.must(auth.reauthenticate, { password: TEST_PASSWORD })
  await browser.must(access.addMachineLogin, { name: 'robot' })
  const logins = await accountLogins(site.ctx, customer.user_id)
  expect(logins).toHaveLength(2)
  const machine = logins.find(({ kind }) => kind === 'machine')
  if (!machine) throw new Error('no machine login')
  const secret = await readApiPassword(site.ctx, { login_id: machine.id, member_id: null })
  const authorization = `Basic ${Buffer.from(`${machine.login}:${secret}`).toString('base64')}`
  const codes = async () => {
    site.clock.forward(1_001)
    const sent = [
      { body: search() },
      { body: search(), app: other.app },
      { body: search(), headers: { authorization } },
      { body: search(), headers: { authorization }, app: other.app },
    ]
    const answers = await Promise.all(sent.map((one) => customer.call(LIVE, one)))
    return answers.map((answer) => answer.body?.status_code)
  }
  await customer.give(1_000_000)
  const before = await codes()
  expect(before.slice(0, 2)).toEqual([OK, OK])
  expect((await disable(email)).status).toBe(200)
  expect(await codes()).toEqual([ON_HOLD, ON_HOLD, ON_HOLD, ON_HOLD])
  expect((await enable(email)).body).toEqual({ email, changed: true })
  expect(await codes()).toEqual(before)
  await site.browser({ ip: '203.0.113.10' }).signIn(email)
})

test('each change is in the log once with its reason; a change without effect is not', async () => {
  const { email } = await newAccount()
  expect((await enable(email)).body).toEqual({ email, changed: false })
  await disable(email)
  expect((await disable(email)).body).toEqual({ email, changed: false, ended: 0 })
  await enable(email)
  const rows = (await actionsOf(email)).filter(({ action }) => action.startsWith('account_'))
  expect(rows.map(({ action, actor, detail }) => [action, actor, detail.reason])).toEqual([
    ['account_enabled', 'operator:test', reason],
    ['account_disabled', 'operator:test', reason],
  ])
})

test('staff and unknown accounts are not disabled, and a reason is needed', async () => {
  const staff = await site.addStaff({ email: 'sam@example.com' })
  expect((await disable(staff.email)).body).toMatchObject({
    fields: { email: expect.stringContaining('staff remove') },
  })
  expect((await disable('nobody@example.com')).status).toBe(404)
  const { email } = await newAccount()
  expect((await site.operator(operator.disableUser, { email, reason: 'x', by })).status).toBe(400)
  expect((await tries(email)).status).toBe(200)
})

test('the last staff member who may sign in stays staff, also when two are removed at once', async () => {
  const mia = await site.addStaff({ email: 'mia@example.com' })
  const names = ['sam@example.com', mia.email]
  const answers = await Promise.all(names.map((email) => site.operator(operator.removeStaff, { email, by })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  const refused = answers.find(({ status }) => status === 400)
  expect(refused?.body).toMatchObject({ fields: { email: expect.stringContaining('last staff member') } })
  const { body } = await site.operator(operator.listStaff, {})
  expect('staff' in body && body.staff).toHaveLength(1)
})

test('a disabled account is not charged for its subscription; enabled within the grace it is, once', async () => {
  const payer = await openPayer(site)
  await payer.subscribe('approve', { save_method: true, card: '4242' })
  const orders = async () =>
    (await site.ctx.db.selectFrom('payment_orders').select('id').where('owner_id', '=', payer.user_id).execute()).length
  const end_ms = new Date((await payer.shown()).period_end ?? 0).getTime()
  await disable(payer.email)
  site.clock.forward(end_ms - site.clock.now().getTime() + DAY_MS)
  await renewSubscriptions(site.ctx)
  expect(await orders()).toBe(1)
  await enable(payer.email)
  await renewSubscriptions(site.ctx)
  await renewSubscriptions(site.ctx)
  expect(await orders()).toBe(2)
})

test('a subscription of an account disabled longer than the grace period ends without a charge', async () => {
  const payer = await openPayer(site)
  await payer.subscribe('approve', { save_method: true, card: '4242' })
  await disable(payer.email)
  site.clock.forward(60 * DAY_MS)
  await renewSubscriptions(site.ctx)
  await enable(payer.email)
  await renewSubscriptions(site.ctx)
  await payer.signInAgain()
  expect(await payer.shown()).toMatchObject({ state: 'expired' })
  const rows = await site.ctx.db
    .selectFrom('payment_orders')
    .select('id')
    .where('owner_id', '=', payer.user_id)
    .execute()
  expect(rows).toHaveLength(1)
})

test('the operator confirms a sign-up or an address instead of the code', async () => {
  const confirm = (email: string) => site.operator(operator.confirmUser, { email, reason: 'asked by phone', by })
  const email = 'waits@example.com'
  const browser = site.browser({ ip: '203.0.113.77' })
  await browser.open('/register')
  await browser.must(auth.register, { email, password: TEST_PASSWORD, name: '', privacy: true, captcha: '' })
  expect((await confirm(email)).body).toEqual({ email, changed: true, created: true })
  expect((await confirm(email)).body).toEqual({ email, changed: false, created: false })
  await browser.signIn(email)
  await site.operator(operator.unconfirm, { email, reason: 'mails came back', by })
  expect((await confirm(email)).body).toEqual({ email, changed: true, created: false })
  expect((await confirm('nobody@example.com')).status).toBe(404)
  const rows = (await actionsOf(email)).filter(({ action }) => action === 'verified')
  expect(rows.map(({ actor, detail }) => [actor, detail.reason])).toEqual([
    ['operator:test', 'asked by phone'],
    ['operator:test', 'asked by phone'],
  ])
})

test('notices are listed with their origin and whether they are shown', async () => {
  const now = site.clock.now().getTime()
  const at = (days: number) => new Date(now + days * DAY_MS).toISOString()
  const add = (id: string, from: number, to: number) =>
    site.operator(operator.addNotice, { id, starts_at: at(from), ends_at: at(to), text: null, by })
  await add('now', -1, 1)
  await add('far', 30, 31)
  // Announced before it began.
  await addNotice(site.ctx, { id: 'gone', starts_at: new Date(at(-3)), ends_at: new Date(at(-2)), text: null })
  const { body } = await site.operator(operator.listNotices, {})
  const found = 'notices' in body ? body.notices : []
  expect(found.filter(({ origin }) => origin === 'added').map(({ id, state }) => [id, state])).toEqual([
    ['far', 'to come'],
    ['now', 'shown'],
    ['gone', 'over'],
  ])
})

test('waiting and failed items are counted by queue, with money that is held', async () => {
  const customer = await openCustomer(site)
  const read = async () => {
    const { body } = await site.operator(operator.queues, {})
    if (!('queues' in body)) throw new Error(JSON.stringify(body))
    return body
  }
  const of = async (name: string) => (await read()).queues.find(({ queue }) => queue === name)
  expect((await read()).queues.map(({ queue }) => queue).sort()).toEqual([
    'admission',
    'alerts',
    'events',
    'exports',
    'mail',
    'meter',
    'tasks',
    'webhooks',
  ])
  const tasks = (await of('tasks'))?.waiting ?? 0
  const failed = (await of('mail'))?.failed ?? 0
  await customer.call(POST, { body: search() })
  await expect.poll(async () => (await of('tasks'))?.waiting, { timeout: 15_000 }).toBe(tasks + 1)
  expect((await of('tasks'))?.oldest_s).toBeGreaterThan(0)
  const now = site.clock.now()
  const mail = await site.database.db.selectFrom('outbox').select('id').executeTakeFirstOrThrow()
  await site.database.db.updateTable('outbox').set({ failed_at: now }).where('id', '=', mail.id).execute()
  expect(await of('mail')).toMatchObject({ failed: failed + 1 })
  site.clock.forward(DAY_MS + 1)
  expect(await of('mail')).toMatchObject({ failed: 0 })
  const login = { id: newCallId(site.clock.now()), login_id: customer.login_id, api: 'serp', function: 'x' }
  await site.meter.hold({ ...login, amount_micros: 700 })
  await expect.poll(async () => (await read()).holds, { timeout: 15_000 }).toMatchObject({ count: 1, held_micros: 700 })
  await site.meter.void(login.id)
})
