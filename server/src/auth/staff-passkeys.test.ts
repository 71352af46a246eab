import { auth } from '@portico/contract/auth.ts'
import { operator } from '@portico/contract/operator.ts'
import { passkeySignIn, staffPasskeys } from '@portico/contract/passkeys.ts'
import { profile } from '@portico/contract/profile.ts'
import { users } from '@portico/contract/users.ts'
import { beforeAll, expect, test, vi } from 'vitest'
import type { TestApp } from '#testing/app.ts'
import { newPasskey } from '#testing/passkey.ts'
import { sharedApp } from '#testing/shared-app.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const MINUTE_MS = 60_000
const FAILED = { status: 400, body: { code: 'passkey_failed' } }
const STAFF_SITE = new URL('https://staff.example')
const CUSTOMER_SITE = new URL('https://dash.example')

type Browser = ReturnType<TestApp['browser']>
type Passkey = ReturnType<typeof newPasskey>
const app = sharedApp({ settings: { PUBLIC_URL: CUSTOMER_SITE.href, STAFF_URL: STAFF_SITE.href } })
let people = 0
beforeAll(async () => {
  await app.addStaff({ email: 'first@staff.example', name: 'First', role: 'admin' })
})

async function newStaff(role: 'admin' | 'support' = 'admin') {
  people += 1
  const member = await app.addStaff({ email: `staff${people}@staff.example`, name: `Staff ${people}`, role })
  const browser = await member.signedIn({ site: STAFF_SITE })
  return { member, browser, email: `staff${people}@staff.example` }
}

async function add(browser: Browser): Promise<Passkey> {
  const passkey = newPasskey(STAFF_SITE)
  const { options } = await browser.must(staffPasskeys.beginStaffPasskey, {})
  await browser.must(staffPasskeys.addStaffPasskey, { name: 'Laptop', response: passkey.register(options) })
  return passkey
}

async function signInWith(passkey: Passkey, site = STAFF_SITE, manner: Parameters<Passkey['answer']>[1] = {}) {
  const browser = app.browser({ site })
  await browser.open('/signin')
  const { options } = await browser.must(passkeySignIn.passkeyChallenge, {})
  const response = passkey.answer(options, manner)
  return { browser, response, answer: await browser.call(passkeySignIn.signInByPasskey, { response }) }
}

test('a passkey of staff replaces password and code, opens the console, and counts as a fresh code', async () => {
  const { browser, email } = await newStaff()
  const passkey = await add(browser)
  expect((await app.mails(email)).at(-1)).toMatchObject({ template: 'passkey_added', data: { passkey: 'Laptop' } })
  const { browser: other, answer } = await signInWith(passkey)
  expect(answer.body).toMatchObject({ user: { email } })
  expect(await other.must(operator.consoleMe, {})).toMatchObject({ email, role: 'admin' })
  const token = { name: `key-${people}`, scopes: ['see_service' as const], days: 7, reason: 'a program', by: '' }
  await other.must(operator.addToken, token)
  app.clock.forward(6 * MINUTE_MS)
  const later = { ...token, name: `later-${people}` }
  expect((await other.call(operator.addToken, later)).body).toMatchObject({ code: 'factor_needed' })
  const { options } = await other.must(passkeySignIn.passkeyChallenge, {})
  await other.must(staffPasskeys.confirmByPasskey, { response: passkey.answer(options) })
  await other.must(operator.addToken, later)
  expect((await other.must(operator.listStaff, {})).staff.find((row) => row.email === email)).toMatchObject({
    passkeys: 1,
  })
})

test.each([
  ['of another origin', { origin: 'https://evil.example' }],
  ['of another host', { rpId: 'dash.example' }],
  ['without user verification', { is_verified: false }],
  ['with a counter that went back', { counter: 1 }],
])('an answer %s adds no staff passkey, signs no staff in, and confirms nothing', async (_how, manner) => {
  const { browser } = await newStaff()
  const passkey = await add(browser)
  expect((await signInWith(passkey)).answer.status).toBe(200)
  expect((await signInWith(passkey, STAFF_SITE, manner)).answer).toMatchObject(FAILED)
  const { options } = await browser.must(passkeySignIn.passkeyChallenge, {})
  const response = passkey.answer(options, manner)
  expect(await browser.call(staffPasskeys.confirmByPasskey, { response })).toMatchObject(FAILED)
  if (!('counter' in manner)) {
    const creation = await browser.must(staffPasskeys.beginStaffPasskey, {})
    const made = newPasskey(STAFF_SITE).register(creation.options, manner)
    expect(await browser.call(staffPasskeys.addStaffPasskey, { name: 'X', response: made })).toMatchObject(FAILED)
  }
  expect((await browser.must(staffPasskeys.listStaffPasskeys, {})).passkeys).toHaveLength(1)
})

