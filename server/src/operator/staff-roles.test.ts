import { auth } from '@portico/contract/auth.ts'
import type { Endpoint } from '@portico/contract/endpoint.ts'
import { operator } from '@portico/contract/operator.ts'
import { STAFF_MESSAGES } from '@portico/contract/staff-messages.ts'
import { STAFF_ROLES, type StaffRole } from '@portico/contract/staff-permissions.ts'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { checkAudit } from '#audit/index.ts'
import { openTestApp, type TestApp } from '#testing/app.ts'
import { sharedApp } from '#testing/shared-app.ts'

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
customerMails         x     x       x       .       x
customerErrors        x     x       x       .       x
listColleagues        x     x       x       .       .
addCustomerNote       x     x       x       .       .
listApprovals         x     x       x       .       x
decideApproval        x     x       x       .       .
loadedCatalogue       x     x       x       x       x
listFunctions         x     x       x       x       x
showFunction          x     x       x       x       x
listUploads           x     x       x       x       x
showUpload            x     x       x       x       x
uploadFile            x     .       .       x       .
tryUpload             x     .       .       x       .
activateUpload        x     .       .       x       .
status                x     x       x       x       x
queues                x     x       x       x       x
queueItems            x     x       x       x       x
service               x     x       x       x       x
serviceApi            x     x       x       x       x
instances             x     x       x       x       x
previewIncident       x     x       x       x       x
previewNotice         x     x       x       x       x
retryQueued           x     x       .       .       .
dropQueued            x     x       .       .       .
reportBounce          x     x       .       .       .
listNotices           x     x       x       x       x
listIncidents         x     x       x       x       x
openApi               x     x       x       x       x
listPrices            x     x       x       x       x
priceBook             x     x       x       x       x
listPromos            x     x       x       x       x
listWhitelabels       x     x       x       x       x
listMails             x     x       x       x       x
previewMail           x     x       x       x       x
listScripts           x     x       x       x       x
listPayments          x     .       x       .       x
showPayment           x     .       x       .       x
paymentFindings       x     .       x       .       x
books                 x     .       x       .       x
revenue               x     .       x       .       x
revenueFile           x     .       x       .       x
liabilities           x     .       x       .       x
listReversals         x     .       x       .       x
listAllDocuments      x     .       x       .       x
documentNumbers       x     .       x       .       x
taxReport             x     .       x       .       x
taxFile               x     .       x       .       x
listMonths            x     .       x       .       x
monthFile             x     .       x       .       x
verifyAudit           x     .       .       .       x
listAudit             x     .       .       .       x
exportAudit           x     .       .       .       x
listStaff             x     .       .       .       x
listTokens            x     .       .       .       x
listWebhooks          x     .       .       .       x
listDeliveries        x     .       .       .       x
refundCall            x     x       x       .       .
credit                x     .       x       .       .
refundPayment         x     .       x       .       .
confirmWire           x     .       x       .       .
disputeTestPayment    x     .       x       .       .
startBooks            x     .       x       .       .
closeMonth            x     .       x       .       .
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
priceEffect           x     .       x       .       .
applyPrices           x     .       x       .       .
withdrawPrices        x     .       x       .       .
endOwnPrices          x     .       x       .       .
addPromo              x     .       x       .       .
endPromo              x     .       x       .       .
addNotice             x     .       .       x       .
removeNotice          x     .       .       x       .
updateIncident        x     .       .       x       .
removeIncident        x     .       .       x       .
sendTestMail          x     .       .       x       .
setWhitelabel         x     .       .       x       .
removeWhitelabel      x     .       .       x       .
publishDatabase       .     .       .       .       .
addStaff              x     .       .       .       .
addToken              x     .       .       .       .
revokeToken           x     .       .       .       .
addWebhook            x     .       .       .       .
setWebhook            x     .       .       .       .
rotateWebhookSecret   x     .       .       .       .
removeWebhook         x     .       .       .       .
testWebhook           x     .       .       .       .
replayDelivery        x     .       .       .       .
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
const app = sharedApp({ settings })
const staff = {} as Record<StaffRole, Browser>
type Member = Awaited<ReturnType<TestApp['addStaff']>>
const members = {} as Record<StaffRole, Member>
let admin: Member
/** With codes that are fresh. */
const signInAgain = async () => {
  for (const role of STAFF_ROLES) staff[role] = await members[role].signedIn()
}

