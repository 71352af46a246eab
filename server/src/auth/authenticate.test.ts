import { auth } from '@portico/contract/auth.ts'
import { operator } from '@portico/contract/operator.ts'
import { users } from '@portico/contract/users.ts'
import { expect, test } from 'vitest'
import { TEST_PASSWORD } from '#testing/browser.ts'
import { sharedApp } from '#testing/shared-app.ts'
import { variants } from '#testing/variants.ts'
import { checkPassword, hashPassword, isOutdated } from './passwords.ts'

const TEN_MINUTES_MS = 10 * 60 * 1000
const app = sharedApp()

const guess = { password: 'a wrong password', captcha: '' }

async function guesses(email: string, addresses: string[]): Promise<Record<number, number>> {
  const browser = app.browser()
  await browser.open('/signin')
  const seen: Record<number, number> = {}
  for (let at = 0; at < addresses.length; at += 4) {
    const some = addresses.slice(at, at + 4)
    const answers = await Promise.all(some.map((ip) => browser.call(auth.authenticate, { email, ...guess }, { ip })))
    for (const { status } of answers) seen[status] = (seen[status] ?? 0) + 1
  }
  return seen
}

for (const [count, options] of variants([100, 1000]))
  test(
    `A3 ${count} guesses from one address: ten are checked per account, thirty for all accounts`,
    options,
    async () => {
      app.clock.forward(TEN_MINUTES_MS)
      const email = `one-of-${count}@example.com`
      await app.addUser({ email })
      const seen = await guesses(
        email,
        Array.from({ length: count }, () => '203.0.113.50'),
      )
      expect(seen).toEqual({ 400: 10, 429: count - 10 })
      const others = await guesses(
        `two-of-${count}@example.com`,
        Array.from({ length: 40 }, () => '203.0.113.50'),
      )
      expect((others[400] ?? 0) + 10).toBeLessThanOrEqual(30)
    },
  )

for (const [count, options] of variants([100, 1000]))
  test(
    `A3 ${count} addresses on one account: ten guesses are checked, and its owner still signs in from a known browser`,
    options,
    async () => {
      app.clock.forward(TEN_MINUTES_MS)
      const email = `victim-of-${count}@example.com`
      await app.addUser({ email })
      const owner = await app.signedIn(email, { ip: '192.0.2.1' })
      await owner.must(auth.signout, {})
      const seen = await guesses(
        email,
        Array.from({ length: count }, (_, at) => `10.${at >> 8}.${at & 255}.7`),
      )
      expect(seen).toEqual({ 400: 10, 429: count - 10 })
      expect((await owner.signIn(email)).email).toBe(email)
      const stranger = app.browser({ ip: '192.0.2.99' })
      await stranger.open('/signin')
      const right = await stranger.call(auth.authenticate, {
        email,
        password: TEST_PASSWORD,
        captcha: '',
      })
      expect(right.status).toBe(429)
    },
  )

test('A3 an IPv6 household counts once, and the count survives a restart', async () => {
  app.clock.forward(TEN_MINUTES_MS)
  const first = await guesses(
    'six@example.com',
    Array.from({ length: 5 }, (_, at) => `2001:db8:1:2::${at + 1}`),
  )
  expect(first).toEqual({ 400: 5 })
  const restarted = await app.sibling()
  const browser = restarted.browser({ ip: '2001:db8:1:2:ffff::1' })
  await browser.open('/signin')
  const statuses = []
  for (let at = 0; at < 6; at += 1)
    statuses.push((await browser.call(auth.authenticate, { email: 'six@example.com', ...guess })).status)
  expect(statuses).toEqual([400, 400, 400, 400, 400, 429])
})

test('A4 the count cannot be evaded with headers', async () => {
  app.clock.forward(TEN_MINUTES_MS)
  const browser = app.browser({ ip: '203.0.113.60' })
  await browser.open('/signin')
  const statuses = []
  for (let at = 0; at < 12; at += 1) {
    const headers = { 'x-forwarded-for': `192.0.2.${at}`, 'x-real-ip': `192.0.2.${at}`, forwarded: `for=192.0.2.${at}` }
    statuses.push(
      (await browser.call(auth.authenticate, { email: 'header@example.com', ...guess }, { headers })).status,
    )
  }
  expect(statuses.filter((status) => status === 429).length).toBe(2)
})

