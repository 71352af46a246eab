import { access } from '@portico/contract/access.ts'
import { auth } from '@portico/contract/auth.ts'
import { operator } from '@portico/contract/operator.ts'
import { profile } from '@portico/contract/profile.ts'
import { users } from '@portico/contract/users.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { TestApp } from '#testing/app.ts'
import { TEST_PASSWORD } from '#testing/browser.ts'
import { sharedApp } from '#testing/shared-app.ts'
import { codeAt } from '#testing/staff.ts'

const MINUTE_MS = 60_000
const STEP_MS = 30_000
const WRONG = { status: 400, body: { code: 'wrong_code', fields: { code: 'The code is wrong or no longer valid.' } } }

const app = sharedApp()

type Browser = ReturnType<TestApp['browser']>

let people = 0
async function newCustomer() {
  people += 1
  const email = `customer${people}@example.com`
  const { id } = await app.addUser({ email, name: `Customer ${people}` })
  return { id, email }
}

const soon = (key: string, steps = 0) => codeAt(key, new Date(app.clock.now().getTime() + steps * STEP_MS))

/** Signed in, with the second factor on, a step later: the next code of the app counts. */
async function withFactor() {
  const { id, email } = await newCustomer()
  const browser = await app.signedIn(email)
  const { key } = await browser.must(profile.beginFactor, {})
  const { recovery_codes } = await browser.must(profile.turnOnFactor, { code: soon(key) })
  app.clock.forward(STEP_MS)
  return { id, email, browser, key, recovery_codes, code: (steps = 0) => soon(key, steps) }
}

async function withPassword(email: string, browser = app.browser()): Promise<Browser> {
  await browser.open('/signin')
  const answer = await browser.must(auth.authenticate, { email, password: TEST_PASSWORD, captcha: '' })
  expect(answer).toEqual({ needs: 'code' })
  return browser
}

async function isSignedIn(browser: Browser): Promise<boolean> {
  return (await browser.call(users.getUserData, {})).status === 200
}

const actionsOf = async (user_id: number, actor = '%') => {
  const { rows } = await sql<{
    action: string
  }>`select action from audit_log where user_id = ${user_id} and actor like ${actor} order by id`.execute(
    app.database.db,
  )
  return rows.map(({ action }) => action)
}

