import { auth } from '@portico/contract/auth.ts'
import { emailRestore } from '@portico/contract/change-email.ts'
import { joinTeam } from '@portico/contract/join-team.ts'
import { profile } from '@portico/contract/profile.ts'
import { team } from '@portico/contract/team.ts'
import { users } from '@portico/contract/users.ts'
import { expect, test } from 'vitest'
import type { TestApp } from '#testing/app.ts'
import { invitationIn, TEST_PASSWORD } from '#testing/browser.ts'
import { sharedApp } from '#testing/shared-app.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const WRONG = 'The code is wrong or no longer valid.'

const app = sharedApp()

let people = 0
async function newCustomer() {
  people += 1
  const email = `old${people}@example.com`
  const { id } = await app.addUser({ email, name: `Customer ${people}` })
  const browser = await app.signedIn(email)
  return { id, email, fresh: `new${people}@example.com`, browser }
}

type Browser = ReturnType<TestApp['browser']>
const newest = async (email: string) => (await app.mails(email)).at(-1)
const codeIn = async (email: string) => String((await newest(email))?.data.code)

async function change(browser: Browser, from: string, to: string) {
  await browser.must(profile.requestEmailChange, { email: to })
  const codes = { old_code: await codeIn(from), new_code: await codeIn(to) }
  return browser.must(profile.confirmEmailChange, codes)
}

async function restoreBy(link: unknown) {
  const browser = app.browser()
  await browser.open('/signin')
  const { headers } = await browser.open(new URL(String(link)).pathname)
  expect(headers.location).toBe('/restore-email')
  return browser
}

const isSignedIn = async (browser: Browser) => (await browser.call(users.getUserData, {})).status === 200

test('an address change needs both codes; other sessions end, this one continues, and only the new address signs in', async () => {
  const { email, fresh, browser } = await newCustomer()
  const other = await app.signedIn(email)
  await browser.must(profile.requestEmailChange, { email: ` ${fresh.toUpperCase()} ` })
  expect(await newest(email)).toMatchObject({ template: 'email_change_old', data: { new_email: fresh } })
  expect(await newest(fresh)).toMatchObject({ template: 'email_change_new' })
  const codes = { old_code: (await codeIn(email)).toLowerCase(), new_code: await codeIn(fresh) }
  expect((await browser.must(profile.confirmEmailChange, codes)).user.email).toBe(fresh)
  expect([await isSignedIn(browser), await isSignedIn(other)]).toEqual([true, false])
  await app.browser().signIn(fresh)
  const refused = app.browser()
  await refused.open('/signin')
  const answer = await refused.call(auth.authenticate, { email, password: TEST_PASSWORD, captcha: '' })
  expect(answer.body).toMatchObject({ code: 'confirm_first' })
  const actions = (await browser.must(profile.getProfile, {})).activity.map(({ action }) => action)
  expect(actions).toEqual(expect.arrayContaining(['email_change_asked', 'email_changed']))
})

test.each([
  ['the old one', { old_code: 'XXXXXX' }],
  ['the new one', { new_code: 'XXXXXX' }],
  ['both', { old_code: 'XXXXXX', new_code: 'XXXXXX' }],
])('an address change with a wrong code changes nothing: %s', async (_which, wrong) => {
  const { email, fresh, browser } = await newCustomer()
  await browser.must(profile.requestEmailChange, { email: fresh })
  const codes = { old_code: await codeIn(email), new_code: await codeIn(fresh) }
  const { body } = await browser.call(profile.confirmEmailChange, { ...codes, ...wrong })
  expect(body).toMatchObject({
    code: 'wrong_code',
    fields: Object.fromEntries(Object.keys(wrong).map((field) => [field, WRONG])),
  })
  expect((await browser.must(profile.getProfile, {})).email).toBe(email)
})

test('each code is for its own address: exchanged, they are wrong', async () => {
  const { email, fresh, browser } = await newCustomer()
  await browser.must(profile.requestEmailChange, { email: fresh })
  const exchanged = { old_code: await codeIn(fresh), new_code: await codeIn(email) }
  expect((await browser.call(profile.confirmEmailChange, exchanged)).body).toMatchObject({ code: 'wrong_code' })
})