test('A7 a wrong password, also of a disabled account, an unknown and a pending account are answered alike', async () => {
  app.clock.forward(TEN_MINUTES_MS)
  await app.addUser({ email: 'right@example.com' })
  const off = await app.addUser({ email: 'off@example.com' })
  await app.database.db.updateTable('users').set({ status: 'disabled' }).where('id', '=', off.id).execute()
  const browser = app.browser({ ip: '203.0.113.61' })
  await browser.open('/register')
  await browser.must(auth.register, {
    email: 'waits@example.com',
    password: TEST_PASSWORD,
    name: '',
    privacy: true,
    captcha: '',
  })
  const shapes = []
  for (const [email, password] of [
    ['right@example.com', 'a wrong password'],
    ['off@example.com', 'a wrong password'],
    ['waits@example.com', TEST_PASSWORD],
    ['nobody@example.com', TEST_PASSWORD],
  ] as const) {
    const { status, text, headers, cookies } = await browser.call(auth.authenticate, { email, password, captcha: '' })
    shapes.push(
      JSON.stringify([
        status,
        text.replace(/"request_id":"[^"]+"/, ''),
        Object.keys(headers).sort(),
        cookies.map(({ name }) => name),
      ]),
    )
  }
  expect(new Set(shapes).size).toBe(1)
})

test('A1 a hash that is weaker than today’s is renewed at the next sign-in', async () => {
  app.clock.forward(TEN_MINUTES_MS)
  const { hash } = await import('@node-rs/argon2')
  const weak = await hash(TEST_PASSWORD, {
    memoryCost: 8192,
    timeCost: 1,
    parallelism: 1,
    secret: app.ctx.keys.key('password'),
  })
  const { id } = await app.addUser({ email: 'weak@example.com' })
  await app.database.db.updateTable('users').set({ password_hash: weak }).where('id', '=', id).execute()
  await app.browser({ ip: '192.0.2.70' }).signIn('weak@example.com')
  const row = await app.database.db.selectFrom('users').select('password_hash').where('id', '=', id).executeTakeFirst()
  expect(isOutdated(row?.password_hash ?? '')).toBe(false)
  await app.browser({ ip: '192.0.2.71' }).signIn('weak@example.com')
})

test('A1 the secret outside the database is part of every hash', async () => {
  const stored = await hashPassword(app.ctx.keys, 'a password')
  expect(await checkPassword(app.ctx.keys, stored, 'a password')).toBe(true)
  const other = { ...app.ctx.keys, key: () => Buffer.alloc(32, 1) }
  expect(await checkPassword(other, stored, 'a password')).toBe(false)
  expect(await checkPassword(app.ctx.keys, undefined, 'nobody has this password')).toBe(false)
})

test('S4 signing out ends the session on every process at once', async () => {
  await app.addUser({ email: 'leaver@example.com' })
  const browser = await app.signedIn('leaver@example.com', { ip: '192.0.2.80' })
  const other = await app.sibling()
  const copy = other.browser({ ip: '192.0.2.80' })
  for (const [name, value] of browser.cookies) copy.cookies.set(name, value)
  expect((await copy.call(users.getUserData, {})).status).toBe(200)
  await browser.must(auth.signout, {})
  expect((await copy.call(users.getUserData, {})).status).toBe(401)
})

