import { access } from '@portico/contract/access.ts'
import { auth } from '@portico/contract/auth.ts'
import { passkeySignIn } from '@portico/contract/passkeys.ts'
import { profile } from '@portico/contract/profile.ts'
import { users } from '@portico/contract/users.ts'
import { beforeAll, expect, test } from 'vitest'
import type { TestApp } from '#testing/app.ts'
import { TEST_PASSWORD } from '#testing/browser.ts'
import { newPasskey } from '#testing/passkey.ts'
import { sharedApp } from '#testing/shared-app.ts'
import { codeAt } from '#testing/staff.ts'

const MINUTE_MS = 60_000
const FAILED = { status: 400, body: { code: 'passkey_failed' } }

const app = sharedApp()
let site: URL
beforeAll(async () => {
  site = app.ctx.env.public_url
})

type Browser = ReturnType<TestApp['browser']>

let people = 0
async function newCustomer() {
  people += 1
  const email = `customer${people}@example.com`
  const { id } = await app.addUser({ email, name: `Customer ${people}` })
  const browser = await app.signedIn(email)
  return { id, email, browser }
}

async function add(browser: Browser, name = 'Work laptop') {
  const passkey = newPasskey(site)
  const { options } = await browser.must(profile.beginPasskey, {})
  await browser.must(profile.addPasskey, { name, response: passkey.register(options) })
  return passkey
}

async function withPasskey() {
  const customer = await newCustomer()
  return { ...customer, passkey: await add(customer.browser) }
}

async function visitor(): Promise<Browser> {
  const browser = app.browser()
  await browser.open('/signin')
  return browser
}

type Passkey = ReturnType<typeof newPasskey>
async function signInWith(passkey: Passkey, manner: Parameters<Passkey['answer']>[1] = {}) {
  const browser = await visitor()
  const { options } = await browser.must(passkeySignIn.passkeyChallenge, {})
  return {
    browser,
    answer: await browser.call(passkeySignIn.signInByPasskey, { response: passkey.answer(options, manner) }),
  }
}

test('a passkey is added, listed with its name, signs in without a password, and the owner is notified', async () => {
  const { email, browser, passkey } = await withPasskey()
  expect((await app.mails(email)).at(-1)).toMatchObject({ template: 'passkey_added', data: { passkey: 'Work laptop' } })
  const { browser: other, answer } = await signInWith(passkey)
  expect(answer.body).toMatchObject({ user: { email } })
  expect((await browser.must(profile.getProfile, {})).passkeys).toMatchObject([
    { id: passkey.id, name: 'Work laptop', host: site.hostname, last_used_at: app.clock.now().toISOString() },
  ])
  // It replaces the password: secrets are shown.
  await other.must(access.showPassword, {})
})

test('the options require a discoverable key that its owner unlocks, and exclude those the browser already has', async () => {
  const { browser, passkey } = await withPasskey()
  const { options } = await browser.must(profile.beginPasskey, {})
  expect(options).toMatchObject({
    rp: { id: site.hostname },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: [{ id: passkey.id }],
  })
  expect((await browser.must(passkeySignIn.passkeyChallenge, {})).options).toMatchObject({
    rpId: site.hostname,
    userVerification: 'required',
  })
})

test.each([
  ['for another site', { origin: 'https://evil.example' }],
  ['for another host', { rpId: 'evil.example' }],
  ['without finger, face or PIN', { is_verified: false }],
])('an answer %s neither adds a passkey nor signs in', async (_how, manner) => {
  const { browser, passkey } = await withPasskey()
  const other = newPasskey(site)
  const { options } = await browser.must(profile.beginPasskey, {})
  const response = other.register(options, manner)
  expect(await browser.call(profile.addPasskey, { name: 'X', response })).toMatchObject(FAILED)
  expect((await signInWith(passkey, manner)).answer).toMatchObject(FAILED)
  expect((await signInWith(passkey)).answer.status).toBe(200)
})

