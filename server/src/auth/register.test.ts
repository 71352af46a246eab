import { auth } from '@portico/contract/auth.ts'
import { users } from '@portico/contract/users.ts'
import { describe, expect, test } from 'vitest'
import { sharedApp } from '#testing/shared-app.ts'

const app = sharedApp()

const PASSWORD = 'a long and quiet river'
const signUp = (email: string, more: Record<string, unknown> = {}) =>
  ({ email, password: PASSWORD, name: '', privacy: true, captcha: '', ...more }) as const

let count = 0
async function visitor() {
  count += 1
  const browser = app.browser({ ip: `198.51.100.${count}` })
  await browser.open('/register')
  return browser
}

const userRow = (email: string) =>
  app.database.db.selectFrom('users').selectAll().where('email', '=', email).orderBy('id').execute()

test('PU-19 a sign-up is complete once the mail is on its way, and is confirmed with the code in it', async () => {
  const browser = await visitor()
  const done = await browser.must(auth.register, signUp('ann@example.com'))
  expect(done).toEqual({ type: 'success', msg: expect.stringContaining('e-mail') })
  const [row] = await userRow('ann@example.com')
  expect(row).toMatchObject({
    status: 'pending',
    name: 'ann',
    password_hash: expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/),
  })
  const [mail] = await app.mails('ann@example.com')
  expect(mail).toMatchObject({ template: 'activation' })
  expect(
    (await browser.call(auth.authenticate, { email: 'ann@example.com', password: PASSWORD, captcha: '' })).status,
  ).toBe(400)
  const code = String(mail?.data.code)
  await browser.must(auth.activateAccount, { code, captcha: '' })
  const user = await browser.signIn('ann@example.com', PASSWORD)
  expect(user).toMatchObject({ name: 'ann', email: 'ann@example.com', parent_id: 0, first_visit: true })
})

test('PU-03 `first_visit` is true through the first session of a new account, and no longer', async () => {
  const browser = await visitor()
  expect((await browser.signIn('ann@example.com', PASSWORD)).first_visit).toBe(false)
  expect((await browser.must(users.getUserData, {})).user.first_visit).toBe(false)
})

test('VA-03 VA-06 a name of blanks becomes the part before the at-sign, e-mail and password lose their outer blanks', async () => {
  const browser = await visitor()
  await browser.must(auth.register, signUp('  Bob.Builder@Example.COM ', { password: `  ${PASSWORD} `, name: '   ' }))
  const [row] = await userRow('bob.builder@example.com')
  expect(row?.name).toBe('bob.builder')
  const [mail] = await app.mails('bob.builder@example.com')
  await browser.must(auth.activateAccount, { code: ` ${String(mail?.data.code).toLowerCase()} `, captcha: '' })
  await browser.must(auth.authenticate, { email: 'bob.builder@example.com', password: PASSWORD, captcha: '' })
})

test.each([
  ['  +44 20 7946 0000 ', '+44 20 7946 0000'],
  ['112', '112'],
  ['1'.repeat(255), '1'.repeat(255)],
  ['   ', null],
  [undefined, null],
])('VA-03 the phone of a sign-up is stored with its account, never with the campaign: %j', async (phone, stored) => {
  const email = `phone-${count}@example.com`
  await (await visitor()).must(auth.register, signUp(email, { ...(phone !== undefined && { phone }), utm_params: {} }))
  const [row] = await userRow(email)
  expect(row?.phone).toBe(stored)
  expect(row?.attribution).not.toHaveProperty('phone')
})

describe('VA-09 the server checks what the form checks', () => {
  const refused: [string, Record<string, unknown>, Record<string, string>][] = [
    ['a broken e-mail', { email: 'not-an-address' }, { email: 'Email is invalid' }],
    ['a short password', { password: 'abc' }, { password: 'Password is too short' }],
    ['a long password', { password: 'x'.repeat(129) }, { password: 'Password is too long' }],
    ['a common password', { password: 'password123' }, { password: 'This password is too common' }],
    ['a phone of two signs', { phone: ' 12 ' }, { phone: 'This is too short' }],
    ['a long phone', { phone: '1'.repeat(256) }, { phone: 'This is too long' }],
    ['a long name', { name: 'x'.repeat(256) }, { name: 'This is too long' }],
    ['no consent', { privacy: false }, { privacy: 'Please accept the terms and the privacy policy' }],
    ['an unknown field', { is_staff: true }, {}],
    ['two addresses', { email: ['a@example.com', 'b@example.com'] }, { email: 'This field is required' }],
    ['a line break in the address', { email: 'a@example.com\r\nBcc: b@example.com' }, { email: 'Email is invalid' }],
  ]
  test.each(refused)('a sign-up with %s is refused and leaves no trace', async (_what, change, fields) => {
    const before = (await app.mails()).length
    const browser = await visitor()
    const { status, body } = await browser.call(auth.register, signUp('carol@example.com', change))
    expect(status).toBe(400)
    expect(body).toMatchObject({
      type: 'error',
      code: 'invalid_input',
      ...(Object.keys(fields).length > 0 && { fields }),
    })
    expect(await userRow('carol@example.com')).toEqual([])
    expect((await app.mails()).length).toBe(before)
  })
})