test('SEC-L2 A3 after a hundred wrong passwords in a row unknown browsers are refused even with the right one, until a new one is set', async () => {
  const email = 'stopped@example.com'
  const { id } = await app.addUser({ email })
  app.clock.forward(TEN_MINUTES_MS)
  const owner = await app.signedIn(email, { ip: '192.0.2.90' })
  await owner.must(auth.signout, {})
  const stranger = app.browser()
  await stranger.open('/signin')
  const tried = (password: string, of = email) => stranger.call(auth.authenticate, { email: of, password, captcha: '' })
  const setFailures = (tries: number) =>
    app.database.db
      .insertInto('failed_sign_ins')
      .values({ user_id: id, tries })
      .onConflict((on) => on.column('user_id').doUpdateSet({ tries }))
      .execute()
  // The hundredth try is still checked: right, it signs in and ends the row; wrong, it is the last.
  await setFailures(99)
  await stranger.signIn(email)
  await stranger.must(auth.signout, {})
  stranger.cookies.delete('device')
  await setFailures(96)
  await Promise.all(Array.from({ length: 4 }, () => tried('a wrong password')))
  // The mail is sent once, however long the guessing goes on.
  await tried('a wrong password')
  expect((await app.mails(email)).map(({ template }) => template).filter((name) => name !== 'new_device')).toEqual([
    'sign_in_stopped',
  ])
  const refused = await tried(TEST_PASSWORD)
  const unknown = await tried(TEST_PASSWORD, 'never-was@example.com')
  const shape = ({ status, text, headers, cookies }: typeof refused) => [
    status,
    text.replace(/"request_id":"[^"]+"/, ''),
    Object.keys(headers).sort(),
    cookies.map(({ name }) => name),
  ]
  expect(refused.status).toBe(400)
  expect(shape(refused)).toEqual(shape(unknown))
  const restarted = await app.sibling()
  const later = restarted.browser({ ip: '192.0.2.91' })
  await later.open('/signin')
  expect((await later.call(auth.authenticate, { email, password: TEST_PASSWORD, captcha: '' })).status).toBe(400)

  // A browser the owner has signed in from is admitted, and that ends the row.
  await owner.signIn(email)
  await owner.must(auth.signout, {})
  await stranger.signIn(email)
  await stranger.must(auth.signout, {})
  stranger.cookies.delete('device')

  await setFailures(100)
  expect((await tried(TEST_PASSWORD)).status).toBe(400)
  await stranger.must(auth.sendForgotPasswordEmail, { email, captcha: '' })
  await stranger.open(new URL(String((await app.mails(email)).at(-1)?.data.link)).pathname)
  const input = { password: 'a fresh new password', pass_confirm: 'a fresh new password' }
  await stranger.must(auth.sendResetPasswordRequest, input)
  expect((await tried('a fresh new password')).status).toBe(200)
})

test('a new password can be used at once, however often the forgotten one was tried', async () => {
  const email = 'forgot-it@example.com'
  await app.addUser({ email })
  const browser = app.browser({ ip: '192.0.2.94' })
  await browser.open('/signin')
  const tried = async (password: string) =>
    (await browser.call(auth.authenticate, { email, password, captcha: '' })).status
  for (let tries = 0; tries < 10; tries += 1) await tried('not the password')
  expect(await tried(TEST_PASSWORD), 'too many tries').toBe(429)
  await browser.must(auth.sendForgotPasswordEmail, { email, captcha: '' })
  await browser.open(new URL(String((await app.mails(email)).at(-1)?.data.link)).pathname)
  const input = { password: 'a fresh new password', pass_confirm: 'a fresh new password' }
  await browser.must(auth.sendResetPasswordRequest, input)
  expect(await tried('a fresh new password')).toBe(200)
})

test('SEC-L2 A3 a sign-in by link ends the row of wrong passwords', async () => {
  const email = 'by-link@example.com'
  const { id } = await app.addUser({ email })
  await app.database.db.insertInto('failed_sign_ins').values({ user_id: id, tries: 100 }).execute()
  const browser = app.browser({ ip: '192.0.2.92' })
  await browser.open('/signin')
  expect((await browser.call(auth.authenticate, { email, password: TEST_PASSWORD, captcha: '' })).status).toBe(400)
  const { body } = await app.operator(operator.onetime, { user: email, kind: 'onetime', mail: false, by: 'test' })
  await browser.open('url' in body ? new URL(body.url).pathname : '')
  await browser.must(auth.loginOnetime, {})
  await app.signedIn(email, { ip: '192.0.2.93' })
})
