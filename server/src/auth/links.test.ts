import { access } from '@portico/contract/access.ts'
import { auth } from '@portico/contract/auth.ts'
import { joinTeam } from '@portico/contract/join-team.ts'
import { operator } from '@portico/contract/operator.ts'
import { profile } from '@portico/contract/profile.ts'
import { team } from '@portico/contract/team.ts'
import { users } from '@portico/contract/users.ts'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { invitationIn, TEST_PASSWORD } from '#testing/browser.ts'
import { sharedApp } from '#testing/shared-app.ts'
import { askToConfirm } from '#users/index.ts'
import { linkRoutes } from './links.ts'

const app = sharedApp()
beforeAll(async () => {
  await app.addUser({ email: 'ann@example.com', name: 'Ann' })
})

const MINUTE_MS = 60_000
/** Everything a link could change, as one text. */
async function state(): Promise<string> {
  const parts = []
  for (const table of [
    'users',
    'link_tokens',
    'sessions',
    'activation_codes',
    'invitations',
    'outbox',
    'audit_log',
    'team_members',
  ]) {
    const { rows } = await sql<{
      sum: string
    }>`select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as sum from ${sql.table(table)} t`.execute(
      app.database.db,
    )
    parts.push(`${table} ${rows[0]?.sum}`)
  }
  return parts.join('\n')
}

async function resetLink(email = 'ann@example.com'): Promise<string> {
  const browser = await app.visitor()
  await browser.must(auth.sendForgotPasswordEmail, { email, captcha: '' })
  return new URL(String((await app.mails(email)).at(-1)?.data.link)).pathname
}

async function linkIn(email: string): Promise<string> {
  const url = new URL(String((await app.mails(email)).at(-1)?.data.link))
  return url.pathname + url.search
}

async function madeLink(kind: 'onetime' | 'token' | 'registration', more: { to?: string } = {}): Promise<string> {
  const { body } = await app.operator(operator.onetime, {
    user: 'ann@example.com',
    kind,
    mail: false,
    by: 'test',
    ...more,
  })
  if (!('url' in body)) throw new Error(JSON.stringify(body))
  return new URL(body.url).pathname
}

test('A19 opening any link, by any reading method, three times over, changes nothing', async () => {
  const real = [await resetLink(), await madeLink('onetime'), await madeLink('token')]
  const made = linkRoutes.map(({ path }) => path.replace(/:provider/, 'google').replace(/:\w+/g, 'x1'))
  const before = await state()
  for (const path of [
    ...real,
    ...made,
    '/accept-invitation?pid=1001&pt=abc',
    '/socialite_provider/github/callback?code=1&state=2',
  ])
    for (const method of ['GET', 'HEAD', 'OPTIONS'] as const)
      for (let at = 0; at < 3; at += 1) await app.browser({ ip: '203.0.113.9' }).send({ method, path })
  expect(await state()).toBe(before)
  const browser = await app.visitor()
  await browser.open(real[2] ?? '')
  expect(await browser.must(auth.loginToken, {})).toMatchObject({ user: { email: 'ann@example.com' } })
})

test('H5 a link leaves nothing in the address, and its cookie cannot be read or forged', async () => {
  const browser = await app.visitor()
  const path = await resetLink()
  const opened = await browser.open(path)
  expect(opened.status).toBe(303)
  expect(opened.headers.location).toBe('/reset-password')
  expect(opened.headers['referrer-policy']).toBe('no-referrer')
  const [cookie] = opened.cookies.filter(({ name }) => name === 'flow')
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' })
  expect(cookie?.value).not.toContain(path.split('/')[3] ?? '')
  browser.cookies.set('flow', `${(cookie?.value ?? '').slice(0, -3)}AAA`)
  expect(await browser.must(auth.sendResetPasswordCheckRequest, {})).toEqual({ result: false })
})