test('A6 a password of 128 characters or of emoji works for sign-up, confirmation and sign-in', async () => {
  for (const [at, password] of ['🦊🐢🌵🎈🧭🪁', 'пароль из многих слов', `${'long '.repeat(25)}abc`].entries()) {
    const browser = await visitor()
    const email = `unicode${at}@example.com`
    await browser.must(auth.register, signUp(email, { password }))
    const [mail] = await app.mails(email)
    await browser.must(auth.activateAccount, { code: String(mail?.data.code), captcha: '' })
    await browser.must(auth.authenticate, { email, password, captcha: '' })
  }
})

test('A7 a known and an unknown address get the same answer: status, body, headers and cookies', async () => {
  await app.addUser({ email: 'known@example.com' })
  const [first, second] = [await visitor(), await visitor()]
  const known = await first.call(auth.register, signUp('known@example.com'))
  const unknown = await second.call(auth.register, signUp('fresh@example.com'))
  const shape = (answer: typeof known) => ({
    status: answer.status,
    body: answer.body,
    headers: Object.keys(answer.headers).sort(),
    length: answer.headers['content-length'],
    cookies: answer.cookies.map(({ name, value, ...rest }) => ({ name, length: value.length, ...rest })),
  })
  expect(shape(known)).toEqual(shape(unknown))
  expect((await app.mails('known@example.com')).map((mail) => mail.template)).toEqual(['already_registered'])
})

test('A9 a stranger’s sign-up neither blocks the owner of the address nor ever opens their account', async () => {
  const email = 'victim@example.com'
  const attacker = await visitor()
  await attacker.must(auth.register, signUp(email, { password: 'the attacker knows this' }))
  const victim = await visitor()
  await victim.must(auth.register, signUp(email, { password: 'only the victim knows' }))
  const mails = await app.mails(email)
  expect(mails.length).toBe(2)
  await victim.must(auth.activateAccount, { code: String(mails[1]?.data.code), captcha: '' })
  expect((await userRow(email)).map((row) => row.status)).toEqual(['active'])
  await victim.must(auth.authenticate, { email, password: 'only the victim knows', captcha: '' })
  const tried = await attacker.call(auth.authenticate, { email, password: 'the attacker knows this', captcha: '' })
  expect(tried.status).toBe(400)
  expect((await attacker.call(auth.activateAccount, { code: String(mails[0]?.data.code), captcha: '' })).status).toBe(
    400,
  )
})

test('A9 the first to confirm wins even when both try at once', async () => {
  const email = 'race@example.com'
  const browsers = [await visitor(), await visitor()]
  for (const browser of browsers) await browser.must(auth.register, signUp(email))
  const codes = (await app.mails(email)).map((mail) => String(mail.data.code))
  const answers = await Promise.all(
    browsers.map((browser, at) => browser.call(auth.activateAccount, { code: codes[at] ?? '', captcha: '' })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  expect((await userRow(email)).length).toBe(1)
})

test('VA-07 CO-01 attribution is stored as sent, and ids that are no numbers are dropped', async () => {
  const browser = await visitor()
  await browser.must(
    auth.register,
    signUp('affiliate@example.com', {
      affiliate_id: '42',
      connector_affiliate_id: '0x10',
      referrer_register: 'organic',
      utm_params: { utm_source: 'x' },
    }),
  )
  const [row] = await userRow('affiliate@example.com')
  expect(row?.attribution).toEqual({ affiliate_id: 42, referrer_register: 'organic', utm_params: { utm_source: 'x' } })
})

test('PU-15 RO-04 a private white-label refuses strangers on the server too', async () => {
  const owner = await app.addUser({ email: 'owner@example.com' })
  const site = await app.sibling({ brand: { parent_id: owner.id } })
  const browser = site.browser({ ip: '203.0.113.7' })
  await browser.open('/register')
  const { status, body } = await browser.call(auth.register, signUp('stranger@example.com'))
  expect(status).toBe(403)
  expect(body).toMatchObject({ code: 'invitation_needed' })
  const forged = await browser.call(
    auth.register,
    signUp('stranger@example.com', { parent_id: owner.id, parent_token: 'guessed' }),
  )
  expect(forged.status).toBe(403)
  expect(await userRow('stranger@example.com')).toEqual([])
})

test('a confirmed sign-up has an API login and a trial credit of one dollar, once', async () => {
  const rows = await app.database.db
    .selectFrom('api_logins')
    .innerJoin('ledger_accounts', 'api_login_id', 'api_logins.id')
    .select(['login', 'balance_micros'])
    .where('login', '=', 'ann@example.com')
    .execute()
  expect(rows).toEqual([{ login: 'ann@example.com', balance_micros: 1_000_000 }])
})
