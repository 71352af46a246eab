import { access } from '@portico/contract/access.ts'
import { auth } from '@portico/contract/auth.ts'
import { joinTeam } from '@portico/contract/join-team.ts'
import { profile } from '@portico/contract/profile.ts'
import { sso, ssoSignIn } from '@portico/contract/sso.ts'
import { team } from '@portico/contract/team.ts'
import { users } from '@portico/contract/users.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addMember } from '#team/members.ts'
import { TEST_PASSWORD } from '#testing/browser.ts'
import { openSsoTeam, type SsoTeam } from '#testing/sso.ts'
import { codeAt } from '#testing/staff.ts'

/**
 * Single sign-on of account A (acme.test) and Vera, who has an account of her own, is an admin in the team of B, who
 * has nothing to do with A, and has connected her account to A.
 */
let world: SsoTeam['world']
let a: SsoTeam['owner']
let a_id: number
let b_id: number
let vera_id: number
const VERA = { sub: 'vera', email: 'vera@acme.test', name: 'Vera', groups: [] }

beforeAll(async () => {
  ;({ world, owner: a, owner_id: a_id } = await openSsoTeam())
  b_id = (await world.app.addUser({ email: 'b@elsewhere.test', name: 'Bea' })).id
  vera_id = (await world.app.addUser({ email: VERA.email, name: 'Vera' })).id
  await addMember(world.app.ctx, { owner_id: b_id, user_id: vera_id, role: 'admin', cap_micros: null })
  const { browser } = await world.comeIn(VERA)
  await browser.must(ssoSignIn.connectSso, { password: TEST_PASSWORD })
  // She moved the address of her account: the mailbox at the company opens nothing of it any more.
  await world.app.database.pool.query(
    `update users set email = 'private@home.test', email_norm = 'private@home.test' where id = $1`,
    [vera_id],
  )
})
afterAll(() => world.close())
beforeEach(() => a.signIn('owner@acme.test'))

async function confirmIn(browser: Awaited<ReturnType<typeof world.visitor>>) {
  await world.goThere(browser, (await browser.must(ssoSignIn.confirmBySso, {})).target_url)
  return browser.call(ssoSignIn.finishSso, {})
}
const codeOf = ({ body }: { body: unknown }) => (body as { code?: string }).code
const isOpen = async (browser: Awaited<ReturnType<typeof world.visitor>>) =>
  (await browser.call(users.getUserData, {})).status === 200

test('SEC2-N1 the sign-in service of a team opens that team alone: neither the member’s own account nor another team', async () => {
  const { browser, body } = await world.comeIn(VERA)
  expect(body).toMatchObject({ kind: 'signed_in', user: { id: vera_id, by_sso: true, api_login: 'owner@acme.test' } })
  expect(await browser.must(access.getAccessInfo, {})).toMatchObject({
    api_login: 'owner@acme.test',
    available_api_logins: ['owner@acme.test'],
    sso_logins: [],
  })
  for (const login of ['b@elsewhere.test', 'vera@acme.test'])
    expect(codeOf(await browser.call(users.setActiveApiUser, { login }))).toBe('unknown_login')
  expect(await confirmIn(browser)).toMatchObject({ body: { kind: 'confirmed' } })
  const { user } = await browser.must(users.getUserData, {})
  expect(user.api_login).toBe('owner@acme.test')
  expect(await browser.call(access.showPassword, {})).toMatchObject({ status: 200 })
})

test('SEC2-N1 such a session adds no way to sign in and changes nothing of the user, confirmed by the sign-in service or not', async () => {
  const { browser } = await world.comeIn(VERA)
  await confirmIn(browser)
  const tries = [
    browser.call(profile.beginPasskey, {}),
    browser.call(profile.beginFactor, {}),
    browser.call(profile.renewRecoveryCodes, { code: '000000' }),
    browser.call(profile.requestEmailChange, { email: 'attacker@nowhere.test' }),
    browser.call(profile.mailPasswordLink, {}),
    browser.call(profile.endOtherSessions, {}),
    browser.call(profile.unlinkIdentity, { provider: 'google' }),
    browser.call(auth.goToThirdParty, { provider: 'google', purpose: 'link' }),
    browser.call(joinTeam.acceptInvitation, { parent_id: b_id, parent_token: 'none' }),
    browser.call(profile.saveProfile, { name: 'Attacker', phone: '', time_zone: '' }),
  ]
  expect((await Promise.all(tries)).map(codeOf)).toEqual(tries.map(() => 'not_by_sso'))
  const shown = await browser.must(profile.getProfile, {})
  expect(shown).toMatchObject({ sso_team: 'Olga Owner', sessions: [], passkeys: null, identities: [], activity: [] })
  await browser.must(profile.saveProfile, { name: 'Vera', phone: '', time_zone: 'Asia/Tokyo' })
})

test('SEC2-N1 a confirmation by the sign-in service counts in a session that it opened, and in no other', async () => {
  const { browser } = await world.comeIn(VERA)
  const { target_url } = await browser.must(ssoSignIn.confirmBySso, {})
  await browser.signIn('private@home.test')
  expect(codeOf(await browser.call(ssoSignIn.confirmBySso, {}))).toBe('sso_not_connected')
  await world.goThere(browser, target_url)
  expect(codeOf(await browser.call(ssoSignIn.finishSso, {}))).toBe('sso_failed')
})

