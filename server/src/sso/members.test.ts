import { access } from '@portico/contract/access.ts'
import { auth } from '@portico/contract/auth.ts'
import type { Sent } from '@portico/contract/endpoint.ts'
import { profile } from '@portico/contract/profile.ts'
import { sso, ssoSignIn } from '@portico/contract/sso.ts'
import { team } from '@portico/contract/team.ts'
import { users } from '@portico/contract/users.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addMember } from '#team/members.ts'
import { TEST_PASSWORD } from '#testing/browser.ts'
import { openSsoTeam, type SsoTeam } from '#testing/sso.ts'
import { codeAt } from '#testing/staff.ts'

const MAPPING: Partial<Sent<typeof sso.saveSso>> = {
  group_claim: 'groups',
  group_roles: [
    { group: 'staff', role: 'viewer' },
    { group: 'money', role: 'finance' },
    { group: 'engineers', role: 'developer' },
  ],
  default_role: null,
  cap_micros: 5_000_000,
}
const DAY_MS = 24 * 60 * 60 * 1000

let world: SsoTeam['world']
let owner: SsoTeam['owner']
let owner_id: number
let count = 0

beforeAll(async () => {
  ;({ world, owner, owner_id } = await openSsoTeam(MAPPING))
})
afterAll(() => world.close())
beforeEach(async () => {
  await owner.signIn('owner@acme.test')
})

const someone = (groups: string[], email?: string) => {
  count += 1
  return { sub: `sub-${count}`, email: email ?? `person${count}@acme.test`, name: `Person ${count}`, groups }
}
const memberOf = async (email: string) =>
  (await owner.must(team.getTeam, {})).members.find((member) => member.email === email)
const auditOf = async (action: string) =>
  (
    await world.app.database.pool.query(
      'select actor, detail from audit_log where user_id = $1 and action = $2 order by id desc limit 1',
      [owner_id, action],
    )
  ).rows[0]

test('groups decide the role at each sign-in, the change is logged with the previous value, and the daily limit is set once', async () => {
  const person = someone(['engineers', 'staff'])
  await world.comeIn(person)
  expect(await memberOf(person.email)).toMatchObject({ role: 'developer', cap_micros: 5_000_000 })
  const { body } = await world.comeIn({ ...person, groups: ['money'] })
  expect(body).toMatchObject({ kind: 'signed_in', user: { role: 'finance' } })
  const member = await memberOf(person.email)
  expect(member).toMatchObject({ role: 'finance', cap_micros: 5_000_000 })
  expect(await auditOf('role_changed')).toEqual({
    actor: 'sso',
    detail: { member: member?.user_id, role: 'finance', before_role: 'developer' },
  })
})

test('a second owner stays owner with any groups, also in none of them', async () => {
  const person = someone(['engineers'])
  await world.comeIn(person)
  const user_id = (await memberOf(person.email))?.user_id ?? 0
  await owner.must(team.changeRole, { user_id, role: 'owner' })
  for (const groups of [['staff'], ['lunch']]) {
    expect((await world.comeIn({ ...person, groups })).body).toMatchObject({
      kind: 'signed_in',
      user: { role: 'owner' },
    })
    expect(await memberOf(person.email)).toMatchObject({ user_id, role: 'owner' })
  }
  await owner.must(team.changeRole, { user_id, role: 'viewer' })
})

test('a member in no mapped group loses access with all that came with it, and regains it with a group', async () => {
  const person = someone(['engineers'])
  const { browser } = await world.comeIn(person)
  const user_id = (await memberOf(person.email))?.user_id
  const gone = await world.comeIn({ ...person, groups: ['lunch'] })
  expect(gone).toMatchObject({ status: 403, body: { code: 'sso_no_access' } })
  expect(await memberOf(person.email)).toBeUndefined()
  expect(await auditOf('member_removed')).toEqual({ actor: 'sso', detail: { member: user_id, role: 'developer' } })
  expect((await browser.call(access.getAccessInfo, {})).status).toBe(401)
  expect((await world.comeIn({ ...person, groups: ['staff'] })).body).toMatchObject({ joined: { role: 'viewer' } })
  expect(await memberOf(person.email)).toMatchObject({ user_id, role: 'viewer' })
})

test('a member who was removed in the team stays out, whatever the sign-in service claims', async () => {
  const person = someone(['engineers'])
  await world.comeIn(person)
  await owner.must(team.removeMember, { user_id: (await memberOf(person.email))?.user_id ?? 0 })
  expect(await world.comeIn(person)).toMatchObject({ status: 403, body: { code: 'sso_no_access' } })
  expect(await memberOf(person.email)).toBeUndefined()
})

test('a user without a mapped group gets no account', async () => {
  const person = someone(['lunch'])
  expect(await world.comeIn(person)).toMatchObject({ status: 403, body: { code: 'sso_no_access' } })
  const { rows } = await world.app.database.pool.query('select 1 from users where email_norm = $1', [person.email])
  expect(rows).toEqual([])
})

