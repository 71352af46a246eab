import { auth } from '@portico/contract/auth.ts'
import { joinTeam } from '@portico/contract/join-team.ts'
import type { GivenRole } from '@portico/contract/role.ts'
import { team } from '@portico/contract/team.ts'
import { users } from '@portico/contract/users.ts'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { invitationIn, TEST_PASSWORD } from '#testing/browser.ts'
import { sharedApp } from '#testing/shared-app.ts'
import { addMember, changeMemberCap, changeMemberRole, dropMember } from './members.ts'

const DOLLAR = 1_000_000
const REFUSED = { status: 403, body: { code: 'owner_only' } }
const TOO_MUCH = { status: 403, body: { code: 'above_own_cap' } }

const app = sharedApp()
let owner: Browser
let admin: Browser
type Browser = Awaited<ReturnType<typeof signedIn>>
const ids: Record<string, number> = {}
beforeAll(async () => {
  for (const name of ['owner', 'admin', 'second', 'developer', 'viewer'])
    ids[name] = (await app.addUser({ email: `${name}@example.com`, name })).id
  owner = await signedIn('owner')
  await join('admin', 'admin', DOLLAR)
  admin = await signedIn('admin')
  await admin.must(users.setActiveApiUser, { login: 'owner@example.com' })
})
beforeEach(async () => {
  await join('admin', 'admin', DOLLAR)
  await join('second', 'admin', DOLLAR)
  await join('developer', 'developer', DOLLAR)
  await join('viewer', 'viewer', null)
  await app.database.pool.query('delete from invitations')
})

const idOf = (name: string) => ids[name] ?? 0
const join = (name: string, role: GivenRole, cap_micros: number | null) =>
  addMember(app.ctx, { owner_id: idOf('owner'), user_id: idOf(name), role, cap_micros })

async function signedIn(name: string) {
  return app.signedIn(`${name}@example.com`, { ip: `198.51.100.${idOf(name) % 250}` })
}

async function linkTo(email: string): Promise<string> {
  const { pathname, search } = new URL(String((await app.mails(email)).at(-1)?.data.link))
  return pathname + search
}

async function member(name: string) {
  const { members } = await owner.must(team.getTeam, {})
  return members.find(({ user_id }) => user_id === idOf(name))
}

test.each(['admin', 'second'])('SEC-M3 Z7 an admin changes neither themselves nor another admin: %s', async (name) => {
  const user_id = idOf(name)
  expect(await admin.call(team.changeCap, { user_id, cap_micros: null })).toMatchObject(REFUSED)
  expect(await admin.call(team.changeCap, { user_id, cap_micros: 0 })).toMatchObject(REFUSED)
  expect(await admin.call(team.changeRole, { user_id, role: 'developer' })).toMatchObject(REFUSED)
  expect(await admin.call(team.removeMember, { user_id })).toMatchObject(REFUSED)
  expect(await member(name)).toMatchObject({ role: 'admin', cap_micros: DOLLAR })
})

test('SEC-M3 an admin changes no owner', async () => {
  const user_id = idOf('owner')
  for (const answer of [
    await admin.call(team.changeCap, { user_id, cap_micros: 0 }),
    await admin.call(team.changeRole, { user_id, role: 'viewer' }),
    await admin.call(team.removeMember, { user_id }),
  ])
    expect(answer).toMatchObject(REFUSED)
})

test('SEC-M3 Z8 a member gives no higher cap than their own, and none at all only without one', async () => {
  const user_id = idOf('developer')
  expect(await admin.call(team.changeCap, { user_id, cap_micros: DOLLAR + 1 })).toMatchObject(TOO_MUCH)
  expect(await admin.call(team.changeCap, { user_id, cap_micros: null })).toMatchObject(TOO_MUCH)
  expect(await member('developer')).toMatchObject({ cap_micros: DOLLAR })
  await admin.must(team.changeCap, { user_id, cap_micros: DOLLAR })
  await admin.must(team.changeCap, { user_id, cap_micros: 0 })
  await owner.must(team.changeCap, { user_id: idOf('admin'), cap_micros: null })
  await admin.must(team.changeCap, { user_id, cap_micros: null })
  expect(await member('developer')).toMatchObject({ cap_micros: null })
})