test('an answer of staff is good once, also for another browser and for a confirmation', async () => {
  const { browser } = await newStaff()
  const passkey = await add(browser)
  const { browser: used, response, answer } = await signInWith(passkey)
  expect(answer.status).toBe(200)
  expect(await used.call(passkeySignIn.signInByPasskey, { response })).toMatchObject(FAILED)
  expect(await used.call(staffPasskeys.confirmByPasskey, { response })).toMatchObject(FAILED)
  const stranger = app.browser({ site: STAFF_SITE })
  await stranger.open('/signin')
  await stranger.must(passkeySignIn.passkeyChallenge, {})
  expect(await stranger.call(passkeySignIn.signInByPasskey, { response })).toMatchObject(FAILED)
})

test('a passkey of a colleague or of a customer confirms nothing for staff', async () => {
  const [one, other] = [await newStaff(), await newStaff()]
  await add(one.browser)
  const foreign = await add(other.browser)
  const { options } = await one.browser.must(passkeySignIn.passkeyChallenge, {})
  const response = foreign.answer(options)
  expect(await one.browser.call(staffPasskeys.confirmByPasskey, { response })).toMatchObject(FAILED)
})

test('a customer neither adds a passkey of staff nor enters the host of staff with one of their own', async () => {
  await app.addUser({ email: 'cleo@example.com', name: 'Cleo' })
  const customer = await app.signedIn('cleo@example.com', { site: CUSTOMER_SITE })
  for (const endpoint of [staffPasskeys.beginStaffPasskey, staffPasskeys.listStaffPasskeys])
    expect((await customer.call(endpoint, {})).body).toMatchObject({ code: 'not_allowed' })
  const passkey = newPasskey(CUSTOMER_SITE)
  const { options } = await customer.must(profile.beginPasskey, {})
  await customer.must(profile.addPasskey, { name: 'Phone', response: passkey.register(options) })
  const atStaff = { origin: STAFF_SITE.origin, rpId: STAFF_SITE.hostname }
  expect((await signInWith(passkey, STAFF_SITE, atStaff)).answer).toMatchObject(FAILED)
  // Even were the key stored for the host of staff, its owner is no staff.
  await app.database.owner.query('update passkeys set rp_id = $1 where id = $2', [STAFF_SITE.hostname, passkey.id])
  expect((await signInWith(passkey, STAFF_SITE, atStaff)).answer).toMatchObject(FAILED)
})

test('a staff passkey opens no customers’ host', async () => {
  const { browser } = await newStaff()
  const passkey = await add(browser)
  await app.database.owner.query('update passkeys set rp_id = $1 where id = $2', [CUSTOMER_SITE.hostname, passkey.id])
  const manner = { origin: CUSTOMER_SITE.origin, rpId: CUSTOMER_SITE.hostname }
  expect((await signInWith(passkey, CUSTOMER_SITE, manner)).answer).toMatchObject(FAILED)
})

test('a change of staff passkeys takes a fresh code, and the passkeys of customers are not offered to staff', async () => {
  const { browser, member } = await newStaff('support')
  const passkey = await add(browser)
  app.clock.forward(6 * MINUTE_MS)
  const needed = { code: 'factor_needed' }
  expect((await browser.call(staffPasskeys.beginStaffPasskey, {})).body).toMatchObject(needed)
  expect((await browser.call(staffPasskeys.removeStaffPasskey, { id: passkey.id })).body).toMatchObject(needed)
  await browser.must(auth.confirmFactor, { code: member.code() })
  expect((await browser.call(profile.beginPasskey, {})).status).not.toBe(200)
  const { passkeys } = await browser.must(staffPasskeys.removeStaffPasskey, { id: passkey.id })
  expect(passkeys).toEqual([])
  expect((await signInWith(passkey)).answer).toMatchObject(FAILED)
})

test('a new second factor, the end of staff rights and their beginning remove all passkeys', async () => {
  const renewed = await newStaff()
  const lost = await add(renewed.browser)
  await app.operator(operator.renewStaffFactor, { email: renewed.email, by: 'test' })
  expect((await signInWith(lost)).answer).toMatchObject(FAILED)

  const removed = await newStaff()
  const old = await add(removed.browser)
  await app.operator(operator.removeStaff, { email: removed.email, by: 'test' })
  expect((await signInWith(old)).answer).toMatchObject(FAILED)
  const left = await app.database.owner.query('select from passkeys where id in ($1, $2)', [lost.id, old.id])
  expect(left.rows, 'they would open the account of a customer').toEqual([])

  await app.addUser({ email: 'promoted@example.com', name: 'Pat' })
  const customer = await app.signedIn('promoted@example.com', { site: CUSTOMER_SITE })
  const passkey = newPasskey(CUSTOMER_SITE)
  const { options } = await customer.must(profile.beginPasskey, {})
  await customer.must(profile.addPasskey, { name: 'Phone', response: passkey.register(options) })
  await app.operator(operator.addStaff, { email: 'promoted@example.com', role: 'admin', by: 'test' })
  const { rows } = await app.database.owner.query('select 1 from passkeys where id = $1', [passkey.id])
  expect(rows).toEqual([])
  expect((await customer.call(users.getUserData, {})).status).not.toBe(200)
})