beforeAll(async () => {
  await app.addUser({ email: 'customer@example.com', name: 'Cleo Customer' })
  for (const role of STAFF_ROLES) {
    const member = await app.addStaff({ email: `${role}@staff.example`, name: `Sam ${role}`, role })
    if (role === 'admin') admin = member
    members[role] = member
  }
  await signInAgain()
})

/** Sent empty: what may be called answers that something is missing, and nothing is changed. */
const tryEmpty = (browser: Browser, name: string) =>
  browser.call({ ...(endpoints[name] as Endpoint), input: ANY, output: ANY }, {})
const GONE = { status: 404, body: { code: 'not_allowed' } }

test('the table of staff roles has a line for every operator endpoint, and each names its action', () => {
  expect(rows.map(([name]) => name).toSorted()).toEqual(Object.keys(endpoints).toSorted())
  const unnamed = Object.entries(endpoints).filter(([, { staff: action }]) => action === undefined)
  // A folder on the disk of the server is for the command line alone.
  expect(unnamed.map(([name]) => name)).toEqual(['publishDatabase'])
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
    const browser = await app.signedIn('customer@example.com')
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

test('a link to act as a customer is made for oneself, and works while the role has it', async () => {
  await signInAgain()
  const colleague = await app.addStaff({ email: 'colleague@staff.example', role: 'finance' })
  const about_link = { user: 'customer@example.com', reason: 'a ticket', by: 'x' }
  for (const email of [colleague.email, admin.email])
    expect(await staff.support.call(operator.impersonate, { ...about_link, staff: email })).toMatchObject({
      status: 403,
      body: { code: 'staff_only', fields: { staff: expect.any(String) } },
    })
  expect(await app.operator(operator.impersonate, { ...about_link, staff: colleague.email })).toMatchObject({
    status: 403,
  })
  const member = await app.addStaff({ email: 'moved@staff.example', role: 'support' })
  const browser = await member.signedIn()
  const { url } = await browser.must(operator.impersonate, { ...about_link, staff: member.email })
  await app.operator(operator.setStaffRole, { email: member.email, role: 'content', reason: 'moves on', by: 'test' })
  await browser.open(new URL(url).pathname)
  expect((await browser.call(auth.loginOnetimeAdmin, {})).body).toMatchObject({ code: 'not_allowed' })
  await app.operator(operator.setStaffRole, { email: member.email, role: 'support', reason: 'is back', by: 'test' })
  expect((await browser.call(auth.loginOnetimeAdmin, {})).status).toBe(200)
})

describe('a role that may not see it gets less of an answer', () => {
  test('the state of the service has payment findings for roles that see money alone', async () => {
    const seen = STAFF_ROLES.map(async (role) => (await staff[role].must(operator.status, {})).payments !== null)
    expect(await Promise.all(seen)).toEqual([true, false, true, false, true])
  })

  test('notices and prices name customers to roles that see customers alone', async () => {
    const email = 'customer@example.com'
    const [from, at] = [0, 40].map((days) => new Date(app.clock.now().getTime() + days * 86_400_000).toISOString())
    await app.database.owner.query(
      `insert into notices (id, kind, owner_id, starts_at, ends_at, hidden_at, created_at) select 'prices-7', 'prices', id, '${from}', '${at}', '${at}', '${from}' from users where email_norm = '${email}'`,
    )
    for (const role of STAFF_ROLES) {
      const isSeen = role !== 'content'
      const { notices } = await staff[role].must(operator.listNotices, {})
      expect(notices.find(({ id }) => id === 'prices-7')?.email, role).toBe(isSeen ? email : null)
      expect((await staff[role].call(operator.listPrices, { email })).status, role).toBe(isSeen ? 200 : 404)
      expect((await staff[role].call(operator.listPrices, {})).status, role).toBe(200)
    }
  })
})

test('staff are answered with messages that the console translates, not with texts of the command line', async () => {
  await signInAgain()
  const login = 'customer@example.com'
  const finance = staff.finance
  const gift = { login, reason: 'goodwill', request_id: crypto.randomUUID(), by: 'x' }
  const cases = [
    [await finance.call(operator.credit, { ...gift, amount_micros: -500_000_000 }), 'amount_micros', 'aboveBalance'],
    [await finance.call(operator.credit, { ...gift, amount_micros: 1e15 }), 'amount_micros', 'tenMillion'],
    [
      await staff.support.call(operator.setLogin, { login, per_minute: 0, reason: 'slow', by: 'x' }),
      'per_minute',
      'requestLimit',
    ],
    [await staff.support.call(operator.setLogin, { login, per_minute: 5, reason: 'x', by: 'x' }), 'reason', 'reason'],
  ] as const
  for (const [{ body }, field, key] of cases)
    expect(body).toMatchObject({ code: 'invalid_input', fields: { [field]: STAFF_MESSAGES[key] } })
})

test('runs that staff start are in the audit log with person and reason', async () => {
  await staff.finance.must(operator.startBooks, { reason: 'end of the month' } as never)
  await staff.finance.call(operator.reconcilePayments, { reason: 'a doubt', by: 'x' } as never)
  const { rows: log } = await staff.admin.must(operator.listAudit, { limit: '20' })
  for (const [action, reason] of [
    ['books_started', 'end of the month'],
    ['payments_compared', 'a doubt'],
  ])
    expect(log).toContainEqual(
      expect.objectContaining({
        action,
        actor: expect.stringMatching(/^staff:\d+$/),
        detail: expect.objectContaining({ reason }),
      }),
    )
})

test('a changed limit is in the audit log with its value before', async () => {
  const login = 'customer@example.com'
  const set = (more: object, reason: string) =>
    staff.support.must(operator.setLogin, { login, reason, by: 'x', ...more })
  const { per_minute: usual } = await set({ simultaneous: 7 }, 'no change of the rate')
  await set({ per_minute: 77, on_hold: true }, 'a slow source')
  await set({ per_minute: null }, 'back to normal')
  const { rows: log } = await staff.admin.must(operator.listAudit, { email: login, limit: '2' })
  expect(log.map(({ detail }) => detail)).toMatchObject([
    { per_minute: null, before_per_minute: 77 },
    { per_minute: 77, before_per_minute: usual, on_hold: true, before_on_hold: false },
  ])
  expect(await set({ on_hold: false }, 'released')).toMatchObject({ per_minute: usual, simultaneous: 7 })
})

describe('where staff have a host of their own', () => {
  test('the customers’ host answers 404 at every operator path, also with the cookies of staff', async () => {
    const apart = await openTestApp({ settings: { ...settings, STAFF_URL: 'https://staff.example' } })
    const member = await apart.addStaff({ email: 'admin@staff.example', role: 'admin' })
    const browser = await member.signedIn({ site: new URL('https://staff.example') })
    expect((await browser.call(operator.consoleMe, {})).status).toBe(200)
    const customers = apart.browser()
    await customers.open('/signin')
    for (const [name, value] of browser.cookies) customers.cookies.set(name, value)
    for (const [name, endpoint] of Object.entries(endpoints))
      expect(await customers.call({ ...endpoint, input: ANY, output: ANY }, {}), name).toMatchObject(GONE)
    for (const path of ['/operator', '/operator/customers/1']) expect((await customers.open(path)).status).toBe(404)
    await apart.close()
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
