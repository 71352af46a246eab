import { access } from '@portico/contract/access.ts'
import { auth } from '@portico/contract/auth.ts'
import { dashboard } from '@portico/contract/dashboard.ts'
import { joinTeam } from '@portico/contract/join-team.ts'
import { operator } from '@portico/contract/operator.ts'
import { team } from '@portico/contract/team.ts'
import { users } from '@portico/contract/users.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { invitationIn, openBrowser } from '#testing/browser.ts'
import { sharedApp } from '#testing/shared-app.ts'
import { addMember, changeMemberRole, dropMember } from './members.ts'
import { moveInvitations } from './store.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const PASSWORD = 'a long and quiet river'
const app = sharedApp()
let owner: Awaited<ReturnType<typeof signedIn>>
let owner_id = 0
beforeAll(async () => {
  owner_id = (await app.addUser({ email: 'owner@example.com', name: 'Olga Owner' })).id
  owner = await signedIn('owner@example.com')
})

let count = 0
async function visitor() {
  count += 1
  const browser = app.browser({ ip: `198.51.100.${count}` })
  await browser.open('/signin')
  return browser
}

async function signedIn(email: string) {
  const browser = await visitor()
  await browser.signIn(email)
  return browser
}

async function invited(email: string, role: 'admin' | 'developer' | 'finance' | 'viewer' = 'developer') {
  await owner.must(team.invite, { email, role, cap_micros: null })
  return keyOf(email)
}

async function keyOf(email: string) {
  return invitationIn(String((await app.mails(email)).at(-1)?.data.link))
}

const signUp = (email: string, key: object = {}) => ({
  email,
  password: PASSWORD,
  name: '',
  privacy: true as const,
  captcha: '',
  ...key,
})

test('RO-04 PU-16 a user who registers with the invitation is a member and child account at once, and works on the team’s login', async () => {
  const key = await invited('newcomer@example.com', 'finance')
  const browser = await visitor()
  expect((await browser.must(joinTeam.checkInvitation, key)).open).toEqual({
    team: 'Olga Owner',
    inviter: 'Olga Owner',
    email: 'newcomer@example.com',
    role: 'finance',
    has_account: false,
    is_for_you: false,
  })
  const { user, joined } = await browser.must(auth.register, signUp('newcomer@example.com', key))
  expect(user).toMatchObject({ email: 'newcomer@example.com', parent_id: owner_id })
  expect(joined).toEqual({ team: 'Olga Owner', role: 'finance' })
  expect(await browser.must(access.getAccessInfo, {})).toMatchObject({
    api_login: 'owner@example.com',
    available_api_logins: ['newcomer@example.com', 'owner@example.com'],
  })
  const { members, invitations } = await owner.must(team.getTeam, {})
  expect(members).toMatchObject([{ email: 'newcomer@example.com', role: 'finance' }])
  expect(invitations).toEqual([])
  expect((await app.mails('owner@example.com')).at(-1)).toMatchObject({ template: 'team_joined' })
})

test('an owner whose account is disabled gets no mail about a new member', async () => {
  const { id } = await app.addUser({ email: 'second@example.com' })
  await addMember(app.ctx, { owner_id, user_id: id, role: 'admin', cap_micros: null })
  await changeMemberRole(app.ctx, owner_id, id, 'owner')
  const join = async (email: string) => (await visitor()).must(auth.register, signUp(email, await invited(email)))
  const mails = async () => (await app.mails('second@example.com')).map(({ template }) => template)
  await join('while-active@example.com')
  expect(await mails()).toEqual(['team_joined'])
  await app.operator(operator.disableUser, { email: 'second@example.com', reason: 'a test', by: 'test' })
  await join('while-disabled@example.com')
  expect(await mails()).toEqual(['team_joined'])
  const { members } = await owner.must(team.getTeam, {})
  const own = ['second@example.com', 'while-active@example.com', 'while-disabled@example.com']
  for (const { user_id } of members.filter(({ email }) => own.includes(email)))
    await dropMember(app.ctx, owner_id, user_id)
})

