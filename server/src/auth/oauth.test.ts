import { access } from '@portico/contract/access.ts'
import { auth } from '@portico/contract/auth.ts'
import { operator } from '@portico/contract/operator.ts'
import { profile } from '@portico/contract/profile.ts'
import type { Provider } from '@portico/contract/providers.ts'
import { team } from '@portico/contract/team.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addMember } from '#team/members.ts'
import { openTestApp, type TestApp } from '#testing/app.ts'
import { invitationIn } from '#testing/browser.ts'
import { type LocalProvider, startLocalProvider } from '#testing/oauth/provider.ts'
import { codeAt } from '#testing/staff.ts'
import { askToConfirm } from '#users/index.ts'
import { insertIdentity, userOfIdentity } from './identity-store.ts'

let provider: LocalProvider
let app: TestApp
beforeAll(async () => {
  provider = await startLocalProvider()
  app = await openTestApp({ settings: provider.settings })
})
afterAll(async () => {
  await app.close()
  await provider.close()
})
beforeEach(() => {
  provider.misbehave = undefined
})

type Browser = Awaited<ReturnType<typeof app.visitor>>

/** Presses the button, agrees at the provider, and comes back: returns the address the provider sent the browser to. */
async function returned(browser: Browser, name: Provider, purpose: 'signin' | 'link' = 'signin'): Promise<string> {
  const { target_url } = await browser.must(auth.goToThirdParty, { provider: name, purpose })
  expect(new URL(target_url).origin).toBe(provider.origin)
  const answer = await fetch(target_url, { redirect: 'manual' })
  const back = new URL(answer.headers.get('location') ?? '')
  return back.pathname + back.search
}

async function through(browser: Browser, name: Provider, purpose: 'signin' | 'link' = 'signin', more: object = {}) {
  const opened = await browser.open(await returned(browser, name, purpose))
  expect(opened.status).toBe(303)
  expect(opened.headers.location).toBe(`/socialite_provider/${name}/callback`)
  return browser.call(auth.loginByThirdParty, { provider: name, ...more })
}

let people = 0
function person(name: Provider, about: { email?: string | null; email_verified?: boolean; sub?: string } = {}) {
  people += 1
  // GitHub's and Facebook's subjects are numbers.
  Object.assign(provider.person[name], {
    sub: String(9_000 + people),
    email: `p${people}@example.com`,
    email_verified: true,
    ...about,
  })
  return provider.person[name]
}

/** All of an answer that a stranger can compare. */
const shapeOf = ({ status, body, headers, cookies }: Awaited<ReturnType<typeof through>>) => ({
  status,
  body,
  headers: Object.keys(headers).sort(),
  length: headers['content-length'],
  cookies: cookies.map(({ name, value, ...rest }) => ({ name, length: value.length, ...rest })),
})

async function setFirstPassword(browser: Browser, email: string) {
  await browser.must(profile.mailPasswordLink, {})
  await browser.open(new URL(String((await app.mails(email)).at(-1)?.data.link)).pathname)
  const input = { password: 'a first password here', pass_confirm: 'a first password here' }
  await browser.must(auth.sendResetPasswordRequest, input)
  await browser.open('/signin')
}

const userOf = (answer: { body: unknown }) => (answer.body as { user: { email: string; id: number } | null }).user

