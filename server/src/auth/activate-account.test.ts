import { auth } from '@portico/contract/auth.ts'
import { operator } from '@portico/contract/operator.ts'
import { expect, test } from 'vitest'
import { sharedApp } from '#testing/shared-app.ts'
import { createPending } from '#users/index.ts'

const app = sharedApp()

const PASSWORD = 'a long and quiet river'
const MINUTE_MS = 60_000

/** Signs up and reads the mail. */
async function signedUp(email: string) {
  const browser = await app.visitor('/register')
  await browser.must(auth.register, { email, password: PASSWORD, name: 'A', privacy: true, captcha: '' })
  return { browser, ...(await newestMail(email)) }
}

async function newestMail(email: string) {
  const mail = (await app.mails(email)).at(-1)
  return { code: String(mail?.data.code), path: new URL(String(mail?.data.link)).pathname }
}

const statusOf = async (email: string) =>
  (await app.database.db.selectFrom('users').select('status').where('email', '=', email).execute()).map(
    (row) => row.status,
  )

test('PU-01 the link activates automatically in the browser that signed up, and opening it leads nowhere else', async () => {
  const { browser, path } = await signedUp('here@example.com')
  const opened = await browser.open(path)
  expect(opened.status).toBe(303)
  expect(opened.headers.location).toBe(`/activate/${path.split('/')[2]}`)
  expect(await statusOf('here@example.com')).toEqual(['pending'])
  expect(await browser.must(auth.checkActivation, {})).toEqual({
    mode: 'auto',
    email: 'h•••@example.com',
    is_account: false,
    needs_password: false,
    sets_password: false,
  })
  await browser.must(auth.activateAccount, { captcha: '' })
  expect(await statusOf('here@example.com')).toEqual(['active'])
  const log = await app.database.db.selectFrom('audit_log').select('action').where('action', '=', 'verified').execute()
  expect(log.length).toBe(1)
})

test('A10 in another browser the link needs the password chosen at sign-up, and makes no session', async () => {
  const { path } = await signedUp('there@example.com')
  const other = await app.visitor('/register')
  await other.open(path)
  expect(await other.must(auth.checkActivation, {})).toMatchObject({ mode: 'confirm', needs_password: true })
  expect((await other.call(auth.activateAccount, { captcha: '' })).status).toBe(400)
  expect((await other.call(auth.activateAccount, { captcha: '', password: 'a wrong one' })).status).toBe(400)
  expect(await statusOf('there@example.com')).toEqual(['pending'])
  await other.must(auth.activateAccount, { captcha: '', password: PASSWORD })
  expect(await statusOf('there@example.com')).toEqual(['active'])
  expect(other.cookies.has('sid')).toBe(false)
})

test('A10 a mail scanner that opens the link three times changes nothing', async () => {
  const { browser, path } = await signedUp('scanned@example.com')
  for (let at = 0; at < 3; at += 1) await app.browser({ ip: '203.0.113.1' }).open(path)
  expect(await statusOf('scanned@example.com')).toEqual(['pending'])
  await browser.open(path)
  await browser.must(auth.activateAccount, { captcha: '' })
})

test('A10 “this wasn’t me” deletes the sign-up', async () => {
  const { path } = await signedUp('not-me@example.com')
  const owner = await app.visitor('/register')
  await owner.open(path)
  await owner.must(auth.rejectActivation, {})
  expect(await statusOf('not-me@example.com')).toEqual([])
})

test('A11 the sixth try fails even with the right code', async () => {
  const { browser, code } = await signedUp('guess@example.com')
  for (let at = 0; at < 5; at += 1)
    expect((await browser.call(auth.activateAccount, { code: 'WRONG2', captcha: '' })).status).toBe(400)
  expect((await browser.call(auth.activateAccount, { code, captcha: '' })).status).toBe(400)
  expect(await statusOf('guess@example.com')).toEqual(['pending'])
})