test('RO-04 an invited user gets no trial credit of their own, and no list of first steps in the team', async () => {
  const { rows } = await sql<{ balance_micros: number; entries: number }>`
    select balance_micros, (select count(*)::int from ledger_entries e where e.account_id = a.id) as entries
      from ledger_accounts a join api_logins l on l.id = a.api_login_id where l.login = 'newcomer@example.com'`.execute(
    app.database.db,
  )
  expect(rows).toEqual([{ balance_micros: 0, entries: 0 }])
  const member = await visitor()
  await member.signIn('newcomer@example.com', PASSWORD)
  await member.must(users.setActiveApiUser, { login: 'owner@example.com' })
  expect((await member.must(dashboard.getStart, {})).is_shown).toBe(false)
  expect((await owner.must(dashboard.getStart, {})).is_shown).toBe(true)
})

test('PU-16 a sign-up with an invitation that is used, garbage or for another address is refused, and makes no account', async () => {
  const used = await invited('first@example.com')
  await (await visitor()).must(auth.register, signUp('first@example.com', used))
  const open = await invited('second@example.com')
  const tries = [
    { key: used, code: 'invitation_over' },
    { key: { ...open, parent_token: 'garbage' }, code: 'invitation_over' },
    { key: { parent_id: 'none', parent_token: open.parent_token }, code: 'invitation_over' },
    { key: open, code: 'invitation_for_other' },
  ]
  const browser = await visitor()
  for (const { key, code } of tries)
    expect((await browser.call(auth.register, signUp('nobody@example.com', key))).body).toMatchObject({ code })
  const rows = await app.database.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'nobody@example.com')
    .execute()
  expect(rows).toEqual([])
  expect(await app.mails('nobody@example.com')).toEqual([])
})

test('PU-16 an invitation works on its sixth day as on its first, without a cookie', async () => {
  const key = await invited('slow@example.com')
  const browser = await visitor()
  expect((await browser.open(`/accept-invitation?pid=${key.parent_id}&pt=${key.parent_token}`)).cookies).toEqual([])
  app.clock.forward(6 * DAY_MS)
  owner = await signedIn('owner@example.com')
  await browser.open('/register')
  expect((await browser.must(auth.register, signUp('slow@example.com', key))).joined?.role).toBe('developer')
})

test('checking invitations is limited per address', async () => {
  const browser = await visitor()
  const key = { parent_id: owner_id, parent_token: 'guessed' }
  for (let at = 0; at < 60; at += 1) expect(await browser.must(joinTeam.checkInvitation, key)).toEqual({ open: null })
  expect((await browser.call(joinTeam.checkInvitation, key)).body).toMatchObject({ code: 'too_many_tries' })
})

test('SEC-L3 of five users who register with one invitation at once one joins, and the others get an error that it is used', async () => {
  const key = await invited('five-at-once@example.com')
  const browsers = await Promise.all(Array.from({ length: 5 }, visitor))
  const answers = await Promise.all(
    browsers.map((browser, at) =>
      browser.call(auth.register, signUp('five-at-once@example.com', key), { ip: `192.0.2.${at}` }),
    ),
  )
  const joined = answers.filter(({ body }) => 'user' in body)
  expect(joined).toHaveLength(1)
  // A later one finds the address taken, and learns that by mail only.
  for (const { status, body } of answers)
    if (status !== 200) expect({ status, body }).toMatchObject({ status: 403, body: { code: 'invitation_over' } })
  const { rows } = await app.database.pool.query(`select status from users where email = 'five-at-once@example.com'`)
  expect(rows).toEqual([{ status: 'active' }])
})

test('Z7 a user who has an account joins only after confirming, keeps their own account, and works on the team’s login', async () => {
  await app.addUser({ email: 'member@example.com', name: 'Mia' })
  const browser = await signedIn('member@example.com')
  await browser.must(users.setLanguage, { language: 'de' })
  const key = await invited('member@example.com', 'viewer')
  expect((await app.mails('member@example.com')).at(-1), 'in their own language').toMatchObject({ language: 'de' })
  expect((await browser.must(joinTeam.checkInvitation, key)).open).toMatchObject({
    is_for_you: true,
    has_account: true,
  })
  expect((await browser.must(access.getAccessInfo, {})).available_api_logins).toEqual(['member@example.com'])
  const { user, joined } = await browser.must(joinTeam.acceptInvitation, key)
  expect(user.parent_id).toBe(0)
  expect(joined).toEqual({ team: 'Olga Owner', role: 'viewer' })
  expect(await browser.must(access.getAccessInfo, {})).toMatchObject({
    api_login: 'owner@example.com',
    available_api_logins: ['member@example.com', 'owner@example.com'],
  })
  expect((await browser.call(joinTeam.acceptInvitation, key)).body).toMatchObject({ code: 'invitation_over' })
})