describe.each(['google', 'github'] as const)('PU-05 %s', (name) => {
  test('a new user is signed up and in, and is the same user next time', async () => {
    const { email } = person(name)
    const first = await through(await app.visitor(), name)
    expect(userOf(first)).toMatchObject({ email, is_registration: true })
    const again = await through(await app.visitor(), name)
    expect(userOf(again)?.id).toBe(userOf(first)?.id)
    expect(userOf(again)).toMatchObject({ is_registration: false })
  })
  test('A16 a user who changes the e-mail at the provider stays the same user', async () => {
    const { sub } = person(name)
    const first = await through(await app.visitor(), name)
    person(name, { sub, email: 'changed-there@example.com' })
    expect(userOf(await through(await app.visitor(), name))?.id).toBe(userOf(first)?.id)
  })
  test('A17 a verified address links to the account that has verified it too, and its owner is notified', async () => {
    const { email } = person(name)
    const { id } = await app.addUser({ email: email ?? '' })
    expect(userOf(await through(await app.visitor(), name))?.id).toBe(id)
    expect((await app.mails(email ?? '')).at(-1)?.template).toBe('identity_linked')
  })
  test('SEC-L11 A7 A17 an unverified address never links, and its answer does not reveal whether there is an account', async () => {
    const { email } = person(name, { email_verified: false })
    await app.addUser({ email: email ?? '' })
    const known = await through(await app.visitor(), name)
    person(name, { email_verified: false })
    const unknown = await through(await app.visitor(), name)
    expect(known.body).toEqual({ user: null, msg: expect.stringContaining('e-mail'), linked: false })
    expect(shapeOf(known)).toEqual(shapeOf(unknown))
    expect(await app.mails(email ?? '')).toMatchObject([{ template: 'link_first', data: { provider: name } }])
    const owner = await app.visitor()
    await owner.signIn(email ?? '')
    expect((await owner.must(profile.getProfile, {})).identities).toEqual([])
  })
  test('SEC-L10 A17 a verified address does not link to an account that must verify its own again', async () => {
    const { email } = person(name)
    const { id } = await app.addUser({ email: email ?? '' })
    await askToConfirm(app.ctx, id)
    expect((await through(await app.visitor(), name)).body).toMatchObject({ code: 'third_party_link_first' })
    await app.database.db.updateTable('users').set({ verified_at: app.clock.now() }).where('id', '=', id).execute()
    expect(userOf(await through(await app.visitor(), name))?.id).toBe(id)
  })
  test('A28 a user with a second factor gives the code after OAuth, and a mailbox alone links nothing to the account', async () => {
    const { email } = person(name)
    const browser = await app.visitor()
    await through(browser, name)
    await setFirstPassword(browser, email ?? '')
    await browser.signIn(email ?? '', 'a first password here')
    const { key } = await browser.must(profile.beginFactor, {})
    await browser.must(profile.turnOnFactor, { code: codeAt(key, app.clock.now()) })
    app.clock.forward(30_000)
    const known = await app.visitor()
    expect((await through(known, name)).body).toEqual({ user: null, needs: 'code', msg: '', linked: false })
    expect((await known.call(profile.getProfile, {})).status).toBe(401)
    const { user } = await known.must(auth.secondFactor, { code: codeAt(key, app.clock.now()) })
    expect(user.email).toBe(email)
    person(name, { email: email ?? null })
    expect((await through(await app.visitor(), name)).body).toMatchObject({ code: 'third_party_link_first' })
  })
  test('SEC-M7 A28 staff are not signed in by OAuth, neither by a linked identity nor by a verified address', async () => {
    const linked = person(name)
    await through(await app.visitor(), name)
    await app.operator(operator.addStaff, { email: linked.email ?? '', by: 'test' })
    const known = await app.visitor()
    expect((await through(known, name)).body).toMatchObject({ code: 'third_party_failed' })
    expect((await known.call(profile.getProfile, {})).status).toBe(401)
    const proved = person(name)
    const { id } = await app.addStaff({ email: proved.email ?? '' })
    expect((await through(await app.visitor(), name)).body).toMatchObject({ code: 'third_party_link_first' })
    const { rowCount } = await app.database.pool.query('select 1 from identities where user_id = $1', [id])
    expect(rowCount).toBe(0)
  })
  test('refused OAuth sign-ins are in the security log of the account they were for; a declined consent is no try', async () => {
    const { email } = person(name)
    const { id } = await app.addUser({ email: email ?? '' })
    const refusals = async () =>
      (
        await app.database.pool.query(
          `select user_id, actor, detail->>'by' as by from audit_log where action = 'sign_in_failed' order by id`,
        )
      ).rows
    const before = (await refusals()).length
    await askToConfirm(app.ctx, id)
    await through(await app.visitor(), name)
    await app.database.db.updateTable('users').set({ verified_at: app.clock.now() }).where('id', '=', id).execute()
    await through(await app.visitor(), name)
    await app.database.db.updateTable('users').set({ status: 'disabled' }).where('id', '=', id).execute()
    expect((await through(await app.visitor(), name)).body).toMatchObject({ code: 'account_disabled' })
    for (const how of ['deny', 'fail'] as const) {
      provider.misbehave = { at: 'authorize', how }
      await through(await app.visitor(), name)
    }
    const refused = { user_id: id, actor: 'visitor', by: name }
    expect((await refusals()).slice(before)).toEqual([refused, refused, { ...refused, user_id: null }])
  })
  test('A9 A17 a stranger’s pending sign-up is discarded by the user who verifies the address', async () => {
    const { email } = person(name)
    const attacker = await app.visitor()
    await attacker.must(auth.register, {
      email: email ?? '',
      password: 'the attacker knows this',
      name: '',
      privacy: true,
      captcha: '',
    })
    await through(await app.visitor(), name)
    const tried = await attacker.call(auth.authenticate, {
      email: email ?? '',
      password: 'the attacker knows this',
      captcha: '',
    })
    expect(tried.status).toBe(400)
  })
})