test('no group changes the role of an owner', async () => {
  const { browser, body } = await world.comeIn(someone(['lunch'], 'owner@acme.test'))
  expect(body).toMatchObject({ kind: 'connect', email: 'owner@acme.test' })
  const connected = await browser.must(ssoSignIn.connectSso, { password: TEST_PASSWORD })
  expect(connected).toMatchObject({ kind: 'signed_in', user: { id: owner_id, role: 'owner' } })
  const again = await world.comeIn({ ...world.issuer.person, email: 'owner@acme.test', groups: [] })
  expect(again.body).toMatchObject({ kind: 'signed_in', user: { id: owner_id, role: 'owner' } })
})

test('an existing account is connected only with its password; until then nothing of it opens', async () => {
  const { id } = await world.app.addUser({ email: 'carla@acme.test', name: 'Carla' })
  const person = someone(['money'], 'carla@acme.test')
  const { browser, body } = await world.comeIn(person)
  expect(body).toEqual({ kind: 'connect', email: 'carla@acme.test', team: 'Olga Owner', role: 'finance' })
  expect(await memberOf('carla@acme.test')).toBeUndefined()
  expect((await browser.call(users.getUserData, {})).status).toBe(401)
  const wrong = await browser.call(ssoSignIn.connectSso, { password: 'a wrong one entirely' })
  expect(wrong).toMatchObject({ status: 400, body: { code: 'wrong_password' } })
  expect(await memberOf('carla@acme.test')).toBeUndefined()
  expect(await browser.must(ssoSignIn.connectSso, { password: TEST_PASSWORD })).toMatchObject({
    kind: 'signed_in',
    user: { id, role: 'finance', parent_id: 0 },
    joined: { role: 'finance' },
  })
  expect((await browser.call(ssoSignIn.connectSso, { password: TEST_PASSWORD })).body).toMatchObject({
    code: 'sso_failed',
  })
  expect((await world.comeIn(person)).body).toMatchObject({ kind: 'signed_in', user: { id } })
})

test('joining by single sign-on leaves the login alone that a person works on in sessions by password', async () => {
  const { email } = await world.app.addUser({ email: 'gina@acme.test', name: 'Gina' })
  const own = await world.signedIn(email)
  await own.must(users.setActiveApiUser, { login: email })
  const come = await world.comeIn(someone(['engineers'], email))
  await come.browser.must(ssoSignIn.connectSso, { password: TEST_PASSWORD })
  const loginOf = async (browser: typeof own) => (await browser.must(users.getUserData, {})).user.api_login
  expect(await loginOf(come.browser)).toBe('owner@acme.test')
  expect([await loginOf(own), await loginOf(await world.signedIn(email))]).toEqual([email, email])
})

test('who has become staff is not connected by their password: no member, no identity, no session', async () => {
  const { id, email } = await world.app.addUser({ email: 'hugo@acme.test', name: 'Hugo' })
  const { browser, body } = await world.comeIn(someone(['engineers'], email))
  expect(body).toMatchObject({ kind: 'connect', email })
  await world.app.database.owner.query('update users set is_staff = true where id = $1', [id])
  expect((await browser.call(ssoSignIn.connectSso, { password: TEST_PASSWORD })).body).toMatchObject({
    code: 'sso_failed',
  })
  expect(await memberOf(email)).toBeUndefined()
  const { rows } = await world.app.database.pool.query('select from sso_identities where user_id = $1', [id])
  expect(rows).toEqual([])
  expect((await browser.call(users.getUserData, {})).status).toBe(401)
})

test('a member’s own second factor is needed after single sign-on, too, and opens the team alone', async () => {
  const { email } = await world.app.addUser({ email: 'fred@acme.test', name: 'Fred' })
  const person = someone(['engineers'], email)
  const come = await world.comeIn(person)
  await come.browser.must(ssoSignIn.connectSso, { password: TEST_PASSWORD })
  const browser = await world.signedIn(email)
  const { key } = await browser.must(profile.beginFactor, {})
  await browser.must(profile.turnOnFactor, { code: codeAt(key, world.app.clock.now()) })
  const next = await world.comeIn(person)
  expect(next.body).toEqual({ kind: 'code' })
  expect((await next.browser.call(users.getUserData, {})).status).toBe(401)
  world.app.clock.forward(30_000)
  const { user } = await next.browser.must(auth.secondFactor, { code: codeAt(key, world.app.clock.now()) })
  world.app.clock.forward(-30_000)
  expect(user).toMatchObject({ by_sso: true, api_login: 'owner@acme.test' })
  expect((await next.browser.must(access.getAccessInfo, {})).available_api_logins).toEqual(['owner@acme.test'])
  expect((await next.browser.must(users.getUserData, {})).user).toMatchObject({ email: person.email })
})

