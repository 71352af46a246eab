import { auth } from '@portico/contract/auth.ts'
import type { Endpoint } from '@portico/contract/endpoint.ts'
import { operator } from '@portico/contract/operator.ts'
import { STAFF_ROLES, type StaffRole } from '@portico/contract/staff-permissions.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { checkAudit } from '#audit/index.ts'
import { openTestApp, type TestApp } from '#testing/app.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

/**
 * Who of the staff may call what, written by hand and derived from nothing. `x`: may; `.`: for them the endpoint does
 * not exist.
 */
const MATRIX = `
endpoint              admin support finance content read_only
consoleMe             x     x       x       x       x
today                 x     x       x       x       x
showUser              x     x       x       .       x
listUsers             x     x       x       .       x
findCustomers         x     x       x       .       x
findRequest           x     x       x       .       x
customer              x     x       x       .       x
customerSpend         x     x       x       .       x
customerPayments      x     x       x       .       x
customerTimeline      x     x       x       .       x
addCustomerNote       x     x       x       .       .
loadedCatalogue       x     x       x       x       x
status                x     x       x       x       x
queues                x     x       x       x       x
listNotices           x     x       x       x       x
listIncidents         x     x       x       x       x
openApi               x     x       x       x       x
listPrices            x     x       x       x       x
listPromos            x     x       x       x       x
listWhitelabels       x     x       x       x       x
listPayments          x     .       x       .       x
showPayment           x     .       x       .       x
paymentFindings       x     .       x       .       x
books                 x     .       x       .       x
revenue               x     .       x       .       x
verifyAudit           x     .       .       .       x
listAudit             x     .       .       .       x
listStaff             x     .       .       .       x
listTokens            x     .       .       .       x
refundCall            x     x       x       .       .
credit                x     .       x       .       .
refundPayment         x     .       x       .       .
confirmWire           x     .       x       .       .
disputeTestPayment    x     .       x       .       .
startBooks            x     .       x       .       .
reconcilePayments     x     .       x       .       .
setLogin              x     x       .       .       .
unconfirm             x     x       .       .       .
confirmUser           x     x       .       .       .
disableUser           x     x       .       .       .
enableUser            x     x       .       .       .
endUserSessions       x     x       .       .       .
grant                 x     x       .       .       .
revoke                x     x       .       .       .
resetFactor           x     x       .       .       .
impersonate           x     x       .       .       .
onetime               x     .       .       .       .
closeUser             x     .       .       .       .
keepUser              x     .       .       .       .
checkPrices           x     .       x       .       .
applyPrices           x     .       x       .       .
withdrawPrices        x     .       x       .       .
endOwnPrices          x     .       x       .       .
addPromo              x     .       x       .       .
endPromo              x     .       x       .       .
addNotice             x     .       .       x       .
removeNotice          x     .       .       x       .
updateIncident        x     .       .       x       .
removeIncident        x     .       .       x       .
setWhitelabel         x     .       .       x       .
removeWhitelabel      x     .       .       x       .
publishDatabase       x     .       .       x       .
addStaff              x     .       .       .       .
addToken              x     .       .       .       .
revokeToken           x     .       .       .       .
setStaffRole          x     .       .       .       .
removeStaff           x     .       .       .       .
renewStaffFactor      x     .       .       .       .
`
const rows = MATRIX.trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split(/\s+/))
const endpoints: Record<string, Endpoint> = operator
const ANY = z.unknown()
const BRAND = new URL('https://brand.example')
const settings = { PUBLIC_URL: 'https://dash.example' }

type Browser = ReturnType<TestApp['browser']>
let app: TestApp
const staff = {} as Record<StaffRole, Browser>
let admin: Awaited<ReturnType<TestApp['addStaff']>>

beforeAll(async () => {
  app = await openTestApp({ settings })
  await app.addUser({ email: 'customer@example.com', name: 'Cleo Customer' })
  for (const role of STAFF_ROLES) {
    const member = await app.addStaff({ email: `${role}@staff.example`, name: `Sam ${role}`, role })
    if (role === 'admin') admin = member
    staff[role] = await member.signedIn()
  }
})
afterAll(() => app.close())