test('A17 Facebook never links by address, and a new user from there confirms by mail', async () => {
  const known = person('facebook')
  await app.addUser({ email: known.email ?? '' })
  expect((await through(await app.visitor(), 'facebook')).body).toMatchObject({ user: null, linked: false })
  expect((await app.mails(known.email ?? '')).map(({ template }) => template)).toEqual(['link_first'])
  // A blocked account gets the same answer, and no mail.
  const blocked = person('facebook')
  const { id } = await app.addUser({ email: blocked.email ?? '' })
  await app.database.owner.query(`update users set status = 'disabled' where id = $1`, [id])
  expect((await through(await app.visitor(), 'facebook')).body).toMatchObject({ user: null, linked: false })
  expect(await app.mails(blocked.email ?? '')).toEqual([])
  const { email } = person('facebook')
  const browser = await app.visitor()
  const answer = await through(browser, 'facebook')
  expect(answer.body).toMatchObject({ user: null, msg: expect.stringContaining('e-mail') })
  const mail = (await app.mails(email ?? '')).at(-1)
  await browser.must(auth.activateAccount, { code: String(mail?.data.code), captcha: '' })
  expect(userOf(await through(await app.visitor(), 'facebook'))).toMatchObject({ email })
})

test('A9 A10 an unverified third-party sign-up confirmed elsewhere gets a password of the owner and loses the stranger’s identity', async () => {
  const { email } = person('facebook')
  const attacker = await app.visitor()
  await through(attacker, 'facebook')
  const link = new URL(String((await app.mails(email ?? '')).at(-1)?.data.link)).pathname
  const owner = await app.visitor()
  await owner.open(link)
  expect(await owner.must(auth.checkActivation, {})).toMatchObject({ mode: 'confirm', sets_password: true })
  expect((await owner.call(auth.activateAccount, { captcha: '' })).status).toBe(400)
  await owner.must(auth.activateAccount, { captcha: '', password: 'the owner chose this' })
  await owner.must(auth.authenticate, { email: email ?? '', password: 'the owner chose this', captcha: '' })
  expect((await through(attacker, 'facebook')).body).toMatchObject({ user: null })
  expect(attacker.cookies.has('sid')).toBe(false)
})