describe('A20 A22 resetting a password', () => {
  beforeEach(() => app.clock.forward(60 * MINUTE_MS))

  test('PU-09 the check does not use the link; the reset does, once, and opens no session', async () => {
    const elsewhere = await app.visitor()
    await elsewhere.signIn('ann@example.com')
    const browser = await app.visitor()
    await browser.open(await resetLink())
    for (let at = 0; at < 3; at += 1)
      expect(await browser.must(auth.sendResetPasswordCheckRequest, {})).toEqual({ result: true })
    const input = { password: 'a brand new password', pass_confirm: 'a brand new password' }
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => browser.call(auth.sendResetPasswordRequest, input)),
    )
    expect(answers.filter(({ status }) => status === 200).length).toBe(1)
    expect(browser.cookies.has('sid')).toBe(false)
    expect((await elsewhere.call(users.getUserData, {})).status).toBe(401)
    expect((await app.mails('ann@example.com')).at(-1)?.template).toBe('password_changed')
    await (await app.visitor()).signIn('ann@example.com', 'a brand new password')
    await (await app.visitor()).must(auth.sendForgotPasswordEmail, { email: 'ann@example.com', captcha: '' })
    const back = await app.visitor()
    await back.open(new URL(String((await app.mails('ann@example.com')).at(-1)?.data.link)).pathname)
    await back.must(auth.sendResetPasswordRequest, { password: TEST_PASSWORD, pass_confirm: TEST_PASSWORD })
  })
  test('A3 a browser that was known before the reset counts as a stranger after it', async () => {
    await app.addUser({ email: 'bea@example.com' })
    const known = await app.visitor()
    await known.signIn('bea@example.com')
    const browser = await app.visitor()
    await browser.open(await resetLink('bea@example.com'))
    await browser.must(auth.sendResetPasswordRequest, { password: TEST_PASSWORD, pass_confirm: TEST_PASSWORD })
    const guess = { email: 'bea@example.com', password: 'a wrong password', captcha: '' }
    await Promise.all(Array.from({ length: 10 }, () => browser.call(auth.authenticate, guess)))
    await known.open('/signin')
    expect((await known.call(auth.authenticate, { ...guess, password: TEST_PASSWORD })).status).toBe(429)
  })
  test('VA-04 two passwords that differ are refused and the link stays good', async () => {
    const browser = await app.visitor()
    await browser.open(await resetLink())
    const { status, body } = await browser.call(auth.sendResetPasswordRequest, {
      password: 'one password',
      pass_confirm: 'another password',
    })
    expect(status).toBe(400)
    expect(body).toMatchObject({ fields: { pass_confirm: 'The passwords do not match' } })
    expect(await browser.must(auth.sendResetPasswordCheckRequest, {})).toEqual({ result: true })
  })
  test('CA-02 the fields the seed names work too', async () => {
    const [, , id = '', token = ''] = (await resetLink()).split('/')
    const browser = await app.visitor()
    expect(await browser.must(auth.sendResetPasswordCheckRequest, { id, token })).toEqual({ result: true })
    expect(await browser.must(auth.sendResetPasswordCheckRequest, { id: 'other', token })).toEqual({ result: false })
  })
  test('A20 a reset link is good for sixty minutes less a second and not a second more', async () => {
    const [, , id = '', token = ''] = (await resetLink()).split('/')
    app.clock.forward(60 * MINUTE_MS - 1000)
    const browser = await app.visitor()
    expect(await browser.must(auth.sendResetPasswordCheckRequest, { id, token })).toEqual({ result: true })
    app.clock.forward(1000)
    expect(await browser.must(auth.sendResetPasswordCheckRequest, { id, token })).toEqual({ result: false })
  })
  test('A21 a newer link, or a changed password, invalidates an opened page', async () => {
    const browser = await app.visitor()
    await browser.open(await resetLink())
    await resetLink()
    const input = { password: 'yet another password', pass_confirm: 'yet another password' }
    expect((await browser.call(auth.sendResetPasswordRequest, input)).status).toBe(400)
    const second = await app.visitor()
    await second.open(await resetLink())
    const owner = await app.visitor()
    await owner.signIn('ann@example.com')
    const change = {
      current_password: TEST_PASSWORD,
      password: 'changed in the profile',
      pass_confirm: 'changed in the profile',
    }
    await owner.must(profile.changePassword, change)
    expect((await second.call(auth.sendResetPasswordRequest, input)).status).toBe(400)
    await owner.must(profile.changePassword, {
      current_password: 'changed in the profile',
      password: TEST_PASSWORD,
      pass_confirm: TEST_PASSWORD,
    })
  })
  test('A20 only the hash of a token is stored, and a token of one purpose does not work for another', async () => {
    const path = await resetLink()
    const token = path.split('/')[3] ?? ''
    const { rows } = await sql<{ text: string }>`select t::text as text from link_tokens t`.execute(app.database.db)
    expect(rows.map((row) => row.text).join('\n')).not.toContain(token)
    const browser = await app.visitor()
    expect((await browser.call(auth.loginToken, { token })).status).toBe(400)
    await browser.open(`/login_onetime/${path.split('/')[2]}/${token}`)
    expect((await browser.call(auth.loginOnetime, {})).status).toBe(400)
  })
  test('A7 forgot-password answers alike for a known and an unknown address', async () => {
    const known = await (await app.visitor()).call(auth.sendForgotPasswordEmail, {
      email: 'ann@example.com',
      captcha: '',
    })
    const unknown = await (await app.visitor()).call(auth.sendForgotPasswordEmail, {
      email: 'nobody@example.com',
      captcha: '',
    })
    expect(known.text).toBe(unknown.text)
    expect(Object.keys(known.headers).sort()).toEqual(Object.keys(unknown.headers).sort())
    expect(await app.mails('nobody@example.com')).toEqual([])
  })
  test('A13 links in mail start with the configured address, whatever the request claims', async () => {
    app.clock.forward(60 * MINUTE_MS)
    const browser = await app.visitor()
    await browser.call(
      auth.sendForgotPasswordEmail,
      { email: 'ann@example.com', captcha: '' },
      { headers: { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' } },
    )
    for (const mail of await app.mails('ann@example.com'))
      if (mail.data.link) expect(new URL(String(mail.data.link)).origin).toBe(app.ctx.env.public_url.origin)
  })
})