test.each(['whatever@nowhere.example', 'vera@other.test', undefined])(
  'SEC2-N1 a known subject needs an address of a verified domain at every sign-in, and %s is none',
  async (email) => {
    const browser = await world.visitor()
    const { target_url } = await browser.must(ssoSignIn.beginSso, { email: VERA.email })
    world.issuer.person = { ...VERA, email }
    await world.goThere(browser, target_url)
    expect(await browser.call(ssoSignIn.finishSso, {})).toMatchObject({ status: 403, body: { code: 'sso_address' } })
  },
)

test('SEC2-N1 a session by single sign-on ends when the member leaves, and does not come back with the membership', async () => {
  const { browser } = await world.comeIn(VERA)
  const by_password = await world.signedIn('private@home.test')
  await by_password.must(users.setActiveApiUser, { login: 'owner@acme.test' })
  await by_password.must(team.leaveTeam, {})
  expect(await isOpen(browser)).toBe(false)
  expect(await isOpen(by_password)).toBe(true)
  await addMember(world.app.ctx, { owner_id: a_id, user_id: vera_id, role: 'developer', cap_micros: null })
  expect(await isOpen(browser)).toBe(false)
})

test('SEC2-N1 a session by single sign-on ends when the member is removed', async () => {
  const { browser } = await world.comeIn(VERA)
  await a.must(team.removeMember, { user_id: vera_id })
  expect(await isOpen(browser)).toBe(false)
  await addMember(world.app.ctx, { owner_id: a_id, user_id: vera_id, role: 'developer', cap_micros: null })
  expect(await isOpen(browser)).toBe(false)
})

test('SEC2-N1 a session by single sign-on ends when it is turned off, and is not back when it is on again', async () => {
  const { browser } = await world.comeIn(VERA)
  await a.must(sso.switchSso, { is_on: false, is_required: false })
  expect(await isOpen(browser)).toBe(false)
  await a.must(sso.switchSso, { is_on: true, is_required: false })
  expect(await isOpen(browser)).toBe(false)
})

test('SEC2-N1 a session by single sign-on ends with the domain of its address, and only of that one', async () => {
  await world.proveDomain(a, 'second.test')
  const { browser } = await world.comeIn(VERA)
  const other = await world.comeIn({ sub: 'second', email: 'sid@second.test', name: 'Sid', groups: [] })
  await a.must(sso.removeSsoDomain, { domain: 'second.test' })
  expect([await isOpen(browser), await isOpen(other.browser)]).toEqual([true, false])
  await world.proveDomain(a, 'second.test')
  expect(await isOpen(other.browser)).toBe(false)
  await a.must(sso.removeSsoDomain, { domain: 'second.test' })
})

test('SEC2-N1 a sign-in that waits for a code opens nothing once the membership has ended', async () => {
  const person = { sub: 'late', email: 'late@acme.test', name: 'Late', groups: [] }
  const { id } = await world.app.addUser({ email: person.email, name: 'Late' })
  await (await world.comeIn(person)).browser.must(ssoSignIn.connectSso, { password: TEST_PASSWORD })
  const own = await world.signedIn(person.email)
  const { key } = await own.must(profile.beginFactor, {})
  await own.must(profile.turnOnFactor, { code: codeAt(key, world.app.clock.now()) })
  const { browser, body } = await world.comeIn(person)
  expect(body).toEqual({ kind: 'code' })
  await a.must(team.removeMember, { user_id: id })
  world.app.clock.forward(30_000)
  const given = await browser.call(auth.secondFactor, { code: codeAt(key, world.app.clock.now()) })
  world.app.clock.forward(-30_000)
  expect(codeOf(given)).toBe('sso_failed')
  expect(await isOpen(browser)).toBe(false)
})

test('SEC2-N1 a sign-in by single sign-on makes no browser known and resets no wrong passwords', async () => {
  const { pool } = world.app.database
  const person = { sub: 'guess', email: 'guess@acme.test', name: 'Guess', groups: [] }
  await world.comeIn(person)
  const id = (await pool.query(`select id from users where email = 'guess@acme.test'`)).rows[0].id
  expect((await pool.query('select from known_devices where user_id = $1', [id])).rowCount).toBe(0)
})

test('SEC2-N10 a sign-in service makes a bounded number of accounts, the owners are notified once, and members still sign in', async () => {
  const known = { sub: 'before', email: 'before@acme.test', name: 'Before', groups: [] }
  await world.comeIn(known)
  await world.app.database.pool.query(
    `insert into sso_identities (owner_id, issuer, subject, user_id, created_at)
       select $1, 'https://other.example/' || n, 'many-' || n, $2, $3 from generate_series(1, 100) n`,
    [a_id, vera_id, world.app.clock.now()],
  )
  for (const sub of ['new-1', 'new-2'])
    expect(await world.comeIn({ sub, email: `${sub}@acme.test`, name: sub, groups: [] })).toMatchObject({
      status: 429,
      body: { code: 'sso_full' },
    })
  expect((await world.comeIn(known)).body).toMatchObject({ kind: 'signed_in' })
  const mails = await world.app.mails('owner@acme.test')
  expect(mails.filter(({ template }) => template === 'sso_full')).toHaveLength(1)
  const { rowCount } = await world.app.database.pool.query(`select from users where email like 'new-_@acme.test'`)
  expect(rowCount).toBe(0)
  world.app.clock.forward(61 * 60 * 1000)
  await world.app.database.pool.query(`delete from sso_identities where subject like 'many-%'`)
})
