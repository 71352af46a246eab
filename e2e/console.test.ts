import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Cookie, Page, Route } from 'playwright-core'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { codeAt } from '../server/src/testing/staff.ts'
import { type Server, startServer } from './harness.ts'
import { axe, newPage, shot, type View, type WatchedPage } from './harness-browser.ts'
import { alive, DEMO, DESKTOP, PHONE, signInStaff } from './harness-people.ts'
import { freePort } from './harness-resources.ts'
import { enter, goWithin } from './harness-shell.ts'
import { enterConsole, newStaffMember } from './harness-staff.ts'

let server: Server
let staffUrl: string
/** The session of an administrator, shared by the tests of what any of them does. */
let cookies: Cookie[] | undefined
const WEATHER = `openapi: 3.1.0
info: { title: Weather, version: '1' }
paths:
  /v3/weather/days/live:
    post:
      requestBody: { content: { application/json: { schema: { type: array, items: { type: object, required: [city], properties: { city: { type: string } } } } } } }
      responses: { '200': { description: ok } }
`
beforeAll(async () => {
  const PORT = String(await freePort())
  staffUrl = `http://staff.localhost:${PORT}`
  server = await startServer({ PORT, STAFF_URL: staffUrl, BOT_CHECK: 'off', WEBHOOK_ALLOW_PRIVATE: 'on' })
})

const add = (name: string, role: string) => newStaffMember(server, `${name[0]?.toUpperCase()}${name.slice(1)}`, role)

/** The code of the shared session is made fresh, however long the tests before took. */
async function openAsAdmin(path: string, view: View = DESKTOP): Promise<WatchedPage> {
  cookies ??= await (await openAs('ada', 'admin', '/operator')).context().cookies()
  await server.query('update sessions set factor_at = now() where factor_at is not null')
  const page = await newPage(view)
  await page.context().addCookies(cookies)
  await page.goto(`${staffUrl}${path}`)
  return page
}

/** A code is good for one sign-in: each test that needs another person has them alone. */
async function openAs(name: string, role: string, path: string, view?: View) {
  return enterConsole(staffUrl, await add(name, role), path, view)
}

async function speakGerman(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const token = /XSRF-TOKEN=([^;]+)/.exec(document.cookie)?.[1] ?? ''
    const headers = { 'content-type': 'application/json', 'x-xsrf-token': decodeURIComponent(token) }
    await fetch('/api/users/language', { method: 'POST', headers, body: JSON.stringify({ language: 'de' }) })
  })
}