describe('Z6 an invitation', () => {
  test('works only for its address', async () => {
    await app.addUser({ email: 'thief@example.com' })
    const key = await invited('meant@example.com')
    const thief = await signedIn('thief@example.com')
    expect((await thief.call(joinTeam.acceptInvitation, key)).body).toMatchObject({ code: 'invitation_for_other' })
  })
  test('is stored as a hash, and its number alone is worthless', async () => {
    const { parent_token: token } = await invited('hashed@example.com')
    const { rows } = await sql<{ text: string }>`select t::text as text from invitations t`.execute(app.database.db)
    expect(rows.map((row) => row.text).join()).not.toContain(token)
    for (const parent_id of [owner_id, '1e3', '0x3e9', 1001.5, 2 ** 31, -1]) {
      const answer = await (await visitor()).call(auth.register, {
        ...signUp(`alone${count}@example.com`),
        parent_id,
        parent_token: 'x',
      })
      expect((answer.body as { user?: unknown }).user).toBeUndefined()
    }
  })
  test('works once, for seven days, and not after it was withdrawn or sent again', async () => {
    const first = await invited('often@example.com')
    const { invitations } = await owner.must(team.getTeam, {})
    const open = invitations.find(({ email }) => email === 'often@example.com')
    await owner.must(team.resendInvitation, { id: open?.id ?? 0 })
    const browser = await visitor()
    expect(await browser.must(joinTeam.checkInvitation, first)).toEqual({ open: null })
    const again = await keyOf('often@example.com')
    expect((await browser.must(joinTeam.checkInvitation, again)).open?.email).toBe('often@example.com')
    const renewed = (await owner.must(team.getTeam, {})).invitations.find(({ email }) => email === 'often@example.com')
    await owner.must(team.revokeInvitation, { id: renewed?.id ?? 0 })
    expect(await browser.must(joinTeam.checkInvitation, again)).toEqual({ open: null })

    const late = await invited('late@example.com')
    app.clock.forward(7 * DAY_MS)
    expect(await browser.must(joinTeam.checkInvitation, late)).toEqual({ open: null })
    owner = await signedIn('owner@example.com')
  })
  test('accepted a hundred times at once is accepted once', async () => {
    await app.addUser({ email: 'eager@example.com' })
    const browser = await signedIn('eager@example.com')
    const key = await invited('eager@example.com')
    const answers = await Promise.all(Array.from({ length: 100 }, () => browser.call(joinTeam.acceptInvitation, key)))
    expect(answers.filter(({ status }) => status === 200).length).toBe(1)
  })
})

