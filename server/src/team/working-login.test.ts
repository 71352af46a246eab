import { randomUUID } from 'node:crypto'
import { access } from '@portico/contract/access.ts'
import { auth } from '@portico/contract/auth.ts'
import { joinTeam } from '@portico/contract/join-team.ts'
import { operator } from '@portico/contract/operator.ts'
import { team } from '@portico/contract/team.ts'
import { users } from '@portico/contract/users.ts'
import { beforeAll, expect, test } from 'vitest'
import type { TestApp } from '#testing/app.ts'
import { invitationIn, TEST_PASSWORD } from '#testing/browser.ts'
import { sharedApp } from '#testing/shared-app.ts'
import { setFactorFrom } from './factor-store.ts'
import { addMember } from './members.ts'

const HOUR_MS = 60 * 60 * 1000
const app = sharedApp()
let owner: ReturnType<TestApp['browser']>
let owner_id = 0
beforeAll(async () => {
  owner_id = (await app.addUser({ email: 'owner@example.com' })).id
  await app.addUser({ email: 'second@example.com' })
  owner = await signedIn('owner@example.com')
})

async function signedIn(email: string) {
  const browser = await app.visitor()
  await browser.signIn(email)
  return browser
}
async function worksOn(browser: ReturnType<TestApp['browser']>) {
  const { user } = await browser.must(users.getUserData, {})
  const { api_login } = await browser.must(access.getAccessInfo, {})
  expect(user.api_login).toBe(api_login)
  return { api_login, role: user.role }
}
async function invite(email: string, by = owner) {
  await by.must(team.invite, { email, role: 'viewer', cap_micros: null })
  return invitationIn(String((await app.mails(email)).at(-1)?.data.link))
}
async function joined(email: string) {
  const browser = await app.visitor()
  const key = await invite(email)
  const input = { email, password: TEST_PASSWORD, name: '', privacy: true as const, captcha: '', ...key }
  await browser.must(auth.register, input)
  return browser
}
const TEAM = { api_login: 'owner@example.com', role: 'viewer' }
const own = (email: string) => ({ api_login: email, role: 'owner' })

test('an invited member works on the team’s login in every later session', async () => {
  const first = await joined('mia@example.com')
  expect(await worksOn(first)).toEqual(TEAM)
  await first.must(auth.signout, {})
  expect(await worksOn(await signedIn('mia@example.com'))).toEqual(TEAM)
  app.clock.forward(13 * HOUR_MS)
  expect(await worksOn(await signedIn('mia@example.com'))).toEqual(TEAM)
  owner = await signedIn('owner@example.com')
})

test('a new session begins on the login its user chose last, an open one stays where it is', async () => {
  const [laptop, phone] = [await joined('noah@example.com'), await signedIn('noah@example.com')]
  await laptop.must(users.setActiveApiUser, { login: 'noah@example.com' })
  expect(await worksOn(phone)).toEqual(TEAM)
  expect(await worksOn(await signedIn('noah@example.com'))).toEqual(own('noah@example.com'))
})

test('an account that was used is its owner’s home until they accept an invitation', async () => {
  const { id } = await app.addUser({ email: 'paul@example.com' })
  await app.operator(operator.credit, {
    login: 'paul@example.com',
    amount_micros: 5_000_000,
    reason: 'a gift',
    by: 'ops',
    request_id: randomUUID(),
  })
  await addMember(app.ctx, { owner_id, user_id: id, role: 'viewer', cap_micros: null })
  expect(await worksOn(await signedIn('paul@example.com'))).toEqual(own('paul@example.com'))
  const second = await signedIn('second@example.com')
  const key = await invite('paul@example.com', second)
  await (await signedIn('paul@example.com')).must(joinTeam.acceptInvitation, key)
  expect(await worksOn(await signedIn('paul@example.com'))).toEqual({ api_login: 'second@example.com', role: 'viewer' })
})

test('a member who never chose a login and never used their own account works for the team', async () => {
  const { id } = await app.addUser({ email: 'rosa@example.com' })
  await addMember(app.ctx, { owner_id, user_id: id, role: 'viewer', cap_micros: null })
  expect(await worksOn(await signedIn('rosa@example.com'))).toEqual(TEAM)
})

test('a member who is removed falls back to their own account, in the open session and in the next', async () => {
  const browser = await joined('sam@example.com')
  const { members } = await owner.must(team.getTeam, {})
  const id = members.find(({ email }) => email === 'sam@example.com')?.user_id ?? 0
  await owner.must(team.removeMember, { user_id: id })
  expect(await worksOn(browser)).toEqual(own('sam@example.com'))
  expect(await worksOn(await signedIn('sam@example.com'))).toEqual(own('sam@example.com'))
})

test('a member who falls back to a team that requires a second factor is held back without one', async () => {
  const { id } = await app.addUser({ email: 'tom@example.com' })
  const strict = await app.addUser({ email: 'strict@example.com' })
  await addMember(app.ctx, { owner_id: strict.id, user_id: id, role: 'viewer', cap_micros: null })
  await setFactorFrom(app.ctx.db, strict.id, app.clock.now())
  const { status } = await (await signedIn('tom@example.com')).call(team.getTeam, {})
  expect(status).toBe(403)
})