describe('turning it on', () => {
  test('A28 a code verifies the key; ten recovery codes are shown once, other sessions end, the owner is notified', async () => {
    const { id, email } = await newCustomer()
    const [here, there] = [app.browser(), app.browser()]
    for (const browser of [here, there]) await browser.signIn(email)
    expect((await here.must(profile.getProfile, {})).two_factor).toEqual({ since: null, recovery_codes_left: 0 })
    const { key, qr } = await here.must(profile.beginFactor, {})
    expect(key).toMatch(/^[A-Z2-7]{32}$/)
    expect(new Set(qr.map((row) => row.length))).toEqual(new Set([qr.length]))
    expect(qr[0]).toMatch(/^1111111/)
    // A shown key is not on yet.
    await app.browser().signIn(email)
    const { recovery_codes } = await here.must(profile.turnOnFactor, { code: soon(key) })
    expect(new Set(recovery_codes).size).toBe(10)
    expect([await isSignedIn(here), await isSignedIn(there)]).toEqual([true, false])
    expect((await here.must(profile.getProfile, {})).two_factor).toMatchObject({
      since: app.clock.now().toISOString(),
      recovery_codes_left: 10,
    })
    expect((await app.mails(email)).at(-1)?.template).toBe('factor_on')
    expect(await actionsOf(id)).toContain('factor_turned_on')
    await withPassword(email)
  })

  test('A28 every other browser is a stranger from then on: once guesses have used up the account, only this one needs a code', async () => {
    const { email } = await newCustomer()
    const [here, there] = [app.browser(), app.browser()]
    for (const browser of [here, there]) await browser.signIn(email)
    const { key } = await here.must(profile.beginFactor, {})
    await here.must(profile.turnOnFactor, { code: soon(key) })
    const stranger = app.browser({ ip: '203.0.113.45' })
    await stranger.open('/signin')
    const guess = { email, password: 'a wrong password', captcha: '' }
    await Promise.all(Array.from({ length: 10 }, () => stranger.call(auth.authenticate, guess)))
    const right = { ...guess, password: TEST_PASSWORD }
    await there.open('/signin')
    expect((await there.call(auth.authenticate, right)).status).toBe(429)
    expect(await here.must(auth.authenticate, right)).toEqual({ needs: 'code' })
  })

  test('turning it on needs a sign-in password that was given in the last five minutes', async () => {
    const { email } = await newCustomer()
    const browser = await app.signedIn(email)
    app.clock.forward(5 * MINUTE_MS + 1)
    expect((await browser.call(profile.beginFactor, {})).body).toMatchObject({ code: 'reauth_needed' })
    await browser.must(auth.reauthenticate, { password: TEST_PASSWORD })
    await browser.must(profile.beginFactor, {})
  })

  test('a wrong code turns nothing on, and only five are allowed', async () => {
    const { email } = await newCustomer()
    const browser = await app.signedIn(email)
    const { key } = await browser.must(profile.beginFactor, {})
    for (let at = 0; at < 5; at += 1)
      expect(await browser.call(profile.turnOnFactor, { code: `00000${at}` })).toMatchObject(WRONG)
    expect((await browser.call(profile.turnOnFactor, { code: soon(key) })).status).toBe(429)
    expect((await browser.must(profile.getProfile, {})).two_factor?.since).toBeNull()
  })

  test('only the key shown last counts, for a quarter of an hour', async () => {
    const { email } = await newCustomer()
    const browser = await app.signedIn(email)
    const { key: first } = await browser.must(profile.beginFactor, {})
    const { key } = await browser.must(profile.beginFactor, {})
    expect(await browser.call(profile.turnOnFactor, { code: soon(first) })).toMatchObject(WRONG)
    app.clock.forward(15 * MINUTE_MS)
    expect((await browser.call(profile.turnOnFactor, { code: soon(key) })).body).toMatchObject({ code: 'setup_over' })
  })

  test('of two concurrent confirmations one gets the codes, and those are in force', async () => {
    const { email } = await newCustomer()
    const browser = await app.signedIn(email)
    const { key } = await browser.must(profile.beginFactor, {})
    const code = soon(key)
    const answers = await Promise.all([1, 2, 3].map(() => browser.call(profile.turnOnFactor, { code })))
    const won = answers.filter(({ status }) => status === 200)
    expect(won).toHaveLength(1)
    const codes = won[0] && 'recovery_codes' in won[0].body ? won[0].body.recovery_codes : []
    await (await withPassword(email)).must(auth.secondFactor, { code: codes[0] ?? '' })
  })

  test('the code that turned it on does not sign in as well', async () => {
    const { email } = await newCustomer()
    const browser = await app.signedIn(email)
    const { key } = await browser.must(profile.beginFactor, {})
    const code = soon(key)
    await browser.must(profile.turnOnFactor, { code })
    expect(await (await withPassword(email)).call(auth.secondFactor, { code })).toMatchObject(WRONG)
  })

  test('neither key nor recovery codes can be read from the database or the log', async () => {
    const { id, key, recovery_codes } = await withFactor()
    const { rows } = await sql<{ row: string }>`select row_to_json(t)::text as row from second_factors t
      union all select row_to_json(t)::text from recovery_codes t
      union all select row_to_json(t)::text from audit_log t where user_id = ${id}`.execute(app.database.db)
    const seen = [...rows.map(({ row }) => row), ...app.log_lines].join('\n')
    for (const secret of [key, ...recovery_codes, ...recovery_codes.map((code) => code.replace('-', ''))])
      expect(seen).not.toContain(secret)
  })
})

