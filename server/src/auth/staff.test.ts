import { auth } from '@portico/contract/auth.ts'
import { booting } from '@portico/contract/boot.ts'
import { operator } from '@portico/contract/operator.ts'
import { users } from '@portico/contract/users.ts'
import { beforeAll, expect, test } from 'vitest'
import { checkAudit } from '#audit/index.ts'
import { issueLink } from '#auth/index.ts'
import type { TestApp } from '#testing/app.ts'
import { TEST_PASSWORD } from '#testing/browser.ts'
import { sharedApp } from '#testing/shared-app.ts'
import { codeAt } from '#testing/staff.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const STEP_MS = 30_000

const app = sharedApp()
beforeAll(async () => {
  await app.addUser({ email: 'customer@example.com' })
})

type Staff = Awaited<ReturnType<TestApp['addStaff']>>
type Browser = ReturnType<TestApp['browser']>

let people = 0
/** A new staff member each time: codes and tries are counted by user. */
function newStaff(): Promise<Staff> {
  people += 1
  return app.addStaff({ email: `staff${people}@example.com`, name: `Staff ${people}` })
}

async function withPassword({ email }: { email: string }): Promise<Browser> {
  const browser = app.browser()
  await browser.open('/signin')
  expect(await browser.must(auth.authenticate, { email, password: TEST_PASSWORD, captcha: '' })).toEqual({
    needs: 'code',
  })
  return browser
}

async function isSignedIn(browser: Browser): Promise<boolean> {
  return (await browser.call(users.getUserData, {})).status === 200
}

const WRONG = { status: 400, body: { code: 'wrong_code', fields: { code: 'The code is wrong or no longer valid.' } } }

test('SEC-M7 A28 a right password alone opens no session before the code', async () => {
  const staff = await newStaff()
  const browser = await withPassword(staff)
  expect([...browser.cookies.keys()].sort()).toEqual(['XSRF-TOKEN', 'factor', 'pre'])
  expect(await isSignedIn(browser)).toBe(false)
  expect((await browser.must(booting.boot, {})).user).toBeNull()
  const { user } = await browser.must(auth.secondFactor, { code: staff.code() })
  expect(user.email).toBe(staff.email)
  expect(await isSignedIn(browser)).toBe(true)
  expect(browser.cookies.has('factor')).toBe(false)
})

test('SEC-M7 A28 a code signs in once: the same one again is refused, also at the same moment', async () => {
  const staff = await newStaff()
  const code = staff.code()
  const browsers = await Promise.all(Array.from({ length: 4 }, () => withPassword(staff)))
  const answers = await Promise.all(browsers.map((browser) => browser.call(auth.secondFactor, { code })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400])
  app.clock.forward(STEP_MS)
  expect(await (await withPassword(staff)).call(auth.secondFactor, { code })).toMatchObject(WRONG)
})

test('SEC-M7 A28 once a code was accepted, no earlier one counts any more', async () => {
  const staff = await newStaff()
  const [before, now] = [codeAt(staff.key, new Date(app.clock.now().getTime() - STEP_MS)), staff.code()]
  await (await withPassword(staff)).must(auth.secondFactor, { code: now })
  expect(await (await withPassword(staff)).call(auth.secondFactor, { code: before })).toMatchObject(WRONG)
})

test.each([
  [-2, 400],
  [-1, 200],
  [0, 200],
  [1, 200],
  [2, 400],
])('SEC-M7 A28 a code of %i steps from now is answered %i', async (steps, status) => {
  const staff = await newStaff()
  const code = codeAt(staff.key, new Date(app.clock.now().getTime() + steps * STEP_MS))
  expect((await (await withPassword(staff)).call(auth.secondFactor, { code })).status).toBe(status)
})

test('SEC-M7 A28 guessing stops at five: then the right code is refused, in any browser, for a quarter of an hour', async () => {
  const staff = await newStaff()
  const browser = await withPassword(staff)
  const wrong = await Promise.all(
    Array.from({ length: 8 }, (_, at) => browser.call(auth.secondFactor, { code: `00000${at}` })),
  )
  expect(wrong.map(({ status }) => status).sort()).toEqual([400, 400, 400, 400, 400, 429, 429, 429])
  expect((await browser.call(auth.secondFactor, { code: staff.code() })).status).toBe(429)
  const elsewhere = await withPassword(staff)
  expect((await elsewhere.call(auth.secondFactor, { code: staff.code() })).body).toMatchObject({
    code: 'too_many_tries',
  })
  expect((await elsewhere.call(auth.secondFactor, { code: staff.recovery_codes[0] ?? '' })).status).toBe(429)
  app.clock.forward(15 * MINUTE_MS)
  await (await withPassword(staff)).must(auth.secondFactor, { code: staff.code() })
})