test('a challenge is answered once, in the browser it was given to, within five minutes', async () => {
  const { passkey } = await withPasskey()
  const browser = await visitor()
  const { options } = await browser.must(passkeySignIn.passkeyChallenge, {})
  const stored = new Map(browser.cookies)
  const response = passkey.answer(options)
  expect(await (await visitor()).call(passkeySignIn.signInByPasskey, { response })).toMatchObject(FAILED)
  const copy = await visitor()
  for (const [name, value] of stored) copy.cookies.set(name, value)
  const answers = await Promise.all(
    [browser, copy].map((each) => each.call(passkeySignIn.signInByPasskey, { response })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  const slow = await visitor()
  const { options: late } = await slow.must(passkeySignIn.passkeyChallenge, {})
  app.clock.forward(5 * MINUTE_MS)
  expect(await slow.call(passkeySignIn.signInByPasskey, { response: passkey.answer(late) })).toMatchObject(FAILED)
})

test('a counter that does not increase means a copied key: it is refused', async () => {
  const { passkey } = await withPasskey()
  expect((await signInWith(passkey, { counter: 10 })).answer.status).toBe(200)
  expect((await signInWith(passkey, { counter: 10 })).answer).toMatchObject(FAILED)
  expect((await signInWith(passkey, { counter: 9 })).answer).toMatchObject(FAILED)
  expect((await signInWith(passkey, { counter: 11 })).answer.status).toBe(200)
})

test('a key that does not count stays at zero and keeps working', async () => {
  const { browser } = await newCustomer()
  const passkey = newPasskey(site)
  const { options } = await browser.must(profile.beginPasskey, {})
  await browser.must(profile.addPasskey, { name: 'Phone', response: passkey.register(options, { counter: 0 }) })
  for (let round = 0; round < 2; round += 1) expect((await signInWith(passkey, { counter: 0 })).answer.status).toBe(200)
})

test('a signature of another key is refused, and so is an unknown key', async () => {
  const [one, other] = [await withPasskey(), await withPasskey()]
  const browser = await visitor()
  const { options } = await browser.must(passkeySignIn.passkeyChallenge, {})
  const forged = { ...other.passkey.answer(options), id: one.passkey.id, rawId: one.passkey.id }
  expect(await browser.call(passkeySignIn.signInByPasskey, { response: forged })).toMatchObject(FAILED)
  expect((await signInWith(newPasskey(site))).answer).toMatchObject(FAILED)
})

test('a passkey replaces password and code where two-factor is on', async () => {
  const { email, browser, passkey } = await withPasskey()
  const { key } = await browser.must(profile.beginFactor, {})
  await browser.must(profile.turnOnFactor, { code: codeAt(key, app.clock.now()) })
  const waiting = await visitor()
  expect(await waiting.must(auth.authenticate, { email, password: TEST_PASSWORD, captcha: '' })).toEqual({
    needs: 'code',
  })
  const { options } = await waiting.must(passkeySignIn.passkeyChallenge, {})
  await waiting.must(passkeySignIn.signInByPasskey, { response: passkey.answer(options) })
  expect((await waiting.call(users.getUserData, {})).status).toBe(200)
  expect(waiting.cookies.has('factor')).toBe(false)
})

test('a passkey verifies the user again, instead of the password; another user’s does not', async () => {
  const { browser, passkey } = await withPasskey()
  const stranger = await withPasskey()
  app.clock.forward(6 * MINUTE_MS)
  const again = async (key: Passkey) => {
    const { options } = await browser.must(passkeySignIn.passkeyChallenge, {})
    return browser.call(passkeySignIn.reauthenticateByPasskey, { response: key.answer(options) })
  }
  expect((await browser.call(access.showPassword, {})).body).toMatchObject({ code: 'reauth_needed' })
  expect(await again(stranger.passkey)).toMatchObject(FAILED)
  expect((await browser.call(access.showPassword, {})).body).toMatchObject({ code: 'reauth_needed' })
  expect((await again(passkey)).status).toBe(200)
  await browser.must(access.showPassword, {})
})

test('adding and removing a passkey need a password or passkey of the last five minutes; only its owner removes it, and a removed one signs in no more', async () => {
  const { browser, passkey } = await withPasskey()
  const stranger = await withPasskey()
  await stranger.browser.must(profile.removePasskey, { id: passkey.id })
  expect((await signInWith(passkey)).answer.status).toBe(200)
  app.clock.forward(6 * MINUTE_MS)
  for (const answer of [
    await browser.call(profile.beginPasskey, {}),
    await browser.call(profile.removePasskey, { id: passkey.id }),
  ])
    expect(answer.body).toMatchObject({ code: 'reauth_needed' })
  await browser.must(auth.reauthenticate, { password: TEST_PASSWORD })
  expect(await browser.must(profile.removePasskey, { id: passkey.id })).toEqual({ passkeys: [] })
  expect((await signInWith(passkey)).answer).toMatchObject(FAILED)
  const actions = (await browser.must(profile.getProfile, {})).activity.map(({ action }) => action)
  expect(actions).toEqual(expect.arrayContaining(['passkey_added', 'passkey_removed']))
})

test('a disabled account is not signed in by a passkey', async () => {
  const { id, passkey } = await withPasskey()
  await app.database.db.updateTable('users').set({ status: 'disabled' }).where('id', '=', id).execute()
  const refusal = { status: 403, body: { code: 'account_disabled' } }
  expect((await signInWith(passkey)).answer).toMatchObject(refusal)
})

test('refused tries with a passkey are in the security log of the account whose key it was', async () => {
  const [one, other] = [await withPasskey(), await withPasskey()]
  const refusals = async () =>
    (
      await app.database.pool.query(
        `select action, actor, user_id, detail->>'by' as by from audit_log
           where action in ('sign_in_failed', 'reauthentication_failed') order by id`,
      )
    ).rows
  const before = (await refusals()).length
  const browser = await visitor()
  const { options } = await browser.must(passkeySignIn.passkeyChallenge, {})
  const forged = { ...other.passkey.answer(options), id: one.passkey.id, rawId: one.passkey.id }
  await browser.call(passkeySignIn.signInByPasskey, { response: forged })
  // Without a challenge of ours there was no try.
  await browser.call(passkeySignIn.signInByPasskey, { response: forged })
  await signInWith(newPasskey(site))
  await app.database.db.updateTable('users').set({ status: 'disabled' }).where('id', '=', other.id).execute()
  await signInWith(other.passkey)
  const { options: again } = await one.browser.must(passkeySignIn.passkeyChallenge, {})
  await one.browser.call(passkeySignIn.reauthenticateByPasskey, { response: other.passkey.answer(again) })
  const failed = { action: 'sign_in_failed', actor: 'visitor', by: 'passkey' }
  expect((await refusals()).slice(before)).toEqual([
    { ...failed, user_id: one.id },
    { ...failed, user_id: null },
    { ...failed, user_id: other.id },
    { action: 'reauthentication_failed', actor: `user:${one.id}`, user_id: one.id, by: 'passkey' },
  ])
  const { activity } = await one.browser.must(profile.getProfile, {})
  expect(activity.find(({ action }) => action === 'sign_in_failed')?.facts).toEqual([{ field: 'by', after: 'passkey' }])
})