describe('Z7 roles are enforced on the server', () => {
  test('a viewer on a team’s login manages nothing, and a removed member loses the login at once', async () => {
    const member = await signedIn('member@example.com')
    const logins = await app.database.db.selectFrom('api_logins').select(['id', 'login']).execute()
    const team_login = logins.find(({ login }) => login === 'owner@example.com')?.id ?? 0
    await app.database.db
      .updateTable('sessions')
      .set({ active_login_id: team_login })
      .where(
        'user_id',
        'in',
        app.database.db.selectFrom('users').select('id').where('email', '=', 'member@example.com'),
      )
      .execute()
    expect((await member.must(access.getAccessInfo, {})).api_login).toBe('owner@example.com')
    expect(await member.must(team.getTeam, {})).toMatchObject({ own: { role: 'viewer' }, invitations: [] })
    const tries = [
      member.call(team.invite, { email: 'friend@example.com', role: 'admin', cap_micros: null }),
      member.call(team.changeRole, { user_id: owner_id, role: 'viewer' }),
      member.call(team.removeMember, { user_id: owner_id }),
      member.call(team.resendInvitation, { id: 1 }),
      member.call(team.revokeInvitation, { id: 1 }),
    ]
    for (const { status } of await Promise.all(tries)) expect(status).toBe(404)

    const row = (await owner.must(team.getTeam, {})).members.find(({ email }) => email === 'member@example.com')
    await owner.must(team.changeRole, { user_id: row?.user_id ?? 0, role: 'admin' })
    expect(await member.must(team.getTeam, {})).toMatchObject({ own: { role: 'admin', cap_micros: null } })
    await owner.must(team.removeMember, { user_id: row?.user_id ?? 0 })
    expect(await member.must(access.getAccessInfo, {})).toMatchObject({
      api_login: 'member@example.com',
      available_api_logins: ['member@example.com'],
    })
  })
  test('a member cannot change another team', async () => {
    await app.addUser({ email: 'neighbour@example.com' })
    const neighbour = await signedIn('neighbour@example.com')
    await invited('waiting@example.com')
    await neighbour.must(team.invite, { email: 'elsewhere@example.com', role: 'viewer', cap_micros: null })
    const { invitations } = await neighbour.must(team.getTeam, {})
    expect(invitations.map(({ email }) => email)).toEqual(['elsewhere@example.com'])
    const open = (await owner.must(team.getTeam, {})).invitations[0]
    const member = (await owner.must(team.getTeam, {})).members[0]
    expect((await neighbour.call(team.revokeInvitation, { id: open?.id ?? 0 })).status).toBe(400)
    expect((await neighbour.call(team.resendInvitation, { id: open?.id ?? 0 })).status).toBe(400)
    expect((await neighbour.call(team.removeMember, { user_id: member?.user_id ?? 0 })).status).toBe(404)
    expect((await neighbour.call(team.changeRole, { user_id: member?.user_id ?? 0, role: 'viewer' })).status).toBe(404)
    expect((await owner.must(team.getTeam, {})).members.map(({ user_id }) => user_id)).toContain(member?.user_id)
  })
})

test('RO-04 the list begins with the owner, for members too, and inviting an address again reports that it was sent again', async () => {
  const person = { user_id: owner_id, name: 'Olga Owner', email: 'owner@example.com' }
  expect((await owner.must(team.getTeam, {})).owner).toMatchObject(person)
  const member = await visitor()
  await member.signIn('newcomer@example.com', PASSWORD)
  await member.must(users.setActiveApiUser, { login: 'owner@example.com' })
  expect((await member.must(team.getTeam, {})).owner).toMatchObject(person)
  const input = { email: 'asked-twice@example.com', role: 'viewer' as const, cap_micros: null }
  expect(await owner.must(team.invite, input)).toMatchObject({ is_again: false })
  expect(await owner.must(team.invite, input)).toMatchObject({ is_again: true })
})

test('open invitations follow their receiver to a new address, alone, and not in a team that invited the new one too', async () => {
  await app.addUser({ email: 'rival@example.com' })
  const rival = await signedIn('rival@example.com')
  const invite = (by: typeof owner, email: string) => by.must(team.invite, { email, role: 'viewer', cap_micros: null })
  const opened = async (by: typeof owner) =>
    (await by.must(team.getTeam, {})).invitations
      .map(({ email }) => email)
      .filter((email) => email.startsWith('moves-'))
  for (const email of ['moves-from@example.com', 'moves-to@example.com'])
    await owner.must(team.revokeInvitation, { id: (await invite(owner, email)).id })
  for (const email of ['moves-from@example.com', 'moves-not@example.com']) await invite(owner, email)
  for (const email of ['moves-from@example.com', 'moves-to@example.com']) await invite(rival, email)
  await moveInvitations(app.database.db, 'moves-from@example.com', 'moves-to@example.com')
  expect((await opened(owner)).toSorted()).toEqual(['moves-not@example.com', 'moves-to@example.com'])
  expect((await opened(rival)).toSorted()).toEqual(['moves-from@example.com', 'moves-to@example.com'])
  await invite(rival, 'moves-not@example.com')
  expect(await opened(owner), 'invited by another team as well').toContain('moves-not@example.com')
  const { rows } = await app.database.pool.query(
    "select count(*)::int as count from invitations where email_norm = 'moves-from@example.com' and revoked_at is not null",
  )
  expect(rows, 'what was withdrawn stays as it was').toEqual([{ count: 1 }])
})