describe('A14 an answer counts once, in the browser that began the flow', () => {
  test('a replay is refused', async () => {
    person('google')
    const browser = await app.visitor()
    const back = await returned(browser, 'google')
    await browser.open(back)
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => browser.call(auth.loginByThirdParty, { provider: 'google' })),
    )
    expect(answers.filter(({ status }) => status === 200).length).toBe(1)
    await browser.open(back)
    expect((await browser.call(auth.loginByThirdParty, { provider: 'google' })).status).toBe(400)
  })
  test('an answer is refused in another browser', async () => {
    person('google')
    const back = await returned(await app.visitor(), 'google')
    const other = await app.visitor()
    await other.open(back)
    expect((await other.call(auth.loginByThirdParty, { provider: 'google' })).status).toBe(400)
    const begun = await app.visitor()
    await begun.must(auth.goToThirdParty, { provider: 'google' })
    await begun.open(back)
    expect((await begun.call(auth.loginByThirdParty, { provider: 'google' })).status).toBe(400)
  })
  test('A15 an answer for one provider is refused at another’s callback', async () => {
    person('google')
    const browser = await app.visitor()
    const back = await returned(browser, 'google')
    await browser.open(back.replace('/google/', '/github/'))
    expect((await browser.call(auth.loginByThirdParty, { provider: 'github' })).status).toBe(400)
  })
  test('SEC-H2 Z11 a flow begun at one brand’s host ends at no other', async () => {
    await app.operator(operator.setWhitelabel, { host: 'other.example', brand: { title: 'Other' }, by: 'test' })
    person('google')
    const browser = await app.visitor()
    await browser.open(await returned(browser, 'google'))
    const elsewhere = { headers: { host: 'other.example', origin: 'http://other.example' } }
    const flow = browser.cookies.get('flow') ?? ''
    expect((await browser.call(auth.loginByThirdParty, { provider: 'google' }, elsewhere)).status).toBe(400)
    browser.cookies.set('flow', flow)
    expect((await browser.call(auth.loginByThirdParty, { provider: 'google' })).status).toBe(200)
  })
  test('an answer is refused after ten minutes', async () => {
    person('google')
    const browser = await app.visitor()
    const back = await returned(browser, 'google')
    app.clock.forward(10 * 60 * 1000 + 1000)
    await browser.open(back)
    expect((await browser.call(auth.loginByThirdParty, { provider: 'google' })).status).toBe(400)
  })
  test('no answer of ours carries a token or the code', async () => {
    person('google')
    const browser = await app.visitor()
    const answer = await through(browser, 'google')
    const message = answer.text + JSON.stringify(answer.headers) + [...browser.cookies.values()].join()
    for (const secret of provider.secrets) expect(message).not.toContain(secret)
  })
})

test('PU-05 a user who declines at the provider gets a message, and is not signed in', async () => {
  provider.misbehave = { at: 'authorize', how: 'deny' }
  const browser = await app.visitor()
  const answer = await through(browser, 'google')
  expect(answer.status).toBe(400)
  expect(answer.body).toMatchObject({ code: 'third_party_failed' })
  expect(browser.cookies.has('sid')).toBe(false)
})

describe('linking in the profile', () => {
  test('a service is linked, shown and unlinked, and belongs to one account', async () => {
    person('github')
    await app.addUser({ email: 'linker@example.com' })
    await app.addUser({ email: 'second@example.com' })
    const browser = await app.visitor()
    await browser.signIn('linker@example.com')
    expect((await through(browser, 'github', 'link')).body).toMatchObject({ linked: true })
    expect((await browser.must(profile.getProfile, {})).identities).toMatchObject([{ provider: 'github' }])
    const second = await app.visitor()
    await second.signIn('second@example.com')
    expect((await through(second, 'github', 'link')).body).toMatchObject({ code: 'third_party_taken' })
    await browser.must(profile.unlinkIdentity, { provider: 'github' })
    expect((await browser.must(profile.getProfile, {})).identities).toEqual([])
  })
  test('linking that began in the session of another user links nothing, to neither of them', async () => {
    person('github')
    const browser = await app.visitor()
    await app.addUser({ email: 'first-linker@example.com' })
    await app.addUser({ email: 'second-linker@example.com' })
    await browser.signIn('first-linker@example.com')
    const back = await returned(browser, 'github', 'link')
    await browser.signIn('second-linker@example.com')
    await browser.open(back)
    expect((await browser.call(auth.loginByThirdParty, { provider: 'github' })).body).toMatchObject({
      code: 'third_party_failed',
    })
    const { rows } = await app.database.pool.query(
      "select from identities i join users u on u.id = i.user_id where u.email like '%-linker@example.com'",
    )
    expect(rows).toEqual([])
  })
  test('the only way to sign in cannot be unlinked before a password is set', async () => {
    const { email } = person('google')
    const browser = await app.visitor()
    await through(browser, 'google')
    expect((await browser.call(profile.unlinkIdentity, { provider: 'google' })).body).toMatchObject({
      code: 'last_sign_in',
    })
    await setFirstPassword(browser, email ?? '')
    await browser.signIn(email ?? '', 'a first password here')
    await browser.must(profile.unlinkIdentity, { provider: 'google' })
  })
  test('SEC-M6 A29 a user who signed in by a service sees no secret and sets no password without the mailed link, and both with it', async () => {
    const { email } = person('google')
    const browser = await app.visitor()
    await through(browser, 'google')
    const input = { current_password: 'x', password: 'a first password here', pass_confirm: 'a first password here' }
    expect((await browser.call(profile.changePassword, input)).body).toMatchObject({ code: 'no_password_yet' })
    expect((await browser.call(access.showPassword, {})).body).toMatchObject({ code: 'reauth_needed' })
    expect((await browser.call(auth.reauthenticate, { password: 'x' })).body).toMatchObject({ code: 'no_password_yet' })
    await setFirstPassword(browser, email ?? '')
    // By the service again: the session is new, and the password decides.
    await through(browser, 'google')
    expect((await browser.call(access.showPassword, {})).body).toMatchObject({ code: 'reauth_needed' })
    await browser.must(auth.reauthenticate, { password: 'a first password here' })
    await browser.must(access.showPassword, {})
  })
})