/** Sent empty: what may be called answers that something is missing, and nothing is changed. */
const tryEmpty = (browser: Browser, name: string) =>
  browser.call({ ...(endpoints[name] as Endpoint), input: ANY, output: ANY }, {})
const GONE = { status: 404, body: { code: 'not_allowed' } }

test('the table of staff roles has a line for every operator endpoint, and each names its action', () => {
  expect(rows.map(([name]) => name).toSorted()).toEqual(Object.keys(endpoints).toSorted())
  for (const [name, { staff: action }] of Object.entries(endpoints)) expect(action, name).toBeDefined()
})

describe('a staff role reaches what the table allows and nothing else', () => {
  test.each(rows.map(([name = '', ...marks]) => [name, marks] as const))('%s', async (name, marks) => {
    for (const [at, role] of STAFF_ROLES.entries()) {
      const answer = await tryEmpty(staff[role], name)
      if (marks[at] === 'x') expect(answer.status, role).not.toBe(404)
      else expect(answer, role).toMatchObject(GONE)
    }
  })
})

describe('to everybody else the console does not exist', () => {
  const NAMES = Object.keys(endpoints)
  async function expectGone(browser: Browser, headers: Record<string, string> = {}) {
    for (const name of NAMES) {
      const endpoint = { ...(endpoints[name] as Endpoint), input: ANY, output: ANY }
      expect(await browser.call(endpoint, {}, { headers }), name).toMatchObject(GONE)
    }
    for (const path of ['/operator', '/operator/', '/operator/customers/1', '/operator/x/y?q=1']) {
      const answer = await browser.open(path, headers)
      expect(answer.status, path).toBe(404)
      expect(answer.text, path).not.toContain('id="console"')
    }
  }

  test('a customer gets 404 at every operator path', async () => {
    const browser = app.browser()
    await browser.signIn('customer@example.com')
    await expectGone(browser)
  })

  test('staff without a role get 404 at every operator path', async () => {
    const member = await app.addStaff({ email: 'norole@staff.example' })
    await expectGone(await member.signedIn())
  })

  test('staff who act as a customer get 404 at every operator path until they stop', async () => {
    const member = await app.addStaff({ email: 'acting@staff.example', role: 'admin' })
    const browser = await member.signedIn()
    const { url } = await browser.must(operator.impersonate, {
      staff: member.email,
      user: 'customer@example.com',
      reason: 'a ticket',
      by: 'x',
    })
    await browser.open(new URL(url).pathname)
    await browser.must(auth.loginOnetimeAdmin, {})
    await expectGone(browser)
    await browser.must(auth.endImpersonation, {})
    expect((await browser.must(operator.consoleMe, {})).role).toBe('admin')
  })

  test('the credentials of a program get 404 at every operator path, also beside a session of staff', async () => {
    for (const authorization of ['Basic Y3VzdG9tZXI6c2VjcmV0', 'Bearer agent-token']) {
      await expectGone(app.browser(), { authorization })
      await expectGone(staff.admin, { authorization })
    }
  })

  test('a white-label host answers 404 at every operator path, also with the cookies of staff', async () => {
    await app.operator(operator.setWhitelabel, { host: BRAND.host, id: 7, brand: { title: 'Brand Co' }, by: 'test' })
    const browser = app.browser({ site: BRAND })
    await browser.open('/signin')
    for (const [name, value] of staff.admin.cookies) browser.cookies.set(name, value)
    await expectGone(browser)
  })

  test('a visitor is led to the sign-in, with the way back in the address', async () => {
    const answer = await app.browser().open('/operator/customers/5?show=notes')
    expect(answer).toMatchObject({ status: 302, headers: { location: '/signin#/operator/customers/5?show=notes' } })
  })

  test('staff with a role get the document of the console, and no customer page names its files', async () => {
    const answer = await staff.read_only.open('/operator')
    expect(answer).toMatchObject({ status: 200 })
    expect(answer.text).toContain('"role":"read_only"')
    expect((await app.browser().open('/signin')).text).not.toContain('operator-')
  })
})