describe('signing in', () => {
  test('A28 a right password alone opens no session; with the code secrets are shown, as the password was given', async () => {
    const { email, code } = await withFactor()
    const browser = await withPassword(email)
    expect(await isSignedIn(browser)).toBe(false)
    expect((await browser.must(auth.secondFactor, { code: code() })).user.email).toBe(email)
    expect(browser.cookies.has('factor')).toBe(false)
    await browser.must(access.showPassword, {})
  })

  test.each([
    [-2, 400],
    [-1, 200],
    [0, 200],
    [1, 200],
    [2, 400],
  ])('A28 a code from a clock that is off by %i steps is answered %i', async (steps, status) => {
    const { email, code } = await withFactor()
    app.clock.forward(2 * STEP_MS)
    expect((await (await withPassword(email)).call(auth.secondFactor, { code: code(steps) })).status).toBe(status)
  })

  test('A28 a code signs in once, also at the same moment', async () => {
    const { email, code } = await withFactor()
    const browsers = await Promise.all([1, 2, 3].map(() => withPassword(email)))
    const same = code()
    const answers = await Promise.all(browsers.map((browser) => browser.call(auth.secondFactor, { code: same })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400])
  })

  test('A28 after five wrong codes the right one is refused for a quarter of an hour, and so are recovery codes', async () => {
    const { email, code, recovery_codes } = await withFactor()
    const browser = await withPassword(email)
    const guesses = Array.from({ length: 7 }, (_, at) => browser.call(auth.secondFactor, { code: `00000${at}` }))
    expect((await Promise.all(guesses)).map(({ status }) => status).sort()).toEqual([400, 400, 400, 400, 400, 429, 429])
    expect((await browser.call(auth.secondFactor, { code: code() })).status).toBe(429)
    expect((await browser.call(auth.secondFactor, { code: recovery_codes[0] ?? '' })).status).toBe(429)
    app.clock.forward(15 * MINUTE_MS)
    await (await withPassword(email)).must(auth.secondFactor, { code: code() })
  })

  test('A28 each recovery code signs in once when the phone is lost', async () => {
    const { id, email, recovery_codes } = await withFactor()
    const [code = ''] = recovery_codes
    const browser = await withPassword(email)
    await browser.must(auth.secondFactor, { code: code.toLowerCase() })
    expect(await (await withPassword(email)).call(auth.secondFactor, { code })).toMatchObject(WRONG)
    expect((await browser.must(profile.getProfile, {})).two_factor?.recovery_codes_left).toBe(9)
    expect(await actionsOf(id)).toContain('recovery_code_used')
  })

  test('A28 a code of one customer is worth nothing for another, and is logged as of a visitor, even where another is signed in', async () => {
    const [one, other] = [await withFactor(), await withFactor()]
    const browser = await withPassword(one.email, other.browser)
    expect(await browser.call(auth.secondFactor, { code: other.code() })).toMatchObject(WRONG)
    expect(await browser.call(auth.secondFactor, { code: other.recovery_codes[0] ?? '' })).toMatchObject(WRONG)
    await browser.must(auth.secondFactor, { code: one.recovery_codes[0] ?? '' })
    const tried = ['second_factor_failed', 'second_factor_failed', 'recovery_code_used']
    expect(await actionsOf(one.id, 'visitor')).toEqual(tried)
    expect(await actionsOf(other.id, 'visitor')).toEqual([])
  })

  test('a pending sign-in ends with a new password, and after five minutes', async () => {
    const { email, code, browser } = await withFactor()
    const waiting = await withPassword(email)
    const input = { password: 'a fresh new password', pass_confirm: 'a fresh new password' }
    await browser.must(profile.changePassword, { current_password: TEST_PASSWORD, ...input })
    expect((await waiting.call(auth.secondFactor, { code: code() })).body).toMatchObject({ code: 'sign_in_again' })
    const other = await withFactor()
    const slow = await withPassword(other.email)
    app.clock.forward(5 * MINUTE_MS + 1)
    expect((await slow.call(auth.secondFactor, { code: other.code() })).body).toMatchObject({ code: 'sign_in_again' })
  })

  test.each(['token', 'onetime'] as const)(
    'A28 a link (%s) needs the code too, and shows no secret afterwards',
    async (kind) => {
      const { email, code } = await withFactor()
      const { body } = await app.operator(operator.onetime, { user: email, kind, mail: false, by: 'test' })
      const browser = app.browser()
      await browser.open('/signin')
      await browser.open('url' in body ? new URL(body.url).pathname : '')
      const answer = await browser.must(kind === 'token' ? auth.loginToken : auth.loginOnetime, {})
      expect(answer).toMatchObject({ needs: 'code' })
      expect(await isSignedIn(browser)).toBe(false)
      expect((await browser.must(auth.secondFactor, { code: code() })).user.email).toBe(email)
      expect((await browser.call(access.showPassword, {})).body).toMatchObject({ code: 'reauth_needed' })
    },
  )
})

describe('turning it off, and new recovery codes', () => {
  test('A28 turning it off and new recovery codes need the password and a code', async () => {
    const { browser, code, email, id } = await withFactor()
    app.clock.forward(6 * MINUTE_MS)
    for (const action of [profile.turnOffFactor, profile.renewRecoveryCodes])
      expect((await browser.call(action, { code: code() })).body).toMatchObject({ code: 'reauth_needed' })
    await browser.must(auth.reauthenticate, { password: TEST_PASSWORD })
    for (const action of [profile.turnOffFactor, profile.renewRecoveryCodes])
      expect(await browser.call(action, { code: '000000' })).toMatchObject(WRONG)
    await browser.must(profile.turnOffFactor, { code: code() })
    expect((await browser.must(profile.getProfile, {})).two_factor).toEqual({ since: null, recovery_codes_left: 0 })
    expect((await app.mails(email)).at(-1)?.template).toBe('factor_off')
    expect(await actionsOf(id)).toContain('factor_turned_off')
    await app.browser().signIn(email)
  })

  test('new recovery codes invalidate the old ones', async () => {
    const { id, browser, code, email, recovery_codes } = await withFactor()
    const fresh = await browser.must(profile.renewRecoveryCodes, { code: code() })
    expect(await actionsOf(id)).toContain('recovery_codes_made')
    const waiting = await withPassword(email)
    expect(await waiting.call(auth.secondFactor, { code: recovery_codes[0] ?? '' })).toMatchObject(WRONG)
    await waiting.must(auth.secondFactor, { code: fresh.recovery_codes[0] ?? '' })
  })

  test('staff have theirs from the operator, and the endpoints of customers do not change it', async () => {
    const staff = await app.addStaff({ email: 'fixed@example.com', name: 'Fixed' })
    const browser = app.browser()
    await browser.signInStaff(staff.email, staff.code())
    app.clock.forward(STEP_MS)
    expect((await browser.must(profile.getProfile, {})).two_factor).toBeNull()
    expect((await browser.call(profile.beginFactor, {})).status).toBe(404)
    for (const action of [profile.turnOnFactor, profile.turnOffFactor, profile.renewRecoveryCodes])
      expect((await browser.call(action, { code: staff.code() })).status).toBe(404)
  })
})