test('A11 the fifth wrong code is answered with the need for a new one, for a pending and an unknown sign-up alike', async () => {
  await app.addUser({ email: 'long-here@example.com' })
  for (const email of ['five@example.com', 'long-here@example.com']) {
    const browser = await app.visitor('/register')
    await browser.must(auth.register, { email, password: PASSWORD, name: 'A', privacy: true, captcha: '' })
    const guess = async () => {
      const { body } = await browser.call(auth.activateAccount, { code: 'WRONG2', captcha: '' })
      return 'code' in body ? body.code : ''
    }
    const results = []
    for (let at = 0; at < 6; at += 1) results.push(await guess())
    expect([email, ...results]).toEqual([email, ...Array(4).fill('wrong_code'), 'code_spent', 'code_spent'])
    // Requesting a new one resets the count, again for either.
    await browser.must(auth.resendActivation, { email, captcha: '' })
    expect(await guess()).toBe('wrong_code')
  }
})

test('A11 fifty wrong codes at once are fifty tries', async () => {
  const { browser } = await signedUp('many@example.com')
  await Promise.all(
    Array.from({ length: 50 }, () => browser.call(auth.activateAccount, { code: 'WRONG2', captcha: '' })),
  )
  const [row] = await app.database.db
    .selectFrom('activation_codes')
    .innerJoin('users', 'users.id', 'user_id')
    .select('tries')
    .where('email', '=', 'many@example.com')
    .execute()
  expect(row?.tries).toBe(50)
})

test('A11 a code lives ten minutes, a link twenty-four hours', async () => {
  const { browser, code, path } = await signedUp('late@example.com')
  app.clock.forward(10 * MINUTE_MS)
  expect((await browser.call(auth.activateAccount, { code, captcha: '' })).status).toBe(400)
  app.clock.forward(23 * 60 * MINUTE_MS)
  await browser.open(path)
  await browser.must(auth.activateAccount, { captcha: '', password: PASSWORD })
})

test('PU-02 sending the code again invalidates the first one and its link', async () => {
  const { browser, code, path } = await signedUp('again@example.com')
  await browser.must(auth.resendActivation, { email: ' Again@Example.com ', captcha: '' })
  const fresh = await newestMail('again@example.com')
  expect(fresh.code).not.toBe(code)
  expect((await browser.call(auth.activateAccount, { code, captcha: '' })).status).toBe(400)
  await browser.open(path)
  expect((await browser.call(auth.activateAccount, { captcha: '' })).status).toBe(400)
  await browser.must(auth.activateAccount, { code: fresh.code, captcha: '' })
})

test('PU-01 a used link of a confirmed account shows that it is confirmed; any other unusable link is shown as gone', async () => {
  const modeOf = async (browser: Awaited<ReturnType<typeof app.visitor>>, path: string) => {
    const { location } = (await browser.open(path)).headers
    return (await browser.must(auth.checkActivation, { user_id: String(location).split('/')[2] })).mode
  }
  const { browser, path } = await signedUp('twice@example.com')
  await browser.open(path)
  await browser.must(auth.activateAccount, { captcha: '' })
  expect(await modeOf(browser, path)).toBe('done')
  expect(await modeOf(await app.visitor('/register'), path)).toBe('done')
  const [, , public_id = ''] = path.split('/')
  expect(await modeOf(browser, `/activate_fast/${public_id}/garbage`)).toBe('gone')
  expect(await modeOf(browser, path.replace(public_id, 'somebody'))).toBe('gone')

  const replaced = await signedUp('replaced@example.com')
  await replaced.browser.must(auth.resendActivation, { email: 'replaced@example.com', captcha: '' })
  expect(await modeOf(replaced.browser, replaced.path)).toBe('gone')
  // The next screen, without the link, takes a code.
  expect((await replaced.browser.must(auth.checkActivation, {})).mode).toBe('code')

  const old = await signedUp('old@example.com')
  app.clock.forward(24 * 60 * MINUTE_MS)
  expect(await modeOf(old.browser, old.path)).toBe('gone')
})