test('SEC-M3 only the owner makes an admin', async () => {
  const user_id = idOf('developer')
  const email = 'someone@example.com'
  expect(await admin.call(team.changeRole, { user_id, role: 'admin' })).toMatchObject(REFUSED)
  expect(await admin.call(team.invite, { email, role: 'admin', cap_micros: 0 })).toMatchObject(REFUSED)
  expect((await owner.must(team.getTeam, {})).invitations).toEqual([])
  await admin.must(team.changeRole, { user_id, role: 'finance' })
  await owner.must(team.changeRole, { user_id, role: 'admin' })
  await owner.must(team.invite, { email, role: 'admin', cap_micros: null })
})

test('SEC-M3 an admin cannot give a role with API calls to a member whose cap is higher than the admin’s', async () => {
  const user_id = idOf('viewer')
  expect(await admin.call(team.changeRole, { user_id, role: 'developer' })).toMatchObject(TOO_MUCH)
  await admin.must(team.changeRole, { user_id, role: 'finance' })
  await admin.must(team.changeCap, { user_id, cap_micros: DOLLAR })
  await admin.must(team.changeRole, { user_id, role: 'developer' })
})

test('SEC-M3 an invitation carries no more than the admin has, new or sent again', async () => {
  const email = 'sock@puppet.example'
  expect(await admin.call(team.invite, { email, role: 'developer', cap_micros: null })).toMatchObject(TOO_MUCH)
  expect(await admin.call(team.invite, { email, role: 'viewer', cap_micros: DOLLAR + 1 })).toMatchObject(TOO_MUCH)
  const { id } = await admin.must(team.invite, { email, role: 'developer', cap_micros: DOLLAR })
  const again = await admin.must(team.resendInvitation, { id })
  expect(again).toMatchObject({ role: 'developer', cap_micros: DOLLAR })
  const rich = await owner.must(team.invite, { email: 'rich@example.com', role: 'viewer', cap_micros: null })
  const boss = await owner.must(team.invite, { email: 'boss@example.com', role: 'admin', cap_micros: 0 })
  expect(await admin.call(team.resendInvitation, { id: rich.id })).toMatchObject(TOO_MUCH)
  expect(await admin.call(team.resendInvitation, { id: boss.id })).toMatchObject(REFUSED)
  expect((await owner.must(team.getTeam, {})).invitations.map((one) => one.id)).toEqual([boss.id, rich.id, again.id])
})

test.each<[string, () => Promise<unknown>]>([
  ['was removed', () => dropMember(app.ctx, idOf('owner'), idOf('admin'))],
  ['is no admin any more', () => changeMemberRole(app.ctx, idOf('owner'), idOf('admin'), 'developer')],
  ['has a lower cap now', () => changeMemberCap(app.ctx, capOf('admin', DOLLAR - 1))],
])('SEC-M3 Z7 an invitation of an admin who %s is no longer valid', async (what, change) => {
  const email = `guest-of-who-${what.replaceAll(' ', '-')}@example.com`
  await admin.must(team.invite, { email, role: 'viewer', cap_micros: DOLLAR })
  const guest = app.browser({ ip: '192.0.2.1' })
  await guest.open('/register')
  const invitation = invitationIn(await linkTo(email))
  expect((await guest.must(joinTeam.checkInvitation, invitation)).open).toMatchObject({ email })
  await change()
  expect(await guest.must(joinTeam.checkInvitation, invitation)).toEqual({ open: null })
  const input = { email, password: TEST_PASSWORD, privacy: true as const, captcha: '', ...invitation }
  expect((await guest.call(auth.register, input)).body).toMatchObject({ code: 'invitation_over' })
})

const capOf = (name: string, cap_micros: number) => ({ owner_id: idOf('owner'), user_id: idOf(name), cap_micros })

/** Until the given change is committed, its rows are locked; meanwhile another user tries. */
async function whileUncommitted<T>(statement: string, values: unknown[], attempt: () => Promise<T>): Promise<T> {
  const other = await app.database.pool.connect()
  try {
    await other.query('begin')
    await other.query(statement, values)
    const answer = attempt()
    const waiting =
      "select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
    await expect.poll(async () => Number((await app.database.pool.query(waiting)).rows[0].count)).toBe(1)
    await other.query('commit')
    return await answer
  } finally {
    other.release()
  }
}