describe('PU-04 PU-06 links that sign in', () => {
  test('A23 the page learns a masked address, a click makes a brand-new session', async () => {
    const browser = await app.visitor()
    expect((await browser.open(await madeLink('token'))).headers.location).toBe('/signin-by-token')
    expect(await browser.must(auth.checkLink, { kind: 'token' })).toEqual({
      ok: true,
      email: 'a•••@example.com',
      needs_code: false,
      needs_staff: false,
      replaces_session: false,
    })
    expect(browser.cookies.has('sid')).toBe(false)
    expect(await browser.must(auth.loginToken, {})).toMatchObject({ user: { name: 'Ann' } })
    expect((await browser.call(auth.loginToken, {})).status).toBe(400)
  })
  test('PU-04 a sign-in link with a registration part makes `first_visit` true; it ends with the next sign-in and with signing out', async () => {
    const flagOf = async (browser: Awaited<ReturnType<typeof app.visitor>>) =>
      (await browser.must(users.getUserData, {})).user.first_visit
    const by = async (path: string) => {
      const browser = await app.visitor()
      await browser.open(path)
      await browser.must(auth.loginToken, {})
      return browser
    }
    // Ann has signed in before.
    expect(await flagOf(await by(await madeLink('token')))).toBe(false)
    const first = await by(`${await madeLink('token')}/registration`)
    expect(await flagOf(first)).toBe(true)
    expect(await flagOf(first)).toBe(true)
    expect(await flagOf(await by(await madeLink('token')))).toBe(false)
    const again = await by(await madeLink('registration'))
    expect(await flagOf(again)).toBe(true)
    await again.must(auth.signout, {})
    const rows = await app.database.db
      .selectFrom('users')
      .select('first_visit')
      .where('email', '=', 'ann@example.com')
      .execute()
    expect(rows).toEqual([{ first_visit: false }])
  })
  test('PU-04 A20 a sign-in link opened in two browsers signs in the one that comes first', async () => {
    const path = await madeLink('token')
    const [one, other] = [await app.visitor(), await app.visitor()]
    for (const browser of [one, other]) await browser.open(path)
    expect(await other.must(auth.loginToken, {})).toMatchObject({ user: { email: 'ann@example.com' } })
    expect((await one.call(auth.loginToken, {})).body).toMatchObject({ code: 'link_used' })
  })
  test('PU-12 every address of a mail passes on an integrity parameter, and no other', async () => {
    const browser = await app.visitor()
    const to = async (path: string) => (await browser.open(path)).headers.location
    expect(await to('/forgot-password/ann%40example.com?integrity=sso&x=1')).toBe('/forgot-password?integrity=sso')
    expect(await to('/unsubscribe/ann%40example.com/hash?integrity=sso')).toBe('/unsubscribe?integrity=sso')
    expect(await to('/activate_fast/id/token?integrity=sso')).toBe('/activate/id?integrity=sso')
    expect(await to('/activate_fast/id/token?integrity=%2F%2Fevil')).toBe('/activate/id')
  })
  test('PU-07 a link for staff shows any other visitor that it is for staff, whether it is good or not', async () => {
    const browser = await app.visitor()
    await browser.open('/login_onetime_admin/somebody/garbage')
    const check = () => browser.must(auth.checkLink, { kind: 'onetime_admin' })
    expect(await check()).toMatchObject({ ok: false, needs_staff: true })
    await browser.signIn('ann@example.com')
    expect(await check()).toMatchObject({ ok: false, needs_staff: true })
    expect(await browser.must(auth.checkLink, { kind: 'token' })).toMatchObject({ ok: false, needs_staff: false })
  })
  test('PU-08 the sixth request for a new password within an hour is refused, for a known and for an unknown address', async () => {
    await app.addUser({ email: 'forgets@example.com' })
    for (const email of ['forgets@example.com', 'nobody-forgets@example.com']) {
      const browser = await app.visitor()
      for (let at = 0; at < 5; at += 1) await browser.must(auth.sendForgotPasswordEmail, { email, captcha: '' })
      const answer = await browser.call(auth.sendForgotPasswordEmail, { email, captcha: '' })
      expect(answer).toMatchObject({ status: 429, body: { code: 'too_many_mails' } })
    }
    expect((await app.mails('forgets@example.com')).length).toBe(5)
  })
  test('PU-08 the mail with the link to a new password is in the language of the account, not of the requesting browser', async () => {
    const owner = await app.visitor()
    await owner.signIn((await app.addUser({ email: 'greta@example.com' })).email)
    await owner.must(users.setLanguage, { language: 'de' })
    const asking = await app.visitor()
    await asking.call(
      auth.sendForgotPasswordEmail,
      { email: 'greta@example.com', captcha: '' },
      { headers: { 'accept-language': 'fr' } },
    )
    expect((await app.mails('greta@example.com')).map(({ template, language }) => [template, language])).toEqual([
      ['reset', 'de'],
    ])
  })
  test('A23 a user who is signed in as another is warned before', async () => {
    await app.addUser({ email: 'other@example.com' })
    const browser = await app.visitor()
    await browser.signIn('other@example.com')
    await browser.open(await madeLink('onetime'))
    expect(await browser.must(auth.checkLink, { kind: 'onetime' })).toMatchObject({ ok: true, replaces_session: true })
    expect(await browser.must(auth.loginOnetime, {})).toMatchObject({ user: { email: 'ann@example.com' } })
    for (const kind of ['onetime', 'token'] as const) {
      await browser.open(await madeLink(kind))
      const shown = { ok: true, replaces_session: false }
      expect(await browser.must(auth.checkLink, { kind }), 'by a link of their own').toMatchObject(shown)
    }
  })
  test('H7 a one-time link leads only to targets of the table', async () => {
    const known = await app.visitor()
    await known.open(await madeLink('onetime', { to: 'users/getrows' }))
    expect((await known.must(auth.loginOnetime, {})).path).toBe('/users/getrows')
    const unknown = await app.visitor()
    await unknown.open(`${await madeLink('onetime')}/evil/redirect`)
    expect((await unknown.must(auth.loginOnetime, {})).path).toBeNull()
  })
  test('A20 a hundred redemptions at once give one session', async () => {
    const path = await madeLink('onetime')
    const browser = await app.visitor()
    await browser.open(path)
    const answers = await Promise.all(Array.from({ length: 100 }, () => browser.call(auth.loginOnetime, {})))
    expect(answers.filter(({ status }) => status === 200).length).toBe(1)
  })
  test('A20 a one-time link is refused after ten minutes', async () => {
    const browser = await app.visitor()
    await browser.open(await madeLink('token'))
    app.clock.forward(10 * MINUTE_MS)
    expect(await browser.must(auth.checkLink, { kind: 'token' })).toMatchObject({ ok: false })
    expect((await browser.call(auth.loginToken, {})).status).toBe(400)
  })
})