const about = (reason = 'a ticket of today') => ({ email: 'customer@example.com', reason, by: 'someone else' })

test('a change without a reason is refused and changes nothing, also where the command line needs none', async () => {
  for (const input of [{ email: 'customer@example.com', by: 'x' }, about('  '), about('ab')])
    expect(await staff.admin.call(operator.endUserSessions, input)).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', fields: { reason: expect.any(String) } },
    })
  const sent = { host: 'new.example', id: 9, brand: { title: 'X' }, by: 'x' }
  expect((await staff.content.call(operator.setWhitelabel, sent)).body).toMatchObject({ code: 'invalid_input' })
})

test('the audit log names the person, the address, the reason and the state before; the page cannot name another', async () => {
  const ip = '203.0.113.77'
  const target = await app.addStaff({ email: 'target@staff.example', role: 'support' })
  const input = { email: target.email, role: 'finance' as const, reason: 'moves to accounting', by: 'somebody else' }
  const { status } = await staff.admin.call(operator.setStaffRole, input, { ip })
  expect(status).toBe(200)
  const { rows: log } = await staff.admin.must(operator.listAudit, { email: target.email, limit: '1' })
  expect(log[0]).toMatchObject({
    actor: `staff:${admin.id}`,
    action: 'staff_role_changed',
    ip,
    detail: { role: 'finance', before_role: 'support', reason: 'moves to accounting' },
  })
  expect((await checkAudit(app.ctx)).broken).toEqual([])
})

test('staff do not change their own role', async () => {
  const input = { email: admin.email, role: null, reason: 'a mistake', by: 'x' }
  expect((await staff.admin.call(operator.setStaffRole, input)).body).toMatchObject({
    fields: { email: expect.any(String) },
  })
})

test('money and secrets want a code of the last five minutes, other changes do not', async () => {
  const member = await app.addStaff({ email: 'late@staff.example', role: 'admin' })
  const browser = await member.signedIn()
  app.clock.forward(6 * 60_000)
  const login = 'customer@example.com'
  const gift = { login, amount_micros: 1_000_000, reason: 'goodwill', request_id: crypto.randomUUID(), by: 'x' }
  expect((await browser.call(operator.credit, gift)).body).toMatchObject({ code: 'factor_needed' })
  expect((await browser.call(operator.endUserSessions, about())).status).toBe(200)
  await browser.must(auth.confirmFactor, { code: member.code() })
  expect(await browser.must(operator.credit, gift)).toMatchObject({ booked: true })
})

test('staff book no more than CONFIRM_ABOVE, whatever the page confirms', async () => {
  const member = await app.addStaff({ email: 'rich@staff.example', role: 'finance' })
  const browser = await member.signedIn()
  const amount_micros = app.ctx.env.confirm_above_micros + 1
  const gift = { login: 'customer@example.com', amount_micros, reason: 'too much', request_id: crypto.randomUUID() }
  expect((await browser.call(operator.credit, { ...gift, confirmed: true, by: 'x' })).body).toMatchObject({
    code: 'invalid_input',
    fields: { amount_micros: expect.stringContaining('more than') },
  })
})

test('a change from another site is refused', async () => {
  const headers = { 'x-xsrf-token': 'forged' }
  expect((await staff.admin.call(operator.endUserSessions, about(), { headers })).body).toMatchObject({
    code: 'forged',
  })
  const site = { 'sec-fetch-site': 'cross-site' }
  expect((await staff.admin.call(operator.listUsers, {}, { headers: site })).body).toMatchObject({ code: 'forged' })
})

test('a role that was taken away ends the console at the next call', async () => {
  const member = await app.addStaff({ email: 'former@staff.example', role: 'support' })
  const browser = await member.signedIn()
  await browser.must(operator.consoleMe, {})
  await app.operator(operator.setStaffRole, { email: member.email, role: null, reason: 'left the team', by: 'test' })
  expect(await browser.call(operator.consoleMe, {})).toMatchObject(GONE)
})