test('a private white-label refuses a stranger from a third party, too', async () => {
  const owner = await app.addUser({ email: 'wl-owner@example.com' })
  person('google')
  const site = await app.sibling({ brand: { parent_id: owner.id } })
  const browser = site.browser({ ip: '203.0.113.77' })
  await browser.open('/signin')
  expect((await through(browser, 'google')).body).toMatchObject({ code: 'invitation_needed' })
})

test('SEC-H2 Z6 at a private white-label a service opens nothing for a user who may not enter, and an invitation verifies its own address', async () => {
  const { email } = person('google')
  const known = await app.addUser({ email: email ?? '' })
  const boss = await app.addUser({ email: 'private-boss@example.com' })
  const site = await app.sibling({ brand: { parent_id: boss.id } })
  const outsider = site.browser({ ip: '203.0.113.78' })
  await outsider.open('/signin')
  expect((await through(outsider, 'google')).body).toMatchObject({ code: 'third_party_link_first' })
  expect(await userOfIdentity(app.database.db, 'google', String(provider.person.google.sub))).toBeUndefined()
  await addMember(app.ctx, { owner_id: boss.id, user_id: known.id, role: 'viewer', cap_micros: null })
  expect(userOf(await through(outsider, 'google'))?.id).toBe(known.id)

  const { email: invited } = person('facebook', { email: 'by-facebook@example.com' })
  const inviter = await site.signedIn('private-boss@example.com', { ip: '203.0.113.79' })
  await inviter.must(team.invite, { email: invited ?? '', role: 'viewer', cap_micros: null })
  const invitation = invitationIn(String((await app.mails(invited ?? '')).at(-1)?.data.link))
  const newcomer = site.browser({ ip: '203.0.113.80' })
  await newcomer.open('/signin')
  expect((await through(newcomer, 'facebook')).body).toMatchObject({ code: 'invitation_needed' })
  const answer = await through(newcomer, 'facebook', 'signin', invitation)
  expect(userOf(answer)).toMatchObject({ email: invited, parent_id: boss.id })
  expect(answer.body).toMatchObject({ joined: { role: 'viewer' } })
  expect((await newcomer.must(access.getAccessInfo, {})).api_login).toBe('private-boss@example.com')
})

test('A16 a service that the contract does not list is not stored as a way to sign in', async () => {
  const { id: user_id } = await app.addUser({ email: 'no-such-service@example.com' })
  // As a fault elsewhere would cause it: the types do not allow it.
  const service: Provider = JSON.parse('"gitlab"')
  const row = { provider: service, subject: '1', user_id, email: null, created_at: app.clock.now() }
  await expect(insertIdentity(app.database.db, row)).rejects.toThrow("'gitlab' is not on the contract's list")
  expect(await userOfIdentity(app.database.db, service, '1')).toBeUndefined()
})

test('PU-16 a third-party sign-up with an expired invitation is refused, and makes no account', async () => {
  const { email } = person('google')
  const browser = await app.visitor()
  const dead = { parent_id: '1001', parent_token: 'used-long-ago' }
  expect((await through(browser, 'google', 'signin', dead)).body).toMatchObject({ code: 'invitation_over' })
  const rows = await app.database.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email ?? '')
    .execute()
  expect(rows).toEqual([])
})