describe('SEC-M5 A21 links that sign in or set a password', () => {
  const input = { password: 'a stranger chose this', pass_confirm: 'a stranger chose this' }
  type Use = (browser: Awaited<ReturnType<typeof app.visitor>>) => Promise<{ status: number }>
  const KINDS: { kind: string; make: () => Promise<string>; use: Use }[] = [
    { kind: 'reset', make: () => resetLink(), use: (browser) => browser.call(auth.sendResetPasswordRequest, input) },
    { kind: 'one-time', make: () => madeLink('onetime'), use: (browser) => browser.call(auth.loginOnetime, {}) },
    { kind: 'token', make: () => madeLink('token'), use: (browser) => browser.call(auth.loginToken, {}) },
  ]
  const opened = async (path: string) => {
    const browser = await app.visitor()
    await browser.open(path)
    return browser
  }
  beforeEach(() => app.clock.forward(60 * MINUTE_MS))

  test.each(KINDS)(
    'ending other sessions ends a $kind link, also one that another browser has opened',
    async (link) => {
      const path = await link.make()
      const elsewhere = await opened(path)
      const owner = await app.visitor()
      await owner.signIn('ann@example.com')
      await owner.must(profile.endOtherSessions, {})
      expect((await link.use(elsewhere)).status).toBe(400)
      expect((await link.use(await opened(path))).status).toBe(400)
    },
  )

  test.each(KINDS.flatMap((older) => KINDS.map((newer) => ({ older, newer, name: `${older.kind} → ${newer.kind}` }))))(
    'a newer link replaces every earlier one: $name',
    async ({ older, newer }) => {
      const elsewhere = await opened(await older.make())
      await newer.make()
      expect((await older.use(elsewhere)).status).toBe(400)
    },
  )

  test('a stranger’s request for a new password ends neither an activation, an invitation nor an impersonation link', async () => {
    const { id } = await app.addUser({ email: 'waits@example.com' })
    await app.addUser({ email: 'inviter@example.com' })
    const staff = await app.addStaff({ email: 'staff@example.com' })
    await askToConfirm(app.ctx, id)
    await (await app.visitor()).must(auth.resendActivation, { email: 'waits@example.com', captcha: '' })
    const activation = await linkIn('waits@example.com')
    const inviter = await app.visitor()
    await inviter.signIn('inviter@example.com')
    await inviter.must(team.invite, { email: 'waits@example.com', role: 'viewer', cap_micros: null })
    const invitation = await linkIn('waits@example.com')
    const preferences = { staff: 'staff@example.com', user: 'waits@example.com', reason: 'a ticket', by: 'test' }
    const { body: pass } = await app.operator(operator.impersonate, preferences)

    await resetLink('waits@example.com')

    const confirming = await opened(activation)
    await confirming.must(auth.activateAccount, { captcha: '' })
    const invited = await (await app.visitor()).must(joinTeam.checkInvitation, invitationIn(invitation))
    expect(invited.open?.email).toBe('waits@example.com')
    const helper = await staff.signedIn()
    await helper.open('url' in pass ? new URL(pass.url).pathname : '')
    expect(await helper.must(auth.loginOnetimeAdmin, {})).toMatchObject({ user: { email: 'waits@example.com' } })
  })
})

test('SEC-M6 G1 a session begun by a link shows no API password until the sign-in password is given', async () => {
  for (const kind of ['onetime', 'token'] as const) {
    const browser = await app.visitor()
    await browser.open(await madeLink(kind))
    await browser.must(kind === 'onetime' ? auth.loginOnetime : auth.loginToken, {})
    expect((await browser.call(access.showPassword, {})).body).toMatchObject({ code: 'reauth_needed' })
    expect((await browser.call(access.regeneratePassword, { overlap_min: 0 })).body).toMatchObject({
      code: 'reauth_needed',
    })
    await browser.must(auth.reauthenticate, { password: TEST_PASSWORD })
    await browser.must(access.showPassword, {})
  }
})