test('an address change allows five wrong tries and ten minutes, and a new request replaces the previous one', async () => {
  const { email, fresh, browser } = await newCustomer()
  await browser.must(profile.requestEmailChange, { email: fresh })
  const codes = { old_code: await codeIn(email), new_code: await codeIn(fresh) }
  const guesses = Array.from({ length: 5 }, () =>
    browser.call(profile.confirmEmailChange, { old_code: 'A', new_code: 'B' }),
  )
  await Promise.all(guesses)
  expect((await browser.call(profile.confirmEmailChange, codes)).body).toMatchObject({ code: 'code_spent' })
  await browser.must(profile.requestEmailChange, { email: fresh })
  expect((await browser.call(profile.confirmEmailChange, codes)).body).toMatchObject({ code: 'wrong_code' })
  const again = { old_code: await codeIn(email), new_code: await codeIn(fresh) }
  app.clock.forward(10 * MINUTE_MS)
  expect((await browser.call(profile.confirmEmailChange, again)).body).toMatchObject({ code: 'setup_over' })
})

test('the fifth try for an address change is still checked', async () => {
  const { email, fresh, browser } = await newCustomer()
  await browser.must(profile.requestEmailChange, { email: fresh })
  const codes = { old_code: await codeIn(email), new_code: await codeIn(fresh) }
  for (let tries = 0; tries < 4; tries += 1)
    await browser.call(profile.confirmEmailChange, { old_code: 'A', new_code: 'B' })
  expect((await browser.call(profile.confirmEmailChange, codes)).status).toBe(200)
})

test('an address change needs a sign-in password that was given in the last five minutes', async () => {
  const { fresh, browser } = await newCustomer()
  app.clock.forward(5 * MINUTE_MS + 1)
  const { body } = await browser.call(profile.requestEmailChange, { email: fresh })
  expect(body).toMatchObject({ code: 'reauth_needed' })
})

test('A7 an address that has an account is answered alike, and only its owner is notified', async () => {
  const { browser, email } = await newCustomer()
  const taken = await newCustomer()
  const [one, other] = [
    await browser.call(profile.requestEmailChange, { email: taken.email }),
    await browser.call(profile.requestEmailChange, { email: 'nobody-yet@example.com' }),
  ]
  expect([one.status, one.body]).toEqual([other.status, other.body])
  expect((await app.mails(taken.email)).map(({ template }) => template)).toEqual(['already_registered'])
  expect((await browser.call(profile.requestEmailChange, { email })).body).toMatchObject({ code: 'invalid_input' })
})

test.each([
  ['that is free', 'email_change_new'],
  ['that has an account', 'already_registered'],
])(
  'an address %s gets three mails an hour at most from all accounts together; the answer reveals nothing',
  async (which, template) => {
    const [wanted, ...others] = await Promise.all(Array.from({ length: 6 }, newCustomer))
    const to = which === 'that is free' ? wanted?.fresh : wanted?.email
    if (to === undefined) throw new Error('no customer was made')
    const got = async () => (await app.mails(to)).filter((one) => one.template === template).length
    for (const { browser, email } of others) {
      expect(await browser.must(profile.requestEmailChange, { email: to })).toEqual({ type: 'success' })
      expect(await newest(email)).toMatchObject({ template: 'email_change_old' })
    }
    expect(await got()).toBe(3)
    const [other] = others
    const late = await app.signedIn(other?.email ?? '')
    app.clock.forward(60 * MINUTE_MS)
    await late.signIn(other?.email ?? '')
    await late.must(profile.requestEmailChange, { email: to })
    expect(await got()).toBe(4)
  },
)

test('a customer wants another address five times an hour at most, whichever they are', async () => {
  const { browser, fresh } = await newCustomer()
  const ask = (n: number) => browser.call(profile.requestEmailChange, { email: `${n}-${fresh}` })
  for (let n = 0; n < 5; n += 1) expect((await ask(n)).status).toBe(200)
  expect((await ask(5)).status).toBe(429)
  expect(await app.mails(`5-${fresh}`)).toEqual([])
})

test('an address that got an account while the codes were on their way is refused, and the old one stays', async () => {
  const { email, fresh, browser } = await newCustomer()
  await browser.must(profile.requestEmailChange, { email: fresh })
  const codes = { old_code: await codeIn(email), new_code: await codeIn(fresh) }
  await app.addUser({ email: fresh })
  expect((await browser.call(profile.confirmEmailChange, codes)).body).toMatchObject({ code: 'already_there' })
  expect((await browser.must(profile.getProfile, {})).email).toBe(email)
})

test('the old address can undo the change for seven days, once; all sessions end', async () => {
  const { email, fresh, browser } = await newCustomer()
  await change(browser, email, fresh)
  const mail = await newest(email)
  expect(mail).toMatchObject({ template: 'email_changed', data: { new_email: fresh, days: 7 } })
  app.clock.forward(7 * DAY_MS - MINUTE_MS)
  const signed = await app.signedIn(fresh)
  const owner = await restoreBy(mail?.data.link)
  expect(await owner.must(emailRestore.checkEmailRestore, {})).toEqual({ email: `${email[0]}•••@example.com` })
  const twin = await restoreBy(mail?.data.link)
  const answers = await Promise.all([owner, twin].map((each) => each.call(emailRestore.restoreEmail, {})))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  expect(await isSignedIn(signed)).toBe(false)
  expect((await newest(email))?.template).toBe('email_restored')
  await app.browser().signIn(email)
})

