import { profile } from '@portico/contract/profile.ts'
import { team } from '@portico/contract/team.ts'
import { users } from '@portico/contract/users.ts'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { accountLogins, isHeldBack, openCallers, readApiPassword } from '#access/index.ts'
import type { TestApp } from '#testing/app.ts'
import { allEndpoints } from '#testing/http/endpoints.ts'
import { sharedApp } from '#testing/shared-app.ts'
import { addMember } from './members.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const ANYTHING = z.looseObject({})

/** The endpoints left to a member without a factor: to set one up, to work elsewhere, or to leave. Written by hand. */
const LEFT = [
  '/api/access/active-login',
  '/api/access/info',
  '/api/auth/reauthenticate',
  '/api/auth/reauthenticate-passkey',
  '/api/auth/sso-confirm',
  '/api/profile',
  '/api/profile/password-link',
  '/api/profile/passkeys/add',
  '/api/profile/passkeys/begin',
  '/api/profile/two-factor/begin',
  '/api/profile/two-factor/turn-on',
  '/api/team/accept',
  '/api/team/leave',
  '/api/users/consent',
  '/api/users/language',
  '/api/users/me',
  '/api/users/theme',
  '/api/users/updated',
]

const app = sharedApp()
let owner: ReturnType<TestApp['browser']>
let member: ReturnType<TestApp['browser']>
let owner_id: number
let member_id: number

beforeAll(async () => {
  owner_id = (await app.addUser({ email: 'owner@example.com', name: 'Olga' })).id
  member_id = (await app.addUser({ email: 'member@example.com', name: 'Max' })).id
  owner = app.browser({ ip: '198.51.100.1' })
  member = app.browser({ ip: '198.51.100.2' })
})

beforeEach(async () => {
  await app.database.owner.query(
    'delete from account_rules; delete from team_members; delete from second_factors; delete from passkeys; delete from rate_limits',
  )
  await addMember(app.ctx, { owner_id, user_id: member_id, role: 'admin', cap_micros: null })
  await signIn()
})

async function signIn() {
  // After a week the session and the token of its page have expired.
  for (const { cookies } of [owner, member]) cookies.clear()
  await owner.signIn('owner@example.com')
  await member.signIn('member@example.com')
  await member.must(users.setActiveApiUser, { login: 'owner@example.com' })
}

/** Written into the table: how a factor is made is tested elsewhere. */
const addPasskey = (user_id: number) =>
  app.database.pool.query(
    `insert into passkeys (id, user_id, public_key, counter, transports, rp_id, name, created_at)
       values ('key' || $1::int, $1, '\\x00', 0, '[]', 'localhost', 'Key', now())`,
    [user_id],
  )
const addFactor = (user_id: number) =>
  app.database.pool.query(`insert into second_factors (user_id, sealed_key, created_at) values ($1, '\\x00', now())`, [
    user_id,
  ])

async function demand() {
  await addPasskey(owner_id)
  await owner.must(team.requireFactor, { is_required: true })
}
/** A week later all members have signed in again. */
async function demanded() {
  await demand()
  app.clock.forward(7 * DAY_MS)
  await signIn()
}

const mailCount = async (email: string) =>
  (await app.mails(email)).filter(({ template }) => template === 'factor_required').length

test('an owner without a factor cannot demand one, an admin never can, and the sign-in password is needed', async () => {
  expect(await owner.call(team.requireFactor, { is_required: true })).toMatchObject({
    body: { code: 'own_factor_first' },
  })
  await addPasskey(owner_id)
  await addPasskey(member_id)
  expect(await member.call(team.requireFactor, { is_required: true })).toMatchObject({ body: { code: 'not_allowed' } })
  app.clock.forward(6 * 60_000)
  expect(await owner.call(team.requireFactor, { is_required: true })).toMatchObject({ body: { code: 'reauth_needed' } })
})