test('SEC-M7 A28 twenty wrong codes a day are the limit, and a new key from the operator resets it', async () => {
  const staff = await newStaff()
  // At the beginning of a day, so that four quarters lie within it.
  app.clock.forward(24 * HOUR_MS - (app.clock.now().getTime() % (24 * HOUR_MS)))
  for (let round = 0; round < 4; round += 1) {
    const browser = await withPassword(staff)
    for (let at = 0; at < 5; at += 1)
      expect((await browser.call(auth.secondFactor, { code: `00000${at}` })).status).toBe(400)
    app.clock.forward(15 * MINUTE_MS)
  }
  expect((await (await withPassword(staff)).call(auth.secondFactor, { code: staff.code() })).status).toBe(429)
  const { body } = await app.operator(operator.renewStaffFactor, { email: staff.email, by: 'test' })
  const key = 'key' in body ? body.key : ''
  await (await withPassword(staff)).must(auth.secondFactor, { code: codeAt(key, app.clock.now()) })
})

test('SEC-M7 A28 a recovery code signs in once, typed as people type it', async () => {
  const staff = await newStaff()
  const [code = ''] = staff.recovery_codes
  await (await withPassword(staff)).must(auth.secondFactor, { code: ` ${code.toLowerCase().replace('-', ' ')}` })
  expect(await (await withPassword(staff)).call(auth.secondFactor, { code })).toMatchObject(WRONG)
  const { body } = await app.operator(operator.listStaff, {})
  const row = 'staff' in body ? body.staff.find(({ email }) => email === staff.email) : undefined
  expect(row).toMatchObject({ recovery_codes_left: 9, factor_since: expect.any(String) })
})

test('SEC-M7 A28 a code of one staff member does not work for another', async () => {
  const [one, other] = [await newStaff(), await newStaff()]
  const browser = await withPassword(one)
  expect(await browser.call(auth.secondFactor, { code: other.code() })).toMatchObject(WRONG)
  expect(await browser.call(auth.secondFactor, { code: other.recovery_codes[0] ?? '' })).toMatchObject(WRONG)
})

test('SEC-M7 A28 neither key nor recovery codes can be read from the database or the log', async () => {
  const staff = await newStaff()
  await (await withPassword(staff)).must(auth.secondFactor, { code: staff.recovery_codes[1] ?? '' })
  const { rows } = await app.database.pool.query<{ table_name: string }>(
    `select table_name from information_schema.tables where table_schema = 'public'`,
  )
  const secrets = [staff.key, ...staff.recovery_codes.flatMap((code) => [code, code.replace('-', '')])]
  for (const { table_name } of rows)
    for (const secret of secrets) {
      const found = await app.database.pool.query(
        `select 1 from ${table_name} t where t::text like '%' || $1 || '%' or t::text like '%' || $2 || '%'`,
        [secret, Buffer.from(secret).toString('hex')],
      )
      expect(found.rowCount, `${table_name} ${secret}`).toBe(0)
    }
  for (const secret of secrets) expect(app.log_lines.join('')).not.toContain(secret)
})