test('undoing the change removes passkeys, linked services and a second factor that came with it, and keeps earlier ones', async () => {
  const { id, email, fresh } = await newCustomer()
  const passkey = (name: string) =>
    app.database.db
      .insertInto('passkeys')
      .values({
        id: `${name}-${id}`,
        user_id: id,
        rp_id: 'localhost',
        public_key: Buffer.from(name),
        counter: 0,
        transports: JSON.stringify([]),
        name,
        created_at: app.clock.now(),
      })
      .execute()
  const identity = (provider: 'google' | 'github') =>
    app.database.db
      .insertInto('identities')
      .values({ provider, subject: `${provider}-${id}`, user_id: id, email: null, created_at: app.clock.now() })
      .execute()
  await passkey('own')
  await identity('google')
  app.clock.forward(2 * DAY_MS)
  const browser = await app.signedIn(email)
  await passkey('before')
  await change(browser, email, fresh)
  const { data } = (await newest(email)) ?? {}
  app.clock.forward(MINUTE_MS)
  await passkey('after')
  await identity('github')
  await app.database.db
    .insertInto('second_factors')
    .values({ user_id: id, sealed_key: Buffer.from('key'), created_at: app.clock.now() })
    .execute()
  await app.database.db
    .insertInto('sso_identities')
    .values({
      owner_id: id,
      issuer: 'https://sso.example',
      subject: String(id),
      user_id: id,
      created_at: app.clock.now(),
    })
    .execute()
  await (await restoreBy(data?.link)).must(emailRestore.restoreEmail, {})
  const left = async (table: 'passkeys' | 'identities' | 'sso_identities' | 'second_factors') =>
    (await app.database.db.selectFrom(table).selectAll().where('user_id', '=', id).execute()).length
  expect([await left('passkeys'), await left('identities')]).toEqual([1, 1])
  expect([await left('sso_identities'), await left('second_factors')]).toEqual([0, 0])
  await app.browser().signIn(email)
})

test('a reset link that was sent to the old address before the change is refused after it', async () => {
  const { email, fresh, browser } = await newCustomer()
  const thief = app.browser()
  await thief.open('/signin')
  await thief.must(auth.sendForgotPasswordEmail, { email, captcha: '' })
  const link = new URL(String((await newest(email))?.data.link)).pathname
  await thief.open(link)
  expect(await thief.must(auth.sendResetPasswordCheckRequest, {})).toEqual({ result: true })
  await change(browser, email, fresh)
  expect(await thief.must(auth.sendResetPasswordCheckRequest, {})).toEqual({ result: false })
})

test('the restore link is refused after seven days', async () => {
  const { email, fresh, browser } = await newCustomer()
  await change(browser, email, fresh)
  const { data } = (await newest(email)) ?? {}
  app.clock.forward(7 * DAY_MS)
  const late = await restoreBy(data?.link)
  expect(await late.must(emailRestore.checkEmailRestore, {})).toEqual({ email: null })
  expect((await late.call(emailRestore.restoreEmail, {})).body).toMatchObject({ code: 'link_used' })
})

test('a second address change does not revoke the first restore link, and using that one revokes the second', async () => {
  const { email, fresh, browser } = await newCustomer()
  await change(browser, email, fresh)
  const first = (await newest(email))?.data.link
  await change(browser, fresh, `third-${fresh}`)
  const second = (await newest(fresh))?.data.link
  await (await restoreBy(first)).must(emailRestore.restoreEmail, {})
  await app.browser().signIn(email)
  expect((await (await restoreBy(second)).call(emailRestore.restoreEmail, {})).body).toMatchObject({
    code: 'link_used',
  })
})

test('roles stay after an address change, and an invitation to the old address is still theirs', async () => {
  const owner = await newCustomer()
  const { email, fresh, browser } = await newCustomer()
  const input = { email, role: 'developer', cap_micros: null } as const
  await owner.browser.must(team.invite, input)
  const invitation = invitationIn(String((await newest(email))?.data.link))
  await change(browser, email, fresh)
  await browser.must(joinTeam.acceptInvitation, invitation)
  await change(browser, fresh, `again-${fresh}`)
  const { members } = await owner.browser.must(team.getTeam, {})
  expect(members).toMatchObject([{ email: `again-${fresh}`, role: 'developer' }])
})