test('inviting oneself, or a member, is refused with the reason', async () => {
  expect((await owner.call(team.invite, { email: 'owner@example.com', role: 'viewer', cap_micros: null })).status).toBe(
    409,
  )
  expect(
    (await owner.call(team.invite, { email: 'newcomer@example.com', role: 'viewer', cap_micros: null })).status,
  ).toBe(409)
})

describe('SEC-M8 Z7 a child account that is removed from the team', () => {
  const HOST = 'private.example'
  const site = new URL('http://private.example')
  const at = async (ip: string) => {
    const browser = openBrowser(app.app, site, ip)
    await browser.open('/signin')
    return browser
  }
  const whoami = (browser: Awaited<ReturnType<typeof at>>) => browser.call(users.getUserData, {})
  const remove = async (email: string) => {
    const member = (await owner.must(team.getTeam, {})).members.find((row) => row.email === email)
    await owner.must(team.removeMember, { user_id: member?.user_id ?? 0 })
  }
  const email = 'child@example.com'

  test('loses its session and its access to the private white-label at once, and stays an independent account elsewhere', async () => {
    await app.operator(operator.setWhitelabel, {
      host: HOST,
      brand: { title: 'Private' },
      parent: 'owner@example.com',
      by: 'test',
    })
    owner = await signedIn('owner@example.com')
    const key = await invited(email)
    const there = await at('203.0.113.1')
    expect((await there.must(auth.register, signUp(email, key))).user).toMatchObject({ parent_id: owner_id })
    const here = await visitor()
    await here.signIn(email, PASSWORD)
    expect((await whoami(there)).status).toBe(200)

    await remove(email)

    expect((await whoami(there)).status).toBe(401)
    const again = await at('203.0.113.2')
    expect((await again.call(auth.authenticate, { email, password: PASSWORD, captcha: '' })).status).toBe(400)
    expect((await whoami(here)).body).toMatchObject({ user: { email, parent_id: 0 } })
    expect(await here.must(access.getAccessInfo, {})).toMatchObject({ api_login: email, available_api_logins: [email] })
    // Its mail comes from the provider again, with an address it can use.
    await here.must(auth.sendForgotPasswordEmail, { email, captcha: '' })
    const mail = (await app.mails(email)).at(-1)
    expect(new URL(String(mail?.data.link)).hostname).toBe(app.ctx.env.public_url.hostname)
  })

  test('is admitted again after a new invitation, which it accepts at the site of its account', async () => {
    const key = await invited(email)
    const here = await visitor()
    await here.signIn(email, PASSWORD)
    await here.must(joinTeam.acceptInvitation, key)
    const there = await at('203.0.113.3')
    await there.signIn(email, PASSWORD)
    expect((await whoami(there)).status).toBe(200)
  })

  test('has no session there even if one was begun in the moment of the removal', async () => {
    const there = await at('203.0.113.4')
    await there.signIn(email, PASSWORD)
    await app.database.db.deleteFrom('team_members').where('owner_id', '=', owner_id).execute()
    expect((await whoami(there)).status).toBe(401)
  })

  test('a child account of one owner that is removed from another team stays the child', async () => {
    await app.addUser({ email: 'second-owner@example.com' })
    const second = await signedIn('second-owner@example.com')
    const own = await visitor()
    await own.must(auth.register, signUp('both@example.com', await invited('both@example.com')))
    await second.must(team.invite, { email: 'both@example.com', role: 'viewer', cap_micros: null })
    await own.must(joinTeam.acceptInvitation, await keyOf('both@example.com'))
    const [member] = (await second.must(team.getTeam, {})).members
    await second.must(team.removeMember, { user_id: member?.user_id ?? 0 })
    expect((await whoami(own)).body).toMatchObject({ user: { parent_id: owner_id } })
  })
})