test('SEC-M7 A7 without the right password an answer reveals neither who is staff nor that a code is needed', async () => {
  const staff = await newStaff()
  const bare = await app.addUser({ email: 'bare@example.com' })
  await app.database.db.updateTable('users').set({ is_staff: true }).where('id', '=', bare.id).execute()
  const shapes = []
  for (const email of [staff.email, 'bare@example.com', 'customer@example.com', 'nobody@example.com']) {
    const browser = app.browser({ ip: '198.51.100.77' })
    await browser.open('/signin')
    const { status, text, cookies } = await browser.call(auth.authenticate, {
      email,
      password: 'not the password',
      captcha: '',
    })
    shapes.push([status, text.replace(/"request_id":"[^"]+"/, ''), cookies.map(({ name }) => name).sort()])
  }
  for (const shape of shapes) expect(shape).toEqual(shapes[0])
  const stranger = app.browser()
  await stranger.open('/signin')
  expect((await stranger.call(auth.secondFactor, { code: staff.code() })).body).toMatchObject({ code: 'sign_in_again' })
})

test('SEC-M7 A28 staff without a second factor cannot sign in; the browser gets the answer of a wrong password, the operator the reason', async () => {
  const { id, email } = await app.addUser({ email: 'unfactored@example.com' })
  await app.database.db.updateTable('users').set({ is_staff: true }).where('id', '=', id).execute()
  const browser = app.browser()
  await browser.open('/signin')
  const right = await browser.call(auth.authenticate, { email, password: TEST_PASSWORD, captcha: '' })
  const wrong = await browser.call(auth.authenticate, { email, password: 'not the password', captcha: '' })
  const plain = (text: string) => text.replace(/"request_id":"[^"]+"/, '')
  expect([right.status, plain(right.text)]).toEqual([wrong.status, plain(wrong.text)])
  expect(right.body).toMatchObject({ code: 'confirm_first' })
  expect(right.cookies).toEqual([])
  const lines = app.log_lines.filter((line) => line.includes('no second factor'))
  expect(lines.length).toBe(1)
  expect(lines[0]).toContain(`"user_id":${id}`)
})

test('SEC-M7 a sign-in waits five minutes for its code, and ends when the password changes meanwhile', async () => {
  const staff = await newStaff()
  const late = await withPassword(staff)
  app.clock.forward(5 * MINUTE_MS)
  expect((await late.call(auth.secondFactor, { code: staff.code() })).body).toMatchObject({ code: 'sign_in_again' })
  const thief = await withPassword(staff)
  const token = await issueLink(app.ctx, 'reset', { user_id: staff.id, site: app.ctx.sites.own })
  const { rows } = await app.database.pool.query('select public_id from users where id = $1', [staff.id])
  const owner = app.browser()
  await owner.open('/signin')
  const password = 'another long password'
  await owner.must(auth.sendResetPasswordRequest, { id: rows[0].public_id, token, password, pass_confirm: password })
  expect((await thief.call(auth.secondFactor, { code: staff.code() })).body).toMatchObject({ code: 'sign_in_again' })
  // A22: a new password is still only half of a sign-in.
  expect(await owner.must(auth.authenticate, { email: staff.email, password, captcha: '' })).toEqual({ needs: 'code' })
  expect(await isSignedIn(owner)).toBe(false)
})

test('SEC-M7 A28 no link signs staff in, not even one from before they were staff', async () => {
  const staff = await newStaff()
  const { rows } = await app.database.pool.query('select public_id from users where id = $1', [staff.id])
  const browser = app.browser()
  await browser.open('/signin')
  const onetime_pass = await issueLink(app.ctx, 'onetime', { user_id: staff.id, site: app.ctx.sites.own })
  expect((await browser.call(auth.loginOnetime, { uid: rows[0].public_id, onetime_pass })).body).toMatchObject({
    code: 'link_used',
  })
  const token = await issueLink(app.ctx, 'token', { user_id: staff.id, site: app.ctx.sites.own })
  expect((await browser.call(auth.loginToken, { token })).body).toMatchObject({ code: 'link_used' })
  expect(await isSignedIn(browser)).toBe(false)
  for (const kind of ['onetime', 'token', 'registration'] as const)
    expect((await app.operator(operator.onetime, { user: staff.email, kind, mail: false, by: 'test' })).status).toBe(
      404,
    )
})

test('SEC-M7 A28 a session of staff without a code is refused, however it was opened', async () => {
  const customer = await app.addUser({ email: 'promoted@example.com' })
  const browser = await app.signedIn('promoted@example.com')
  await app.database.db.updateTable('users').set({ is_staff: true }).where('id', '=', customer.id).execute()
  expect(await isSignedIn(browser)).toBe(false)
})

test('SEC-M7 becoming staff ends links and sessions of the customer', async () => {
  const customer = await app.addUser({ email: 'becomes@example.com' })
  const browser = await app.signedIn('becomes@example.com')
  const token = await issueLink(app.ctx, 'token', { user_id: customer.id, site: app.ctx.sites.own })
  await app.operator(operator.addStaff, { email: 'becomes@example.com', by: 'test' })
  expect(await isSignedIn(browser)).toBe(false)
  const left = await app.database.pool.query(
    'select (select count(*)::int from sessions where user_id = $1) as sessions, (select count(*)::int from link_tokens where user_id = $1 and used_at is null) as links',
    [customer.id],
  )
  expect(left.rows, 'before staff are removed, which ends them too').toEqual([{ sessions: 0, links: 0 }])
  await app.operator(operator.removeStaff, { email: 'becomes@example.com', by: 'test' })
  const holder = app.browser()
  await holder.open('/signin')
  expect((await holder.call(auth.loginToken, { token })).status).toBe(400)
  expect(await isSignedIn(browser)).toBe(false)
})

test('SEC-M7 S3 a staff session ends after thirty idle minutes, and background calls of a page do not count', async () => {
  const browser = await (await newStaff()).signedIn()
  for (let minute = 0; minute < 29; minute += 1) {
    app.clock.forward(MINUTE_MS)
    expect((await browser.call(users.getUpdatedUserObject, {})).status).toBe(200)
  }
  app.clock.forward(MINUTE_MS)
  expect((await browser.call(users.getUpdatedUserObject, {})).status).toBe(401)
  expect(await isSignedIn(browser)).toBe(false)
})

test('SEC-M7 S3 a staff session ends after twelve hours, however busy it is; a customer’s does not', async () => {
  const staff = await newStaff()
  const customer = await app.signedIn('customer@example.com')
  const browser = await staff.signedIn()
  expect(await isSignedIn(browser)).toBe(true)
  for (let quarter = 0; quarter < 47; quarter += 1) {
    app.clock.forward(15 * MINUTE_MS)
    expect(await isSignedIn(browser)).toBe(true)
    await customer.call(users.getUserData, {})
  }
  app.clock.forward(15 * MINUTE_MS)
  expect(await isSignedIn(browser)).toBe(false)
  expect(await isSignedIn(customer)).toBe(true)
})

test('SEC-M7 S3 the cookie of a staff session lives no longer than the session', async () => {
  const staff = await newStaff()
  const browser = await withPassword(staff)
  const { cookies } = await browser.call(auth.secondFactor, { code: staff.code() })
  expect(cookies.find(({ name }) => name === 'sid')).toMatchObject({ httpOnly: true, maxAge: 12 * 60 * 60 })
})

async function actingLink(staff: { email: string }): Promise<string> {
  const { body } = await app.operator(operator.impersonate, {
    staff: staff.email,
    user: 'customer@example.com',
    reason: 'a ticket',
    by: 'test',
  })
  return 'url' in body ? new URL(body.url).pathname : ''
}

test('SEC-M7 A24 acting as a customer needs a code no older than five minutes; the request for it does not use up the link', async () => {
  const staff = await newStaff()
  const browser = await staff.signedIn()
  app.clock.forward(5 * MINUTE_MS + 1)
  await browser.open(await actingLink(staff))
  expect(await browser.must(auth.checkLink, { kind: 'onetime_admin' })).toMatchObject({ ok: true, needs_code: true })
  expect((await browser.call(auth.loginOnetimeAdmin, {})).body).toMatchObject({ code: 'factor_needed' })
  expect(await browser.call(auth.confirmFactor, { code: '000000' })).toMatchObject(WRONG)
  expect((await browser.call(auth.loginOnetimeAdmin, {})).body).toMatchObject({ code: 'factor_needed' })
  await browser.must(auth.confirmFactor, { code: staff.code() })
  expect(await browser.must(auth.checkLink, { kind: 'onetime_admin' })).toMatchObject({ ok: true, needs_code: false })
  expect((await browser.must(auth.loginOnetimeAdmin, {})).user.email).toBe('customer@example.com')
})

test('SEC-M7 A24 a code of exactly five minutes is still fresh', async () => {
  const staff = await newStaff()
  const browser = await staff.signedIn()
  app.clock.forward(5 * MINUTE_MS)
  await browser.open(await actingLink(staff))
  await browser.must(auth.loginOnetimeAdmin, {})
})

test('SEC-M7 S2 a code given again brings a fresh token, and the old one stops working', async () => {
  const staff = await newStaff()
  const browser = await staff.signedIn()
  const thief = app.browser()
  thief.cookies.set('sid', browser.cookies.get('sid') ?? '')
  expect(await isSignedIn(thief)).toBe(true)
  app.clock.forward(STEP_MS)
  await browser.must(auth.confirmFactor, { code: staff.code() })
  expect(await isSignedIn(browser)).toBe(true)
  expect(await isSignedIn(thief)).toBe(false)
})

test('SEC-M7 A25 a customer has no code to confirm, and neither have staff while acting', async () => {
  const customer = await app.signedIn('customer@example.com')
  expect((await customer.call(auth.confirmFactor, { code: '123456' })).status).toBe(404)
  const staff = await newStaff()
  const browser = await staff.signedIn()
  await browser.open(await actingLink(staff))
  await browser.must(auth.loginOnetimeAdmin, {})
  expect((await browser.call(auth.confirmFactor, { code: staff.code() })).body).toMatchObject({
    code: 'not_while_acting',
  })
})

test('SEC-M7 removing staff ends their sessions, the acting one and pending sign-ins at once', async () => {
  const staff = await newStaff()
  const own = await staff.signedIn()
  const acting = await staff.signedIn()
  await acting.open(await actingLink(staff))
  await acting.must(auth.loginOnetimeAdmin, {})
  const link = await actingLink(staff)
  const waiting = await withPassword(staff)
  const { body } = await app.operator(operator.removeStaff, { email: staff.email, by: 'test' })
  expect(body).toEqual({ email: staff.email, ended: 3 })
  expect(await isSignedIn(own)).toBe(false)
  expect(await isSignedIn(acting)).toBe(false)
  expect((await waiting.call(auth.secondFactor, { code: staff.code() })).body).toMatchObject({ code: 'sign_in_again' })
  await own.open(link)
  expect((await own.call(auth.loginOnetimeAdmin, {})).status).not.toBe(200)
  // A customer from now on, who signs in as customers do.
  const after = await app.signedIn(staff.email)
  expect(await isSignedIn(after)).toBe(true)
})

test('SEC-M7 A28 a new key from the operator invalidates the old key, its recovery codes and open sessions', async () => {
  const staff = await newStaff()
  const browser = await staff.signedIn()
  const { body } = await app.operator(operator.renewStaffFactor, { email: staff.email, by: 'test' })
  if (!('key' in body)) throw new Error('the answer holds no key')
  expect(await isSignedIn(browser)).toBe(false)
  app.clock.forward(STEP_MS)
  const again = await withPassword(staff)
  expect(await again.call(auth.secondFactor, { code: staff.code() })).toMatchObject(WRONG)
  expect(await again.call(auth.secondFactor, { code: staff.recovery_codes[2] ?? '' })).toMatchObject(WRONG)
  await again.must(auth.secondFactor, { code: codeAt(body.key, app.clock.now()) })
})

test('SEC-M7 the operator enrols: a new account comes with a key, ten recovery codes and a link to set its password', async () => {
  const { body } = await app.operator(operator.addStaff, { email: 'Fresh@example.com', name: 'Fresh', by: 'test' })
  if (!('key' in body)) throw new Error('the staff member was not added')
  expect(body).toMatchObject({ email: 'fresh@example.com', created: true })
  expect(body.recovery_codes).toHaveLength(10)
  expect(body.address).toContain(body.key)
  const [, , id = '', token = ''] = new URL(body.password_link ?? '').pathname.split('/')
  const browser = app.browser()
  await browser.open('/signin')
  await browser.must(auth.sendResetPasswordRequest, { id, token, password: TEST_PASSWORD, pass_confirm: TEST_PASSWORD })
  await browser.signInStaff('fresh@example.com', codeAt(body.key, app.clock.now()))
  expect((await app.operator(operator.addStaff, { email: 'fresh@example.com', by: 'test' })).status).toBe(409)
  expect((await app.operator(operator.renewStaffFactor, { email: 'customer@example.com', by: 'test' })).status).toBe(
    404,
  )
  expect((await app.operator(operator.removeStaff, { email: 'customer@example.com', by: 'test' })).status).toBe(404)
})

test('SEC-M7 S5 the operator ends all sessions of a user, and the links that could open another', async () => {
  const user = await app.addUser({ email: 'lost@example.com' })
  const browsers = [app.browser(), app.browser()]
  for (const browser of browsers) await browser.signIn('lost@example.com')
  const token = await issueLink(app.ctx, 'token', { user_id: user.id, site: app.ctx.sites.own })
  const ask = { email: 'lost@example.com', reason: 'a lost laptop', by: 'test' }
  expect((await app.operator(operator.endUserSessions, ask)).body).toEqual({ email: 'lost@example.com', ended: 2 })
  for (const browser of browsers) expect(await isSignedIn(browser)).toBe(false)
  const stranger = app.browser()
  await stranger.open('/signin')
  expect((await stranger.call(auth.loginToken, { token })).status).toBe(400)
  await stranger.signIn('lost@example.com')
  expect((await app.operator(operator.endUserSessions, { ...ask, email: 'nobody@example.com' })).status).toBe(404)
})

test('P8 the audit chain of all this is unbroken', async () => {
  expect((await checkAudit(app.ctx)).broken).toEqual([])
})