test('the demand takes effect after a week; members without a factor are notified by mail now, once', async () => {
  const before = [await mailCount('member@example.com'), await mailCount('owner@example.com')]
  await demand()
  const { factor_from } = await owner.must(team.requireFactor, { is_required: true })
  expect(Date.parse(factor_from ?? '')).toBe(app.clock.now().getTime() + 7 * DAY_MS)
  expect([await mailCount('member@example.com'), await mailCount('owner@example.com')]).toEqual([
    (before[0] ?? 0) + 1,
    before[1],
  ])
  expect((await member.call(team.getTeam, {})).status).toBe(200)
  const { rows } = await app.database.pool.query(
    "select count(*)::int as n from audit_log where action = 'factor_required' and user_id = $1",
    [owner_id],
  )
  expect(rows[0].n).toBeGreaterThan(0)
})

test('every endpoint then refuses the member, except those needed to set a factor up', async () => {
  await demanded()
  const faults: string[] = []
  const allowed: string[] = []
  for (const { method, path, caller } of await allEndpoints()) {
    if (caller === 'public' || caller === 'operator' || !path.startsWith('/api/') || path.includes(':')) continue
    if (LEFT.includes(path)) continue
    const { body, status } = await member.call({ method, path, caller, input: ANYTHING, output: ANYTHING }, {})
    if ((body as { code?: string }).code !== 'factor_setup_needed') faults.push(`${method} ${path}: ${status}`)
    else allowed.push(path)
  }
  expect(faults).toEqual([])
  expect(allowed.length).toBeGreaterThan(80)
})

test('the remaining endpoints answer, and the member’s pages show the reason', async () => {
  await demanded()
  for (const path of LEFT) {
    const known = (await allEndpoints()).find((one) => one.path === path)
    expect(known, path).toBeDefined()
    if (!known || path === '/api/team/leave') continue
    const { body } = await member.call({ ...known, input: ANYTHING, output: ANYTHING }, {})
    expect((body as { code?: string }).code, path).not.toBe('factor_setup_needed')
  }
  const { user } = await member.must(users.getUserData, {})
  expect(user.needs_factor).toBe(true)
  expect(user.modules.main.map(({ url }) => url)).toEqual(['/users/profile'])
  expect((await member.must(profile.getProfile, {})).email).toBe('member@example.com')
})

test.each([
  ['a passkey', addPasskey],
  ['a second factor', addFactor],
])('with %s they continue at once', async (_, add) => {
  await demanded()
  expect((await member.call(team.getTeam, {})).status).toBe(403)
  await add(member_id)
  expect((await member.call(team.getTeam, {})).status).toBe(200)
  expect((await member.must(users.getUserData, {})).user.needs_factor).toBe(false)
})

test('a member works as before on a login of their own, and a former member is not bound by the team’s rules', async () => {
  await demanded()
  await member.must(users.setActiveApiUser, { login: 'member@example.com' })
  expect((await member.call(team.getTeam, {})).status).toBe(200)
  await member.must(users.setActiveApiUser, { login: 'owner@example.com' })
  const { user } = await member.must(team.leaveTeam, {})
  expect(user).toMatchObject({ api_login: 'member@example.com', needs_factor: false })
})

test('calls to the data API continue', async () => {
  const [login] = await accountLogins(app.ctx, owner_id)
  const password = await readApiPassword(app.ctx, { login_id: login?.id ?? 0, member_id })
  await demanded()
  expect(await isHeldBack(app.ctx.db, member_id, login?.id ?? 0, app.clock.now())).toBe(true)
  expect(await openCallers(app.ctx).find('owner@example.com', password)).toMatchObject({ member_id })
})

test('when the demand is withdrawn, all members work as before', async () => {
  await demanded()
  expect(await owner.must(team.requireFactor, { is_required: false })).toEqual({ factor_from: null })
  expect((await member.call(team.getTeam, {})).status).toBe(200)
})

test('members who manage the team see who has a factor, others do not', async () => {
  await addPasskey(owner_id)
  const seen = await member.must(team.getTeam, {})
  expect([seen.owner.has_factor, seen.members.map(({ has_factor }) => has_factor)]).toEqual([true, [false]])
  await addMember(app.ctx, { owner_id, user_id: member_id, role: 'developer', cap_micros: null })
  expect((await member.must(team.getTeam, {})).members).toMatchObject([{ has_factor: null }])
})