test.each<[string, { status: number; body: { code: string } }]>([
  ["role = 'developer'", { status: 404, body: { code: 'not_allowed' } }],
  ['cap_micros = 0', TOO_MUCH],
])('SEC-M3 an admin who loses the right after being admitted changes nothing: %s', async (lost, refusal) => {
  const statement = `update team_members set ${lost} where user_id = $1`
  const answer = await whileUncommitted(statement, [idOf('admin')], () =>
    admin.call(team.changeCap, { user_id: idOf('developer'), cap_micros: 1 }),
  )
  expect(answer).toMatchObject(refusal)
  expect(await member('developer')).toMatchObject({ cap_micros: DOLLAR })
})

test('SEC-M3 an invitation whose sender loses the right at that moment is refused', async () => {
  ids.guest ??= (await app.addUser({ email: 'guest@example.com', name: 'guest' })).id
  await admin.must(team.invite, { email: 'guest@example.com', role: 'viewer', cap_micros: DOLLAR })
  const guest = await signedIn('guest')
  const invitation = invitationIn(await linkTo('guest@example.com'))
  const statement = "update team_members set role = 'developer' where user_id = $1"
  const answer = await whileUncommitted(statement, [idOf('admin')], () =>
    guest.call(joinTeam.acceptInvitation, invitation),
  )
  expect(answer).toMatchObject({ status: 403, body: { code: 'invitation_over' } })
  expect(await member('guest')).toBeUndefined()
})

test('SEC-M3 a change of the team and its line in the log are written together or not at all', async () => {
  const user_id = idOf('developer')
  const { id } = await owner.must(team.invite, { email: 'kept@example.com', role: 'viewer', cap_micros: 0 })
  await app.database.owner.query(
    `create function refuse() returns trigger as 'begin raise ''no log''; end' language plpgsql`,
  )
  await app.database.owner.query('create trigger refuse before insert on audit_log execute function refuse()')
  const answers = [
    await owner.call(team.changeRole, { user_id, role: 'viewer' }),
    await owner.call(team.changeCap, { user_id, cap_micros: 0 }),
    await owner.call(team.removeMember, { user_id }),
    await owner.call(team.revokeInvitation, { id }),
    await owner.call(team.invite, { email: 'new@example.com', role: 'viewer', cap_micros: 0 }),
  ]
  await app.database.owner.query('drop function refuse cascade')
  expect(answers.map(({ status }) => status)).toEqual([500, 500, 500, 500, 500])
  expect(await member('developer')).toMatchObject({ role: 'developer', cap_micros: DOLLAR })
  expect((await owner.must(team.getTeam, {})).invitations.map((one) => one.email)).toEqual(['kept@example.com'])
})

test('SEC-M3 the line in the log is of the transaction that made the change', async () => {
  const user_id = idOf('developer')
  const isOneWith = async (table: 'team_members' | 'invitations', condition: string) => {
    const { rows } = await app.database.pool.query(
      `select 1 from ${table} t where ${condition} and t.xmin = (select xmin from audit_log order by id desc limit 1)`,
    )
    return rows.length === 1
  }
  const of_member = `t.user_id = ${user_id}`
  await owner.must(team.changeRole, { user_id, role: 'viewer' })
  expect(await isOneWith('team_members', of_member)).toBe(true)
  await owner.must(team.changeCap, { user_id, cap_micros: 0 })
  expect(await isOneWith('team_members', of_member)).toBe(true)
  const { id } = await owner.must(team.invite, { email: 'kept@example.com', role: 'viewer', cap_micros: 0 })
  expect(await isOneWith('invitations', `t.id = ${id}`)).toBe(true)
  await owner.must(team.revokeInvitation, { id })
  expect(await isOneWith('invitations', `t.id = ${id}`)).toBe(true)
})

test('a member gets more rights only after a recent proof, and fewer without one', async () => {
  const changer = await signedIn('owner')
  app.clock.forward(16 * 60_000)
  const user_id = idOf('developer')
  const NEEDS_PROOF = { body: { code: 'reauth_needed' } }
  for (const more of [{ role: 'admin' as const }, { role: 'owner' as const }])
    expect(await changer.call(team.changeRole, { user_id, ...more })).toMatchObject(NEEDS_PROOF)
  for (const cap_micros of [DOLLAR + 1, null])
    expect(await changer.call(team.changeCap, { user_id, cap_micros })).toMatchObject(NEEDS_PROOF)
  await changer.must(team.changeCap, { user_id, cap_micros: DOLLAR / 2 })
  await changer.must(team.changeRole, { user_id, role: 'viewer' })
  expect(await member('developer')).toMatchObject({ role: 'viewer', cap_micros: DOLLAR / 2 })
})
