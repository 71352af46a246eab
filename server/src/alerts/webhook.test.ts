import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { access } from '@portico/contract/access.ts'
import { alerting } from '@portico/contract/alerts.ts'
import { settings } from '@portico/contract/settings.ts'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { addMember } from '#team/members.ts'
import { openTestApp, type TestApp } from '#testing/app.ts'
import { openCustomer } from '#testing/gateway/customer.ts'
import { openAlertSender, runAlerts } from './index.ts'

const USD = 1_000_000
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const THRESHOLDS = { balance_below_micros: 5 * USD, days_left_below: null, limit_percents: [], error_rate_above: null }
const REFUSED = 'This must be a public https address without a user name and password'

interface Received {
  headers: IncomingHttpHeaders
  body: string
}

let site: TestApp
let sender: ReturnType<typeof openAlertSender>
/** A server of the customer: what it received, and what it answers next. */
const received: Received[] = []
let answers: number[] = []
const receiver = createServer(async (request, response) => {
  let body = ''
  for await (const part of request) body += part
  received.push({ headers: request.headers, body })
  response.writeHead(answers.shift() ?? 204).end()
})
let url = ''

beforeAll(async () => {
  await new Promise<void>((ready) => receiver.listen(0, '127.0.0.1', ready))
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/alerts`
  site = await openTestApp({ settings: { WEBHOOK_ALLOW_PRIVATE: 'on' } })
  sender = openAlertSender(site.ctx)
})
afterAll(async () => {
  await sender.close()
  await site.close()
  receiver.closeAllConnections()
  receiver.close()
})
beforeEach(() => {
  received.length = 0
  answers = []
})

/** A customer with an alert and an address for it. */
async function openListener() {
  const customer = await openCustomer(site)
  const browser = await site.signedIn(customer.login)
  await browser.must(settings.saveAlerts, THRESHOLDS)
  const { secret } = await browser.must(alerting.saveAlertWebhook, { url })
  if (!secret) throw new Error('no secret was returned with the first address')
  return { ...customer, browser, secret }
}
type Listener = Awaited<ReturnType<typeof openListener>>

const receivedBy = ({ login }: Pick<Listener, 'login'>) => received.filter(({ body }) => body.includes(login))

const log = async ({ browser }: Pick<Listener, 'browser'>) =>
  (await browser.must(alerting.getAlertWebhook, {})).deliveries

/** The balance drops below five dollars, and the alert job runs. */
async function cross({ give }: Pick<Listener, 'give'>) {
  await give(-6 * USD)
  await runAlerts(site.ctx)
}

/** Verifies as the Standard Webhooks specification describes; the secret is shown in base64. */
function verifies({ headers, body }: Received, secret: string): boolean {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const text = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  const right = `v1,${createHmac('sha256', key).update(text).digest('base64')}`
  return String(headers['webhook-signature']).split(' ').includes(right)
}

/** What a receiver of version 0.2 does: the time, and a signature of time and body under a secret it knows. */
function isSigned({ headers, body }: Received, secret: string): boolean {
  const parts = String(headers['x-portico-signature']).split(',')
  const t = parts.find((part) => part.startsWith('t='))?.slice(2)
  const right = createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')
  return Number(t) === Math.floor(site.clock.now().getTime() / 1000) && parts.includes(`v1=${right}`)
}

test('an alert reaches the customer’s server once per crossing, signed with the secret that was shown once', async () => {
  const listener = await openListener()
  await cross(listener)
  await runAlerts(site.ctx)
  expect(await log(listener)).toMatchObject([{ kind: 'balance', state: 'waiting', tries: 0, http_status: null }])
  expect(await sender.runDue()).toBe(1)
  const [got] = received
  if (!got) throw new Error('no message was received')
  expect(listener.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(verifies(got, listener.secret)).toBe(true)
  expect(verifies({ ...got, body: got.body.replace('4000000', '4000001') }, listener.secret)).toBe(false)
  expect(got.headers['webhook-id']).toBe(got.headers['x-portico-delivery'])
  expect(got.headers['webhook-timestamp']).toBe(String(Math.floor(site.clock.now().getTime() / 1000)))
  expect(isSigned(got, listener.secret)).toBe(true)
  expect(isSigned(got, `${listener.secret}x`)).toBe(false)
  expect(isSigned({ ...got, body: got.body.replace('4000000', '4000001') }, listener.secret)).toBe(false)
  expect(got.headers['content-type']).toBe('application/json')
  expect(JSON.parse(got.body)).toEqual({
    id: got.headers['x-portico-delivery'],
    type: 'alert.balance',
    created_at: site.clock.now().toISOString(),
    login: listener.login,
    data: { balance_micros: 4 * USD, below_micros: 5 * USD },
    settings_link: new URL('/api-settings', site.ctx.origin).href,
  })
  site.clock.forward(HOUR_MS)
  await runAlerts(site.ctx)
  expect(await sender.runDue()).toBe(0)
  expect(await log(listener)).toMatchObject([{ state: 'sent', http_status: 204, tries: 1, next_try_at: null }])
  await listener.give(6 * USD)
  await runAlerts(site.ctx)
  await cross(listener)
  await sender.runDue()
  expect(receivedBy(listener)).toHaveLength(2)
  expect(received[1]?.headers['x-portico-delivery']).not.toBe(got.headers['x-portico-delivery'])
})

test('each message shows the address it was sent to, even after a change, and no query', async () => {
  const listener = await openListener()
  await listener.browser.must(alerting.sendTestAlert, {})
  expect(await log(listener), 'not before it is tried').toMatchObject([{ sent_to: null }])
  answers = [204, 500]
  await sender.runDue()
  await listener.browser.must(alerting.saveAlertWebhook, { url: `${url}/second?token=secret` })
  await listener.browser.must(alerting.sendTestAlert, {})
  await sender.runDue()
  const expected = [
    { state: 'waiting', http_status: 500, sent_to: `${url}/second` },
    { state: 'sent', sent_to: url },
  ]
  expect(await log(listener)).toMatchObject(expected)
  await listener.browser.must(alerting.saveAlertWebhook, { url: '' })
  expect(await log(listener)).toMatchObject(expected)
})

test('two processes that check and send at once send once', async () => {
  const listener = await openListener()
  const second = await site.sibling()
  const other = openAlertSender(second.ctx)
  await listener.give(-6 * USD)
  await Promise.all([runAlerts(site.ctx), runAlerts(second.ctx), runAlerts(site.ctx)])
  await Promise.all([sender.runDue(), other.runDue(), sender.runDue()])
  expect(receivedBy(listener)).toHaveLength(1)
  await other.close()
})

test('a refused message is tried again at growing intervals, and finally given up', async () => {
  const listener = await openListener()
  answers = Array(6).fill(503)
  await cross(listener)
  const pauses_ms = [10_000, MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 120 * MINUTE_MS]
  for (const [at, pause_ms] of pauses_ms.entries()) {
    await sender.runDue()
    const next_try_at = new Date(site.clock.now().getTime() + pause_ms).toISOString()
    expect(await log(listener)).toMatchObject([{ state: 'waiting', tries: at + 1, http_status: 503, next_try_at }])
    site.clock.forward(pause_ms - 1)
    expect(await sender.runDue()).toBe(0)
    site.clock.forward(1)
  }
  await sender.runDue()
  expect(await log(listener)).toMatchObject([{ state: 'failed', tries: 6, failure: 'refused', next_try_at: null }])
  expect(new Set(receivedBy(listener).map(({ headers }) => headers['x-portico-delivery'])).size).toBe(1)
  expect(receivedBy(listener)).toHaveLength(6)
})

test('a message is sent again on demand: with the same id and body, a new signature and a row of its own', async () => {
  const listener = await openListener()
  answers = [500]
  await cross(listener)
  await sender.runDue()
  site.clock.forward(5000)
  const [row] = await log(listener)
  await listener.browser.must(alerting.replayAlert, { id: row?.id ?? 0 })
  await sender.runDue()
  expect(await log(listener)).toMatchObject([
    { kind: 'balance', is_replay: true, state: 'sent', http_status: 204 },
    { kind: 'balance', is_replay: false, state: 'waiting', http_status: 500 },
  ])
  const [first, again] = received
  if (!first || !again) throw new Error('no message was received')
  expect(again.body).toBe(first.body)
  expect(isSigned(again, listener.secret)).toBe(true)
  const stranger = await openListener()
  expect((await stranger.browser.call(alerting.replayAlert, { id: row?.id ?? 0 })).body).toMatchObject({
    code: 'not_stored',
  })
})

test('a test message arrives automatically within seconds', async () => {
  const listener = await openListener()
  const stop = sender.start()
  await listener.browser.must(alerting.sendTestAlert, {})
  await vi.waitFor(() => expect(receivedBy(listener)).toHaveLength(1), { timeout: 5000 })
  await stop()
  expect(JSON.parse(receivedBy(listener)[0]?.body ?? '')).toMatchObject({ type: 'alert.test', login: listener.login })
})

test('O17 after a rotation both secrets sign for a day, then the new one alone', async () => {
  const listener = await openListener()
  const { secret, webhook } = await listener.browser.must(alerting.rotateAlertSecret, {})
  expect(webhook.old_secret_until).toBe(new Date(site.clock.now().getTime() + 24 * HOUR_MS).toISOString())
  const signedBy = async () => {
    received.length = 0
    const browser = await site.signedIn(listener.login)
    await browser.must(alerting.sendTestAlert, {})
    await sender.runDue()
    const [got] = receivedBy(listener)
    return [listener.secret, secret ?? ''].map((known) => got !== undefined && isSigned(got, known))
  }
  expect(await signedBy()).toEqual([true, true])
  site.clock.forward(23 * HOUR_MS)
  expect(await signedBy()).toEqual([true, true])
  site.clock.forward(HOUR_MS)
  expect(await signedBy()).toEqual([false, true])
})

test('the webhook secret is shown once and is nowhere in the database in clear', async () => {
  const { browser, secret } = await openListener()
  expect((await browser.must(alerting.saveAlertWebhook, { url: `${url}/other` })).secret).toBeNull()
  expect(JSON.stringify(await browser.must(alerting.getAlertWebhook, {}))).not.toContain(secret)
  const { rows } = await site.database.pool.query(
    `select encode(sealed, 'escape') as sealed from alert_webhooks
     union all select detail::text from audit_log`,
  )
  expect(JSON.stringify(rows)).not.toContain(secret.slice(6))
})

test('without an address nothing is queued; removing it stops waiting messages', async () => {
  const listener = await openListener()
  answers = [500]
  await cross(listener)
  await sender.runDue()
  expect((await listener.browser.must(alerting.saveAlertWebhook, { url: '' })).webhook.url).toBeNull()
  site.clock.forward(MINUTE_MS)
  await sender.runDue()
  expect(await log(listener)).toMatchObject([{ state: 'failed', failure: 'removed' }])
  expect(receivedBy(listener)).toHaveLength(1)
  for (const endpoint of [alerting.sendTestAlert, alerting.rotateAlertSecret])
    expect((await listener.browser.call(endpoint, {})).body).toMatchObject({ code: 'no_webhook' })
  await listener.give(6 * USD)
  await runAlerts(site.ctx)
  await cross(listener)
  expect(await log(listener)).toHaveLength(1)
})

test.each([
  'http://hooks.example.com/',
  'ftp://hooks.example.com/',
  'https://user:pass@hooks.example.com/',
  'https://localhost/',
  'https://printer.local/',
  'https://127.0.0.1/',
  'https://2130706433/',
  'https://10.1.2.3/',
  'https://169.254.169.254/latest/meta-data',
  'https://[::1]/',
  'https://[::ffff:10.0.0.1]/',
  'not an address',
])('the webhook address %s is refused with a clear message', async (wrong) => {
  const strict = await strictSite()
  const { status, body } = await strict.call(alerting.saveAlertWebhook, { url: wrong })
  expect([status, body]).toMatchObject([400, { fields: { url: REFUSED } }])
})

test('a private address is never called, even when saved, and the log names the reason', async () => {
  const strict = await strictSite()
  await strict.must(alerting.saveAlertWebhook, { url: 'https://hooks.example.com/' })
  await site.database.pool.query(
    `update alert_webhooks set url = 'https://127.0.0.1:1/' where url like '%hooks.example%'`,
  )
  await strict.must(alerting.sendTestAlert, {})
  const careful = openAlertSender({ ...site.ctx, env: { ...site.ctx.env, webhook_allow_private: false } })
  await careful.runDue()
  await careful.close()
  expect((await strict.must(alerting.getAlertWebhook, {})).deliveries).toMatchObject([
    { state: 'failed', failure: 'forbidden', tries: 1 },
  ])
})

test('the roles that change alerts change the webhook, and every change is in Activity', async () => {
  const listener = await openListener()
  for (const role of ['admin', 'finance', 'developer', 'viewer'] as const) {
    const { id, email } = await site.addUser({ email: `${role}-of-webhook@example.com` })
    await addMember(site.ctx, { owner_id: listener.user_id, user_id: id, role, cap_micros: null })
    const browser = await site.signedIn(email)
    await browser.must(access.getAccessInfo, {})
    const { rows } = await site.database.pool.query(
      'update sessions set active_login_id = $1 where user_id = $2 returning 1',
      [listener.login_id, id],
    )
    expect(rows).toHaveLength(1)
    const { status } = await browser.call(alerting.sendTestAlert, {})
    expect([role, status]).toEqual([role, ['admin', 'finance'].includes(role) ? 200 : 404])
  }
  await sender.runDue()
  const [row] = await log(listener)
  await listener.browser.must(alerting.replayAlert, { id: row?.id ?? 0 })
  await listener.browser.must(alerting.rotateAlertSecret, {})
  await listener.browser.must(alerting.saveAlertWebhook, { url: '' })
  const activity = await listener.browser.must(access.getAccessActivity, {})
  expect(activity.rows.map(({ action }) => action)).toEqual([
    'alert_webhook_removed',
    'alert_secret_rotated',
    'alert_replayed',
    'alert_test_sent',
    'alert_test_sent',
    'alert_webhook_changed',
    'alerts_changed',
  ])
})

let strict: Awaited<ReturnType<TestApp['sibling']>> | undefined
/** The same with the default settings: no private addresses. */
async function strictSite() {
  strict ??= await site.sibling({ settings: { WEBHOOK_ALLOW_PRIVATE: 'off' } })
  const customer = await openCustomer(site)
  return strict.signedIn(customer.login)
}
