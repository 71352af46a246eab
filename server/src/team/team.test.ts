import { access } from '@portico/contract/access.ts'
import { auth } from '@portico/contract/auth.ts'
import { operator } from '@portico/contract/operator.ts'
import { team } from '@portico/contract/team.ts'
import { users } from '@portico/contract/users.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../test-app.ts'
import { openBrowser } from '../test-browser.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const PASSWORD = 'a long and quiet river'
let app: TestApp
let owner: Awaited<ReturnType<typeof signedIn>>
let owner_id = 0
beforeAll(async () => {
  app = await openTestApp()
  owner_id = (await app.addUser({ email: 'owner@example.com', name: 'Olga Owner' })).id
  owner = await signedIn('owner@example.com')
})
afterAll(() => app.close())

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

async function invited(
  email: string,
  role: 'admin' | 'developer' | 'finance' | 'viewer' = 'developer',
): Promise<string> {
  await owner.must(team.invite, { email, role, cap_micros: null })
  return linkIn(email)
}

async function linkIn(email: string): Promise<string> {
  const url = new URL(String((await app.mails(email)).at(-1)?.data.link))
  return url.pathname + url.search
}

const signUp = (email: string) => ({ email, password: PASSWORD, name: '', privacy: true as const, captcha: '' })

test('RO-04 a newcomer registers with the invitation and is a member and child account at once', async () => {
  const link = await invited('newcomer@example.com', 'finance')
  const browser = await visitor()
  expect((await browser.open(link)).headers.location).toBe('/register')
  expect(await browser.must(team.pendingInvitation, {})).toEqual({
    pending: { team: 'Olga Owner', email: 'newcomer@example.com', role: 'finance', is_for_you: false },
  })
  const { user } = await browser.must(auth.register, signUp('newcomer@example.com'))
  expect(user).toMatchObject({ email: 'newcomer@example.com', parent_id: owner_id })
  expect(await browser.must(access.getAccessInfo, {})).toMatchObject({
    api_login: 'newcomer@example.com',
    available_api_logins: ['newcomer@example.com', 'owner@example.com'],
  })
  const { members, invitations } = await owner.must(team.getTeam, {})
  expect(members).toMatchObject([{ email: 'newcomer@example.com', role: 'finance' }])
  expect(invitations).toEqual([])
  expect((await app.mails('owner@example.com')).at(-1)).toMatchObject({ template: 'team_joined' })
})

test('SEC-L3 of five who register with one invitation at once one joins, and the others are told that it is used', async () => {
  const link = await invited('five-at-once@example.com')
  const browsers = await Promise.all(
    Array.from({ length: 5 }, async () => {
      const browser = await visitor()
      await browser.open(link)
      return browser
    }),
  )
  const answers = await Promise.all(
    browsers.map((browser, at) =>
      browser.call(auth.register, signUp('five-at-once@example.com'), { ip: `192.0.2.${at}` }),
    ),
  )
  const joined = answers.filter(({ body }) => 'user' in body)
  expect(joined).toHaveLength(1)
  // Whoever comes later finds the address taken, and is told so by mail only.
  for (const { status, body } of answers)
    if (status !== 200) expect({ status, body }).toMatchObject({ status: 400, body: { code: 'link_used' } })
  const { rows } = await app.database.pool.query(`select status from users where email = 'five-at-once@example.com'`)
  expect(rows).toEqual([{ status: 'active' }])
})

test('CA-02 the fields the seed names carry an invitation too', async () => {
  const url = new URL(await invited('by-fields@example.com'), 'http://x')
  const browser = await visitor()
  const { user } = await browser.must(auth.register, {
    ...signUp('by-fields@example.com'),
    parent_id: url.searchParams.get('pid'),
    parent_token: url.searchParams.get('pt') ?? '',
  })
  expect(user?.parent_id).toBe(owner_id)
})

test('Z7 someone who has an account joins only after saying yes, and stays their own account', async () => {
  await app.addUser({ email: 'member@example.com', name: 'Mia' })
  const browser = await signedIn('member@example.com')
  await browser.open(await invited('member@example.com', 'viewer'))
  expect((await browser.must(team.pendingInvitation, {})).pending?.is_for_you).toBe(true)
  expect((await browser.must(access.getAccessInfo, {})).available_api_logins).toEqual(['member@example.com'])
  const { user } = await browser.must(team.acceptInvitation, {})
  expect(user.parent_id).toBe(0)
  expect((await browser.must(access.getAccessInfo, {})).available_api_logins).toEqual([
    'member@example.com',
    'owner@example.com',
  ])
  expect((await browser.call(team.acceptInvitation, {})).status).toBe(400)
})