test('PU-02 the sixth request for a code within an hour is refused, for a pending and for an unknown address', async () => {
  await signedUp('asks-often@example.com')
  const texts = []
  for (const email of ['asks-often@example.com', 'asks-for-nobody@example.com']) {
    const browser = await app.visitor('/register')
    for (let at = 0; at < 5; at += 1) await browser.must(auth.resendActivation, { email, captcha: '' })
    const { status, body } = await browser.call(auth.resendActivation, { email, captcha: '' })
    texts.push(JSON.stringify([status, 'code' in body && body.code]))
  }
  expect(texts).toEqual(Array(2).fill('[429,"too_many_mails"]'))
  expect((await app.mails('asks-often@example.com')).length).toBe(6)
})

test('A7 resending answers alike for a pending, a confirmed and an unknown address', async () => {
  await app.addUser({ email: 'confirmed@example.com' })
  await signedUp('waiting@example.com')
  const texts = []
  for (const email of ['waiting@example.com', 'confirmed@example.com', 'nobody@example.com'])
    texts.push((await (await app.visitor('/register')).call(auth.resendActivation, { email, captcha: '' })).text)
  expect(new Set(texts).size).toBe(1)
  expect(await app.mails('confirmed@example.com')).toEqual([])
  expect(await app.mails('nobody@example.com')).toEqual([])
})

test('an account that must verify its address again does so by a new link alone, and keeps its data', async () => {
  const email = 'once-more@example.com'
  await app.addUser({ email })
  const account = () =>
    app.database.db
      .selectFrom('users')
      .leftJoin('api_logins', 'api_logins.owner_id', 'users.id')
      .select(['users.id', 'users.status', 'password_hash', 'verified_at', 'login'])
      .where('email', '=', email)
      .where('users.status', '=', 'active')
      .execute()
  const [before] = await account()
  const ask = async () => (await app.operator(operator.unconfirm, { email, reason: 'mails came back', by: 'ann' })).body
  expect(await ask()).toEqual({ email, changed: true })
  expect(await ask()).toEqual({ email, changed: false })
  expect(await account()).toEqual([{ ...before, verified_at: null }])
  const browser = await app.visitor('/register')
  // A later sign-up of a stranger with the address does not get the mail of the account.
  await createPending(app.ctx, {
    email,
    name: '',
    language: 'en',
    password_hash: null,
    attribution: {},
    is_third_party: false,
    wl_id: 0,
  })
  await browser.must(auth.resendActivation, { email, captcha: '' })
  const mail = (await app.mails(email)).at(-1)
  expect(mail).toMatchObject({ template: 'confirm_again', data: { link_hours: 24 } })
  await browser.open(new URL(String(mail?.data.link)).pathname)
  expect(await browser.must(auth.checkActivation, {})).toMatchObject({
    mode: 'confirm',
    is_account: true,
    needs_password: false,
    sets_password: false,
  })
  await browser.must(auth.rejectActivation, {})
  expect((await account()).length).toBe(1)
  await browser.open(new URL(String(mail?.data.link)).pathname)
  await browser.must(auth.activateAccount, { captcha: '' })
  expect(await account()).toEqual([{ ...before, verified_at: expect.any(Date) }])
  expect((await browser.call(auth.activateAccount, { captcha: '' })).status).toBe(400)
})

test('A20 fifty redemptions of one link at once give one success', async () => {
  const { browser, path } = await signedUp('hundred@example.com')
  await browser.open(path)
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => browser.call(auth.activateAccount, { captcha: '' })),
  )
  expect(answers.filter(({ status }) => status === 200).length).toBe(1)
})

test('H4 an unknown user id looks like a wrong code', async () => {
  const { browser } = await signedUp('ids@example.com')
  const wrong = await browser.call(auth.activateAccount, { code: 'WRONG2', captcha: '' })
  const unknown = await browser.call(auth.activateAccount, { user_id: 'AAAAAAAAAAAAAAAA', code: 'WRONG2', captcha: '' })
  expect(unknown.text.replace(/"request_id":"[^"]+"/, '')).toBe(wrong.text.replace(/"request_id":"[^"]+"/, ''))
})
