import { access } from '@portico/contract/access.ts'
import { CODE } from '@portico/contract/codes.ts'
import { dashboard } from '@portico/contract/dashboard.ts'
import { gateway } from '@portico/contract/gateway.ts'
import { team } from '@portico/contract/team.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '#testing/app.ts'
import { closeBalanced } from '#testing/close-balanced.ts'
import { type Customer, LIVE, LIVE_MICROS, openCustomer, search } from '#testing/gateway/customer.ts'
import { openMember as openTeamMember } from '#testing/gateway/member.ts'

const OK = [200, CODE.ok, CODE.ok]
let site: TestApp
let owner: Customer
beforeAll(async () => {
  site = await openTestApp()
})
afterAll(() => closeBalanced(site))

const calls = (basic: string) => owner.codes(LIVE, { body: search(), headers: { authorization: `Basic ${basic}` } })

/** A member of the owner's team, signed in and working on the owner's login. */
async function openMember(cap_micros: number | null) {
  owner = await openCustomer(site)
  const member = await openTeamMember(site, owner, { role: 'developer', cap_micros })
  return { ...member, basic: (await member.browser.must(access.showPassword, {})).basic }
}

test('a member calls with a password of their own, and their daily cap stops only them', async () => {
  const member = await openMember(2 * LIVE_MICROS)
  const own = Buffer.from(`${owner.login}:${owner.password}`).toString('base64')
  expect(member.basic).not.toBe(own)
  expect((await member.browser.must(access.showPassword, {})).basic, 'made once').toBe(member.basic)
  expect(await member.browser.must(gateway.testConnection, {})).toMatchObject({
    status_code: CODE.ok,
    login: owner.login,
  })
  expect(await calls(member.basic)).toEqual(OK)
  expect(await calls(member.basic)).toEqual(OK)
  const refused = await owner.call(LIVE, { body: search(), headers: { authorization: `Basic ${member.basic}` } })
  expect(refused.body?.tasks?.[0]).toMatchObject({ status_code: CODE.costLimit, cost: 0 })
  expect(refused.body?.tasks?.[0]?.status_message).toContain('$0.004000 for this member')
  expect(await calls(own)).toEqual(OK)
  const { states } = await member.browser.must(dashboard.getStates, { scope: 'api' })
  expect(states).toEqual([
    { login: null, can_fix: false, state: expect.objectContaining({ kind: 'daily_limit', limit_micros: 4_000 }) },
  ])
  const { rows } = await site.database.pool.query(
    'select member_id, count(*)::int as n from usage_events where login_id = $1 and cost_micros > 0 group by 1 order by 2',
    [owner.login_id],
  )
  expect(rows).toEqual([
    { member_id: null, n: 1 },
    { member_id: member.id, n: 2 },
  ])
})

test('a member’s calls pass again after their cap is raised or removed, which only authorised members may do', async () => {
  const member = await openMember(LIVE_MICROS)
  const admin = site.browser({ ip: '198.51.100.91' })
  await admin.signIn(owner.login)
  const change = (cap_micros: number | null) => admin.must(team.changeCap, { user_id: member.id, cap_micros })
  const capped = [200, CODE.ok, CODE.costLimit]
  expect(await calls(member.basic)).toEqual(OK)
  expect(await calls(member.basic)).toEqual(capped)
  await change(2 * LIVE_MICROS)
  expect(await calls(member.basic)).toEqual(OK)
  expect(await calls(member.basic)).toEqual(capped)
  await change(null)
  const { rows } = await site.database.pool.query(
    `select detail from audit_log where action = 'cap_changed' and (detail->>'member')::int = $1 order by id`,
    [member.id],
  )
  expect(rows.map(({ detail }) => [detail.before_cap_micros, detail.cap_micros])).toEqual([
    [LIVE_MICROS, 2 * LIVE_MICROS],
    [2 * LIVE_MICROS, null],
  ])
  expect(await calls(member.basic)).toEqual(OK)
  expect((await admin.must(team.getTeam, {})).members).toMatchObject([{ user_id: member.id, cap_micros: null }])
  expect((await member.browser.call(team.changeCap, { user_id: member.id, cap_micros: null })).status).toBe(404)
  expect((await admin.call(team.changeCap, { user_id: 999_999, cap_micros: 0 })).status).toBe(404)
  expect((await admin.call(team.changeCap, { user_id: member.id, cap_micros: -1 })).status).toBe(400)
})

test('a member’s cap also applies to a machine login that is created later', async () => {
  const member = await openMember(LIVE_MICROS)
  const admin = site.browser({ ip: '198.51.100.90' })
  await admin.signIn(owner.login)
  const { login } = await admin.must(access.addMachineLogin, { name: 'etl' })
  const { rows } = await site.database.pool.query(
    'select a.login, l.limit_micros::int from spend_limits l join api_logins a on a.id = l.login_id where scope = $1 order by a.id',
    [`@${member.id}`],
  )
  expect(rows).toEqual([
    { login: owner.login, limit_micros: LIVE_MICROS },
    { login, limit_micros: LIVE_MICROS },
  ])
})

test('G4 a member who lost the right to call or left the team is refused within a second', async () => {
  const member = await openMember(null)
  expect(await calls(member.basic)).toEqual(OK)
  const admin = site.browser({ ip: '198.51.100.91' })
  await admin.signIn(owner.login)
  await admin.must(team.changeRole, { user_id: member.id, role: 'viewer' })
  site.clock.forward(1000)
  expect(await calls(member.basic)).toEqual([401, CODE.unauthorized])
  await admin.must(team.changeRole, { user_id: member.id, role: 'developer' })
  site.clock.forward(1000)
  expect(await calls(member.basic)).toEqual(OK)
  await admin.must(team.removeMember, { user_id: member.id })
  site.clock.forward(1000)
  expect(await calls(member.basic)).toEqual([401, CODE.unauthorized])
  expect(await owner.codes(LIVE, { body: search() }), 'the password of the login goes on').toEqual(OK)
})

test.each(['balance_history', 'invoices'])(
  '%s of the API is for the owner and finance, as its screen is',
  async (path) => {
    const member = await openMember(null)
    const ask = (basic: string) =>
      site.app
        .inject({ url: `/v3/appendix/${path}`, headers: { authorization: `Basic ${basic}` } })
        .then((reply) => reply.json().tasks[0].status_code)
    const own = Buffer.from(`${owner.login}:${owner.password}`).toString('base64')
    expect([await ask(own), await ask(member.basic)]).toEqual([CODE.ok, CODE.notAllowed])
    await site.database.db.updateTable('team_members').set({ role: 'admin' }).where('user_id', '=', member.id).execute()
    expect(await ask(member.basic)).toBe(CODE.notAllowed)
  },
)