test('who has become staff does not sign in by the single sign-on of a team', async () => {
  const person = someone(['engineers'])
  expect((await world.comeIn(person)).body).toMatchObject({ kind: 'signed_in' })
  const { rowCount } = await world.app.database.owner.query('update users set is_staff = true where email = $1', [
    person.email,
  ])
  expect(rowCount).toBe(1)
  expect((await world.comeIn(person)).body).toMatchObject({ code: 'sso_failed' })
})

async function confirmIn(browser: Awaited<ReturnType<typeof world.visitor>>) {
  await world.goThere(browser, (await browser.must(ssoSignIn.confirmBySso, {})).target_url)
  return browser.call(ssoSignIn.finishSso, {})
}

test('where a password would be needed, the sign-in service authenticates again: the same person, and just now', async () => {
  const person = someone(['engineers'])
  const { browser } = await world.comeIn(person)
  const secret = () => browser.call(access.showPassword, {})
  expect((await secret()).body).toMatchObject({ code: 'reauth_needed' })
  const hour_ago_s = Math.floor((performance.timeOrigin + performance.now()) / 1000) - 3600
  for (const change of [{ auth_time: hour_ago_s }, { auth_time: undefined }, { sub: 'somebody-else' }]) {
    world.issuer.claims = change
    expect((await confirmIn(browser)).body).toMatchObject({ code: 'sso_failed' })
  }
  world.issuer.claims = {}
  expect((await secret()).body).toMatchObject({ code: 'reauth_needed' })
  expect((await confirmIn(browser)).body).toEqual({ kind: 'confirmed' })
  expect(Object.fromEntries(world.issuer.authRequest)).toMatchObject({ max_age: '0', prompt: 'login' })
  expect((await secret()).status).toBe(200)
})

test('required: members of the domain reach the team by single sign-on alone, keep their own account, and owners keep their password', async () => {
  const { id } = await world.app.addUser({ email: 'dora@acme.test', name: 'Dora' })
  const other = await world.app.addUser({ email: 'guest@partner.test', name: 'Guest' })
  for (const user_id of [id, other.id])
    await addMember(world.app.ctx, { owner_id, user_id, role: 'developer', cap_micros: null })
  const [before, guest] = [await world.signedIn('dora@acme.test'), await world.signedIn('guest@partner.test')]
  await before.must(users.setActiveApiUser, { login: 'owner@acme.test' })
  // Claimed, and never verified.
  await owner.must(sso.addSsoDomain, { domain: 'partner.test' })
  await owner.must(sso.switchSso, { is_on: true, is_required: true })
  // The open session falls back to the own account, and a new one by password finds the team named but closed.
  const browser = await world.signedIn('dora@acme.test')
  for (const one of [before, browser]) {
    expect((await one.must(users.getUserData, {})).user).toMatchObject({ api_login: 'dora@acme.test', role: 'owner' })
    expect(await one.must(access.getAccessInfo, {})).toMatchObject({
      available_api_logins: ['dora@acme.test'],
      sso_logins: ['owner@acme.test'],
    })
    expect((await one.call(users.setActiveApiUser, { login: 'owner@acme.test' })).body).toMatchObject({
      code: 'unknown_login',
    })
  }
  await guest.must(users.setActiveApiUser, { login: 'owner@acme.test' })
  expect((await guest.must(users.getUserData, {})).user).toMatchObject({
    email: 'guest@partner.test',
    api_login: 'owner@acme.test',
  })
  await (await world.visitor()).signIn('owner@acme.test')
  const come = await world.comeIn(someone(['engineers'], 'dora@acme.test'))
  expect(await come.browser.must(ssoSignIn.connectSso, { password: TEST_PASSWORD })).toMatchObject({ user: { id } })
  expect((await come.browser.must(users.getUserData, {})).user).toMatchObject({
    email: 'dora@acme.test',
    api_login: 'owner@acme.test',
  })
  await owner.must(sso.switchSso, { is_on: true, is_required: false })
  await browser.must(users.setActiveApiUser, { login: 'owner@acme.test' })
})

test('the sign-in service counts as the second factor a team demands, in this team alone', async () => {
  const person = someone(['staff'])
  const { browser } = await world.comeIn(person)
  await world.app.database.pool.query(
    `insert into account_rules (owner_id, factor_from) values ($1, $2)
       on conflict (owner_id) do update set factor_from = $2`,
    [owner_id, new Date(world.app.clock.now().getTime() - DAY_MS)],
  )
  const member = await world.signedIn('guest@partner.test')
  await member.must(users.setActiveApiUser, { login: 'owner@acme.test' })
  expect((await member.call(team.getTeam, {})).body).toMatchObject({ code: 'factor_setup_needed' })
  expect((await browser.must(users.getUserData, {})).user).toMatchObject({ needs_factor: false })
  expect((await browser.call(team.getTeam, {})).status).toBe(200)
  await world.app.database.pool.query('delete from account_rules')
})