describe('Z6 an invitation', () => {
  test('belongs to its address', async () => {
    await app.addUser({ email: 'thief@example.com' })
    const link = await invited('meant@example.com')
    const thief = await signedIn('thief@example.com')
    await thief.open(link)
    expect((await thief.call(team.acceptInvitation, {})).body).toMatchObject({ code: 'invitation_for_other' })
    const stranger = await visitor()
    await stranger.open(link)
    const answer = await stranger.must(auth.register, signUp('stranger@example.com'))
    expect(answer.user).toBeUndefined()
  })
  test('is kept as a hash, and its number alone is worth nothing', async () => {
    const token = new URL(await invited('hashed@example.com'), 'http://x').searchParams.get('pt') ?? ''
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
  test('is good once, seven days, and not after it was taken back or sent again', async () => {
    const first = await invited('often@example.com')
    const { invitations } = await owner.must(team.getTeam, {})
    const open = invitations.find(({ email }) => email === 'often@example.com')
    await owner.must(team.resendInvitation, { id: open?.id ?? 0 })
    const stale = await visitor()
    await stale.open(first)
    expect(await stale.must(team.pendingInvitation, {})).toEqual({ pending: null })
    const again = await linkIn('often@example.com')
    const fresh = await visitor()
    await fresh.open(again)
    expect((await fresh.must(team.pendingInvitation, {})).pending?.email).toBe('often@example.com')
    const renewed = (await owner.must(team.getTeam, {})).invitations.find(({ email }) => email === 'often@example.com')
    await owner.must(team.revokeInvitation, { id: renewed?.id ?? 0 })
    await fresh.open(again)
    expect(await fresh.must(team.pendingInvitation, {})).toEqual({ pending: null })

    const late = await invited('late@example.com')
    app.clock.forward(7 * DAY_MS)
    const browser = await visitor()
    await browser.open(late)
    expect(await browser.must(team.pendingInvitation, {})).toEqual({ pending: null })
    owner = await signedIn('owner@example.com')
  })
  test('accepted a hundred times at once is accepted once', async () => {
    await app.addUser({ email: 'eager@example.com' })
    const browser = await signedIn('eager@example.com')
    await browser.open(await invited('eager@example.com'))
    const answers = await Promise.all(Array.from({ length: 100 }, () => browser.call(team.acceptInvitation, {})))
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
  test('nobody reaches into another team', async () => {
    await app.addUser({ email: 'neighbour@example.com' })
    const neighbour = await signedIn('neighbour@example.com')
    await invited('waiting@example.com')
    const open = (await owner.must(team.getTeam, {})).invitations[0]
    const member = (await owner.must(team.getTeam, {})).members[0]
    expect((await neighbour.call(team.revokeInvitation, { id: open?.id ?? 0 })).status).toBe(400)
    expect((await neighbour.call(team.resendInvitation, { id: open?.id ?? 0 })).status).toBe(400)
    expect((await neighbour.call(team.removeMember, { user_id: member?.user_id ?? 0 })).status).toBe(404)
    expect((await neighbour.call(team.changeRole, { user_id: member?.user_id ?? 0, role: 'viewer' })).status).toBe(404)
    expect((await owner.must(team.getTeam, {})).members.map(({ user_id }) => user_id)).toContain(member?.user_id)
  })
})

test('inviting oneself, or someone who is in, says so', async () => {
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

  test('loses its session and its entry at the private white-label at once, and stays an account of its own elsewhere', async () => {
    await app.operator(operator.setWhitelabel, {
      host: HOST,
      brand: { title: 'Private' },
      parent: 'owner@example.com',
      by: 'test',
    })
    owner = await signedIn('owner@example.com')
    const link = await invited(email)
    const there = await at('203.0.113.1')
    await there.open(link)
    expect((await there.must(auth.register, signUp(email))).user).toMatchObject({ parent_id: owner_id })
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

  test('is let in again after a new invitation, which it accepts where its account is', async () => {
    const link = await invited(email)
    const here = await visitor()
    await here.signIn(email, PASSWORD)
    await here.open(link)
    await here.must(team.acceptInvitation, {})
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

  test('who is the child of one owner and a member elsewhere stays the child when removed there', async () => {
    await app.addUser({ email: 'second-owner@example.com' })
    const second = await signedIn('second-owner@example.com')
    const own = await visitor()
    await own.open(await invited('both@example.com'))
    await own.must(auth.register, signUp('both@example.com'))
    await second.must(team.invite, { email: 'both@example.com', role: 'viewer', cap_micros: null })
    await own.open(await linkIn('both@example.com'))
    await own.must(team.acceptInvitation, {})
    const [member] = (await second.must(team.getTeam, {})).members
    await second.must(team.removeMember, { user_id: member?.user_id ?? 0 })
    expect((await whoami(own)).body).toMatchObject({ user: { parent_id: owner_id } })
  })
})