test('staff find a customer, give credit and leave a note, and the customer sees the credit and its reason', async () => {
  const ada = await add('ada', 'admin')
  const page = await newPage(DESKTOP)
  await page.goto(`${staffUrl}/operator?q=${encodeURIComponent('dana demo')}`)
  await signInStaff(page, ada, ada.key)
  await page.waitForURL(`${staffUrl}/operator?q=dana%20demo`)
  await page.getByRole('heading', { name: 'Customers', level: 1 }).waitFor()
  await page.getByRole('link', { name: DEMO.email }).waitFor()
  await axe(page)
  await shot(page, 'console-search')
  await page.getByRole('link', { name: DEMO.email }).click()
  await page.getByRole('heading', { name: 'Dana Demo', level: 1 }).waitFor()
  await page
    .getByRole('img', { name: /Spend by API/ })
    .or(page.getByRole('figure', { name: /Spend by API/ }))
    .first()
    .waitFor()
  await page.getByRole('heading', { name: 'Timeline' }).waitFor()
  await axe(page)
  await page.getByRole('button', { name: 'Add or deduct credit' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Amount').fill('12.50')
  const effect = await dialog.getByText(/^Balance of/).textContent()
  const [, before = '', after = ''] = /\$([\d,.]+) → \$([\d,.]+)/.exec(effect ?? '') ?? []
  const cents = (text: string) => Math.round(Number(text.replaceAll(',', '')) * 1_000_000)
  expect(cents(after) - cents(before)).toBe(12_500_000)
  await shot(page, 'console-credit')
  await axe(page)
  // A reason is not optional.
  await dialog.getByRole('button', { name: 'Add credit' }).click()
  await dialog.getByText('Enter at least 3 characters.').waitFor()
  await dialog.getByLabel('Reason').fill('an outage on Tuesday')
  // The answer of the first press is lost: the second one books nothing more.
  let booked = 0
  const lost = async (route: Route) => {
    // The name of this host is known to the browser alone.
    const { host, port, pathname } = new URL(route.request().url())
    const headers = { ...(await route.request().allHeaders()), host }
    booked = (await route.fetch({ url: `http://127.0.0.1:${port}${pathname}`, headers })).status()
    await route.abort()
  }
  await page.route('**/api/operator/credit', lost, { times: 1 })
  await dialog.getByRole('button', { name: 'Add credit' }).click()
  await dialog.getByText('No connection. Check your network and try again.').waitFor()
  expect(booked).toBe(200)
  await dialog.getByRole('button', { name: 'Add credit' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText(`Booked. The balance is now $${after}`).waitFor()
  await page.getByLabel('Note for colleagues').fill('Called back, all is well.')
  await page.getByRole('button', { name: 'Add note' }).click()
  await page.getByRole('listitem').filter({ hasText: 'Called back, all is well.' }).waitFor()
  await page.getByRole('listitem').filter({ hasText: 'an outage on Tuesday' }).getByText('Ada Staff').waitFor()
  await page.evaluate(() => scrollTo(0, 0))
  await shot(page, 'console-customer')
  page.expectClean(/invalid/, /operator\/credit/)
  cookies = await page.context().cookies()

  const customer = await enter(server, DESKTOP, '/users/security-log')
  await customer.getByRole('row').filter({ hasText: 'Ada Staff' }).first().getByRole('button').first().click()
  await customer.getByText('an outage on Tuesday').waitFor()
  expect(await customer.getByText('Called back').count()).toBe(0)
  const response = await customer.goto(`${server.url}/operator`)
  expect(response?.status()).toBe(404)
  expect(await customer.content()).not.toContain('operator-')
})

test('staff see what needs them, find a call by its request id and refund it, and the customer sees it', async () => {
  const page = await openAsAdmin('/operator')
  const [call] = await server.query<{ id: string; request_id: string }>(
    `select e.id, e.request_id from usage_events e join users u on u.id = e.owner_id
      where u.email = $1 and e.cost_micros > 0 and e.status_class = 'ok' and e.method = 'live' order by e.id desc limit 1`,
    [DEMO.email],
  )
  if (!call) throw new Error('the demo customer has no call')
  await page.getByRole('heading', { name: 'Today', level: 1 }).waitFor()
  await page.getByText('Revenue from calls', { exact: true }).waitFor()
  await axe(page)
  await shot(page, 'console-today')
  await page.getByRole('link', { name: 'Request', exact: true }).click()
  await page.getByLabel('Find a request').fill(call.id)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Price and booking' }).waitFor()
  await axe(page)
  await shot(page, 'console-request')
  await page.getByRole('button', { name: 'Refund this call' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(/is refunded\. Balance of/).waitFor()
  await dialog.getByLabel('Reason').fill('the page was empty')
  await axe(page)
  await dialog.getByRole('button', { name: 'Refund', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('It was refunded.').waitFor()
  expect(await page.getByRole('button', { name: 'Refund this call' }).count()).toBe(0)
  await goWithin(page, '/operator/request/019aa000-0000-7000-8000-000000000000')
  await page.getByText('No call has this ID').waitFor()

  const customer = await enter(server, DESKTOP, `/api-detail/unified-overview?call=${call.id}`)
  await customer.getByText('Released').waitFor()
})

test('staff see all customers in the order they choose, and what one of them has limited by the day', async () => {
  await server.query(
    `insert into spend_limits select id, '', 'daily_limit', 20000000 from api_logins where login = $1 on conflict do nothing`,
    [DEMO.email],
  )
  const page = await openAsAdmin('/operator/customers')
  await page.getByLabel('Order').selectOption({ label: 'Most spent in 30 days first' })
  await page.waitForURL('**/operator/customers?sort=spend')
  await page.getByRole('row').nth(1).getByRole('link', { name: DEMO.email }).click()
  await page.getByRole('meter', { name: 'Spent today (UTC)' }).waitFor()
  await page.getByText(/of \$20\.000000$/).waitFor()
  await axe(page)
})

test('an admin makes a webhook, its test message arrives signed, and one that was answered with an error is sent again', async () => {
  const received: { id: unknown; signature: unknown; body: string }[] = []
  const receiver = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    received.push({ id: request.headers['webhook-id'], signature: request.headers['webhook-signature'], body })
    response.writeHead(received.length === 1 ? 500 : 200).end('the receiver says so')
  })
  onTestFinished(() => void receiver.close())
  await new Promise<void>((ready) => receiver.listen(0, '127.0.0.1', ready))
  const address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/in`
  const page = await openAsAdmin('/operator/webhooks')
  await page.getByRole('button', { name: 'New webhook' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('crm')
  await dialog.getByLabel('Address').fill(address)
  await dialog.getByLabel('Payment received').check()
  await dialog.getByLabel('Reason').fill('the customer list of sales')
  await axe(page)
  await shot(page, 'console-webhook-new')
  await dialog.getByRole('button', { name: 'Create webhook' }).click()
  await page.getByRole('heading', { name: 'Copy the secret now' }).waitFor()
  await page.locator('code').filter({ hasText: 'whsec_' }).waitFor()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('link', { name: 'crm' }).click()
  await page.getByRole('button', { name: 'Send test message' }).click()
  await dialog.getByLabel('Reason').fill('does it arrive?')
  await dialog.getByRole('button', { name: 'Send test message' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('500', { exact: true }).waitFor()
  await page.getByRole('cell', { name: 'Test message' }).click()
  await page.getByText('the receiver says so').waitFor()
  await axe(page)
  await shot(page, 'console-webhook')
  await page.setViewportSize(PHONE)
  await axe(page)
  await shot(page, 'console-webhook-phone')
  await page.getByRole('button', { name: 'Resend' }).click()
  await dialog.getByLabel('Reason').fill('it is mended now')
  await dialog.getByRole('button', { name: 'Resend' }).click()
  await page.getByText('resent', { exact: true }).waitFor()
  // The first message is retried by itself ten seconds later, and may have arrived by now as well.
  await page.getByText('200', { exact: true }).first().waitFor()
  expect(received.length).toBeGreaterThan(1)
  expect(new Set(received.map(({ id }) => id)).size).toBe(1)
  expect(received.every(({ signature }) => String(signature).startsWith('v1,'))).toBe(true)
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Remove' }).click()
  await dialog.getByLabel('Reason').fill('sales has another list')
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await page.waitForURL(`${staffUrl}/operator/webhooks`)
  await page.getByText('No webhooks yet').waitFor()
})

test('an admin makes a token, a program calls with it, and the admin revokes it', async () => {
  const page = await openAsAdmin('/operator/tokens', { ...PHONE, theme: 'dark' })
  await page.getByRole('button', { name: 'New token' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('nightly-report')
  await dialog.getByLabel('See the state of the service, the catalogue, prices, notices and brands').check()
  await dialog.getByLabel('Reason').fill('the report of every night')
  await axe(page)
  await shot(page, 'console-token')
  await dialog.getByRole('button', { name: 'Create token' }).click()
  await page.getByRole('heading', { name: 'Copy the token now' }).waitFor()
  const token = (await page.locator('code').filter({ hasText: 'portico_op_' }).textContent()) ?? ''
  await page.getByRole('button', { name: 'Done' }).click()
  const call = async (path: string) => {
    const headers = { authorization: `Bearer ${token}`, host: new URL(staffUrl).host }
    return (await page.context().request.get(`${server.url}${path}`, { headers })).status()
  }
  expect([await call('/api/operator/status'), await call('/api/operator/staff-list')]).toEqual([200, 404])
  await page.setViewportSize(DESKTOP)
  await page.getByRole('cell', { name: 'nightly-report' }).waitFor()
  await axe(page)
  await shot(page, 'console-tokens')
  await page.getByRole('button', { name: 'Revoke' }).click()
  await dialog.getByLabel('Reason').fill('no longer needed')
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('Revoked').waitFor()
  expect(await call('/api/operator/status')).toBe(404)
})

test('an amount above the limit waits for a colleague, who approves it once', async () => {
  const fay = await openAs('fay', 'finance', `/operator?q=${DEMO.email}`)
  await fay.getByRole('link', { name: DEMO.email }).click()
  await fay.getByRole('button', { name: 'Add or deduct credit' }).click()
  const dialog = fay.getByRole('dialog')
  await dialog.getByLabel('Amount').fill('12x')
  await dialog.getByLabel('Reason').fill('a contract of two years')
  await dialog.getByRole('button', { name: 'Add credit' }).click()
  await dialog.getByText('Enter an amount such as 12.50.').waitFor()
  await dialog.getByLabel('Amount').fill('2500')
  await dialog.getByRole('button', { name: 'Add credit' }).click()
  await fay.getByText('It now waits for the approval of a colleague.').waitFor()
  await fay.getByRole('navigation').getByRole('link', { name: 'Approvals' }).click()
  await fay.getByText('You requested this. A colleague has to approve it.').waitFor()
  expect(await fay.getByRole('button', { name: 'Approve request' }).count()).toBe(0)

  const finn = await openAs('finn', 'finance', '/operator/approvals')
  await finn.getByRole('navigation').getByRole('link', { name: 'Approvals 1' }).waitFor()
  await finn.getByText('a contract of two years').waitFor()
  await axe(finn)
  await shot(finn, 'console-approvals')
  await finn.getByRole('button', { name: 'Approve request' }).click()
  await finn.getByLabel('Reason').fill('the contract is signed')
  await finn.getByRole('dialog').getByRole('button', { name: 'Approve request' }).click()
  await finn.getByText('Nothing is waiting for approval').waitFor()
  await fay.goto(`${staffUrl}/operator/approvals?show=over`)
  await fay.getByText('the contract is signed').waitFor()
  await fay.getByText('Booked. The balance is now').waitFor()
  await axe(fay)
})

test('the console asks for a fresh code before it moves money, on a phone, in the dark and in German', {
  tags: 'long',
}, async () => {
  const greta = await add('greta', 'admin')
  const page = await newPage({ ...PHONE, theme: 'dark', language: 'de-DE' })
  await page.goto(`${staffUrl}/operator/customers`)
  await signInStaff(page, greta, greta.key)
  await page.waitForURL(`${staffUrl}/operator/customers`)
  await speakGerman(page)
  await page.reload()
  await page.getByLabel('Kunden finden').fill(DEMO.email)
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: DEMO.email }).waitFor()
  await axe(page)
  await shot(page, 'console-search-de')
  await page.getByRole('link', { name: DEMO.email }).click()
  await page.getByRole('heading', { name: 'Verlauf' }).waitFor()
  await axe(page)
  await page.screenshot({ path: '.cache/shots/console-customer-de.png', fullPage: true })
  await server.query("update sessions set factor_at = factor_at - interval '6 minutes' where factor_at is not null", [])
  await page.getByRole('button', { name: 'Guthaben gutschreiben oder abziehen' }).click()
  await page.getByLabel('Betrag').fill('1')
  await page.getByLabel('Grund').fill('ein Test')
  await page.getByRole('dialog').getByRole('button', { name: 'Guthaben gutschreiben' }).click()
  const code = page.getByRole('dialog', { name: 'Mit einem Code bestätigen' })
  await code.waitFor()
  await axe(page)
  await shot(page, 'console-code-de')
  await code.locator('[name=code]').fill(codeAt(greta.key, new Date(Date.now() + 30_000)))
  await code.getByRole('button', { name: 'Bestätigen' }).click()
  await page.getByText('Gebucht.').waitFor()
  await page.getByLabel('Betrag').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Guthaben gutschreiben oder abziehen' }).click()
  await page.getByLabel('Betrag').fill('4200')
  await page.getByLabel('Grund').fill('ein Vertrag über zwei Jahre')
  await page.getByRole('dialog').getByRole('button', { name: 'Guthaben gutschreiben' }).click()
  await page.getByText('Es wartet jetzt auf die Freigabe eines Kollegen.').waitFor()
  await shot(page, 'console-waits-de')
  await page.goto(`${staffUrl}/operator/approvals`)
  await page.getByText('Wartet auf Freigabe').waitFor()
  await axe(page)
  await shot(page, 'console-approvals-de')
})

test('staff read the catalogue, see the effect of new prices, and an uploaded document is compared, tried and made to count', async () => {
  const page = await openAsAdmin('/operator/catalogue?q=grammar')
  await page
    .getByRole('link', { name: /grammar/i })
    .first()
    .click()
  await page.getByRole('heading', { name: 'Price history' }).waitFor()
  await axe(page)
  await shot(page, 'console-function')
  await goWithin(page, '/operator/catalogue?show=prices')
  await page.getByRole('link', { name: 'New version of the prices' }).click()
  await page.getByLabel('Name of the version').fill('autumn')
  const book = page.getByRole('textbox', { name: 'Prices' })
  await book.fill((await book.inputValue()).replaceAll('per_request: 0.002', 'per_request: 0.003'))
  await page.getByRole('button', { name: 'Show what changes' }).click()
  await page.getByRole('heading', { name: 'Effect on the last 30 days' }).waitFor()
  await page.getByRole('link', { name: DEMO.email }).waitFor()
  await axe(page)
  await shot(page, 'console-price-effect')
  await page.getByRole('button', { name: 'Apply prices' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('the source costs more')
  await dialog.getByRole('button', { name: 'Apply prices' }).click()
  await page.getByRole('cell', { name: 'autumn' }).waitFor()

  await page.setViewportSize(PHONE)
  await goWithin(page, '/operator/catalogue?show=uploads')
  await page.getByRole('button', { name: 'Upload a document' }).click()
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'broken.yaml',
    mimeType: 'application/yaml',
    buffer: Buffer.from('openapi: [3.1'),
  })
  await dialog.getByLabel('Reason').fill('new weather')
  await dialog.getByRole('button', { name: 'Check' }).click()
  await dialog.getByText(/broken\.yaml:1/).waitFor()
  await axe(page)
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'weather.yaml',
    mimeType: 'application/yaml',
    buffer: Buffer.from(WEATHER),
  })
  await dialog.getByRole('button', { name: 'Check' }).click()
  await page.getByRole('heading', { name: 'Compared with what is sold now' }).waitFor()
  await page.getByRole('heading', { name: /^Added.*1$/, level: 3 }).waitFor()
  await page.getByLabel('Fields').fill('{"city": "Rostock"}')
  await page.getByRole('button', { name: 'Try', exact: true }).click()
  await page.getByText(/^Accepted/).waitFor()
  await axe(page)
  await shot(page, 'console-upload')
  await page.getByRole('button', { name: /^Activate #\d+/ }).click()
  await dialog.getByLabel('Reason').fill('new weather')
  await dialog.getByRole('button', { name: /^Activate #\d+/ }).click()
  await page.getByText('Upcoming').waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width)
})

test('staff see the service, open an incident in five languages, plan maintenance and clear a queue', async () => {
  const subscriber = 'watcher@example.com'
  await server.query(
    `insert into status_subscribers (email, wl_id, language, confirmed_at, last_update_id) values ($1, 0, 'de', now(), 0)`,
    [subscriber],
  )
  await server.query(
    `insert into outbox (message_id, to_address, template, language, brand, data, created_at, next_try_at, tries, last_error)
      values ('<stuck@x>', 'stuck@example.com', 'invoice', 'en', '{}', '{}', now(), now() + interval '1 hour', 3, 'mailbox full')`,
  )
  const page = await openAsAdmin('/operator/service')
  await page.getByRole('heading', { name: 'Service', level: 1 }).waitFor()
  const serp = page.getByRole('row').filter({ hasText: 'SERP' }).first()
  await serp.getByText('Working').waitFor()
  await axe(page)
  await shot(page, 'console-service')

  await page.getByRole('tab', { name: 'Incidents' }).click()
  await page.getByText('1 subscriber gets every update by e-mail.').waitFor()
  await page.getByRole('button', { name: 'Open an incident' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Slow SERP')
  await dialog.getByLabel('Impact').selectOption('outage')
  await dialog.getByLabel(/SERP/).check()
  await dialog
    .locator('[data-preview=de]')
    .getByText(/^Ausfall: /)
    .waitFor()
  await dialog.getByLabel('Your own words in English').fill('The cache is full.')
  await dialog.getByLabel('Your own words in Deutsch').fill('Der Cache ist voll.')
  await dialog.getByLabel('Reason').fill('alarms of the night')
  await axe(page)
  await shot(page, 'console-incident')
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await dialog.getByText('Use 1 to 60 lowercase letters, digits and hyphens.').waitFor()
  await dialog.getByLabel('Name').fill('slow-serp')
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('Der Cache ist voll.').waitFor()
  const german = { headers: { 'accept-language': 'de' } }
  const status = async () => (await page.context().request.get(`${server.url}/status`, german)).text()
  await expect.poll(status, { timeout: 20_000 }).toContain('Der Cache ist voll.')

  await goWithin(page, '/operator/service?view=queues&queue=mail')
  const mail = page.getByRole('row').filter({ hasText: 'stuck@example.com' })
  await mail.getByText('mailbox full').waitFor()
  await axe(page)
  await shot(page, 'console-queues')
  await mail.getByRole('button', { name: 'Drop' }).click()
  await dialog.getByText('The e-mail is not sent, and its text is deleted.').waitFor()
  await dialog.getByLabel('Reason').fill('a wrong address')
  await dialog.getByRole('button', { name: 'Drop' }).click()
  await dialog.waitFor({ state: 'detached' })
  await mail.waitFor({ state: 'detached' })

  await goWithin(page, '/operator/service?view=maintenance')
  await page.getByRole('button', { name: 'Announce maintenance' }).click()
  await dialog.getByLabel('Name').fill('new-disks')
  await dialog.locator('[data-preview=fr]').getByText('Maintenance planifiée').waitFor()
  await dialog.getByLabel('Reason').fill('new disks')
  await axe(page)
  await dialog.getByRole('button', { name: 'Announce', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('new-disks').waitFor()
  await expect
    .poll(() => server.query(`select template from outbox where to_address = $1`, [subscriber]), { timeout: 20_000 })
    .toHaveLength(2)
  await goWithin(page, '/operator/service?view=instances')
  await page.getByText('record_service').waitFor()
  await axe(page)
})

test('the service and the money of the console fit a phone, in the dark and in German, without a barrier', {
  tags: 'long',
}, async () => {
  const page = await openAs('rosa', 'admin', '/operator/service', { ...PHONE, theme: 'dark', language: 'de-DE' })
  await speakGerman(page)
  for (const [path, title] of [
    ['service', 'Dienst'],
    ['service?view=maintenance', 'Dienst'],
    ['service?view=instances', 'Dienst'],
    ['money?by=country', 'Finanzen'],
    ['money/payments', 'Finanzen'],
  ]) {
    await page.goto(`${staffUrl}/operator/${path}`)
    await page.getByRole('heading', { name: title, level: 1 }).waitFor()
    await expect.poll(() => page.getByRole('tabpanel').locator('[aria-busy=true]').count()).toBe(0)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
    await axe(page)
    await shot(page, `console-de-${String(path).replaceAll(/\W/g, '-')}`)
  }
  page.expectClean()
})

test('finance drill from a day to a customer, look through every list of money, and check the books', async () => {
  const page = await openAs('mona', 'finance', '/operator/money?by=api')
  await page.getByRole('heading', { name: 'Money', level: 1 }).waitFor()
  const table = page.getByRole('table', { name: 'Revenue' })
  const total = async () => (await table.getByRole('row').last().getByRole('cell').nth(1).textContent()) ?? ''
  await table.getByRole('link', { name: 'serp', exact: true }).first().waitFor()
  const row = table.getByRole('row').filter({ has: page.getByRole('link', { name: 'serp', exact: true }) })
  const revenue = await row.getByRole('cell').nth(1).textContent()
  await axe(page)
  await shot(page, 'console-money')
  await row.getByRole('link', { name: 'serp' }).click()
  await page.waitForURL(/by=function/)
  await expect.poll(total).toBe(revenue)
  await page.getByLabel('Rows').selectOption('customer')
  await page.waitForURL(/by=customer/)
  await table.getByRole('link', { name: 'Customer page' }).first().waitFor()
  await expect.poll(total).toBe(revenue)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  expect((await saved).suggestedFilename()).toMatch(/^revenue-by-customer-.*\.csv$/)
  for (const tab of [
    'Deposits and balances',
    'Payments',
    'Refunds and disputes',
    'Documents',
    'Tax',
    'Promo codes',
    'Months',
  ]) {
    await page.getByRole('tab', { name: tab, exact: true }).click()
    await expect.poll(() => page.getByRole('tabpanel').locator('[aria-busy=true]').count()).toBe(0)
    await shot(page, `console-money-${tab.toLowerCase().replaceAll(' ', '-')}`)
  }
  await page.getByRole('tab', { name: 'Books', exact: true }).click()
  await page.getByRole('button', { name: 'Check now' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('end of the month')
  await dialog.getByRole('button', { name: 'Check now' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('Balanced', { exact: true }).waitFor()
  await axe(page)
  page.expectClean()
})

test('an admin makes a white-label that is shown while it is typed, looks at its mails, and finds both in the audit log', async () => {
  const page = await openAsAdmin('/operator/brands')
  await page.getByRole('button', { name: 'New white-label' }).click()
  await page.getByLabel('Host', { exact: true }).fill('data.acme.example')
  await page.getByLabel('Brand', { exact: true }).fill('Acme Data')
  await page.getByLabel('Color').fill('#b3261e')
  await page.getByLabel('Heading').fill('Numbers you can trust')
  await page.getByText('Numbers you can trust').first().waitFor()
  const fill = page.locator('[data-theme=light] button').last()
  await expect
    .poll(() => fill.evaluate((button) => getComputedStyle(button).backgroundColor))
    .not.toBe('rgb(45, 95, 211)')
  await page.getByLabel('Logo', { exact: true }).fill('http://acme.example/logo.png')
  await page.getByLabel('Reason').fill('the contract of Acme')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Enter an address that begins with https://').waitFor()
  await page.getByLabel('Logo', { exact: true }).fill('')
  await axe(page)
  await shot(page, 'console-brand')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('link', { name: 'Acme Data' }).waitFor()

  await goWithin(page, '/operator/mails?mail=reset&language=de&host=data.acme.example')
  await page.frameLocator('iframe').getByText('Acme Data').first().waitFor()
  await page.getByRole('button', { name: 'Send me a test e-mail' }).click()
  await page.getByLabel('Reason').fill('a look at it')
  await page.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByText('Sent to ada@example.com').waitFor()
  await shot(page, 'console-mails')

  await page.getByRole('tab', { name: 'Audit log' }).click()
  await page.getByLabel('Done by').fill('ada@example.com')
  await page.getByLabel('Action').selectOption('whitelabel_set')
  await page.getByRole('tabpanel').getByRole('button', { name: 'Search' }).click()
  await page.waitForURL(/actor=ada%40example\.com&action=whitelabel_set/)
  await page.getByRole('row').filter({ hasText: 'A white-label was saved' }).first().waitFor()
  await page.getByRole('button', { name: 'Verify the chain' }).click()
  const unbroken = page.getByText(/^Unbroken: \d/)
  await unbroken.waitFor()
  await page.route('**/api/operator/audit-check', (route) =>
    route.fulfill({ status: 503, json: { code: 'busy', msg: '' } }),
  )
  await page.getByRole('button', { name: 'Verify the chain' }).click()
  await page.getByRole('alert').first().waitFor()
  expect(await unbroken.count(), 'what an earlier check found').toBe(0)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  expect((await saved).suggestedFilename()).toBe('audit-log.csv')
  await axe(page)
  await shot(page, 'console-audit')
  await page.getByRole('tab', { name: 'Staff' }).click()
  await page.getByRole('link', { name: 'fay@example.com' }).waitFor()
  await axe(page)
  await shot(page, 'console-staff')
  page.expectClean(/400 \(Bad Request\).*whitelabel|503 \(Service Unavailable\).*audit-check/)
})

test('staff add a passkey on a phone, sign in with it alone, and see where they are in the navigation', async () => {
  const page = await openAs('kai', 'support', '/operator/passkeys', { ...PHONE, theme: 'dark' })
  await page.getByRole('heading', { name: 'Your passkeys' }).waitFor()
  const nav = page.getByRole('navigation', { name: 'Screens' })
  const { height } = (await nav.boundingBox()) ?? { height: 0 }
  expect(height).toBeLessThan(60)
  const here = await nav.locator('[aria-current]').boundingBox()
  expect((here?.x ?? -1) >= 0 && (here?.x ?? 0) + (here?.width ?? 0) <= PHONE.width).toBe(true)
  await axe(page)
  await shot(page, 'console-passkeys')
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByLabel('Name of the passkey').fill('Phone of Kai')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('cell', { name: 'Phone of Kai', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL('**/signin')
  await page.goto(`${staffUrl}/operator/passkeys`)
  await alive(page)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.waitForURL(`${staffUrl}/operator/passkeys`)
  await page.getByRole('cell', { name: 'Phone of Kai', exact: true }).waitFor()
})
