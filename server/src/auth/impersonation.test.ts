import { access } from '@portico/contract/access.ts'
import { auth } from '@portico/contract/auth.ts'
import type { Endpoint } from '@portico/contract/endpoint.ts'
import { operator } from '@portico/contract/operator.ts'
import { profile } from '@portico/contract/profile.ts'
import { team } from '@portico/contract/team.ts'
import { users } from '@portico/contract/users.ts'
import { beforeAll, expect, test } from 'vitest'
import type { TestApp } from '#testing/app.ts'
import { sharedApp } from '#testing/shared-app.ts'

const MINUTE_MS = 60_000
const app = sharedApp()
let sam: Awaited<ReturnType<TestApp['addStaff']>>
let second: typeof sam
beforeAll(async () => {
  await app.addUser({ email: 'customer@example.com', name: 'Customer' })
  sam = await app.addStaff({ email: 'staff@example.com', name: 'Sam Staff' })
  second = await app.addStaff({ email: 'second@example.com', name: 'Second Staff' })
})

async function pass(staff = 'staff@example.com'): Promise<string> {
  const { body } = await app.operator(operator.impersonate, {
    staff,
    user: 'customer@example.com',
    reason: 'a ticket about limits',
    by: 'test',
  })
  if (!('url' in body)) throw new Error(JSON.stringify(body))
  return new URL(body.url).pathname
}

async function signedIn(email: string, ip: string) {
  return app.signedIn(email, { ip })
}

async function acting(ip: string) {
  const browser = await sam.signedIn({ ip })
  await browser.open(await pass())
  await browser.must(auth.loginOnetimeAdmin, {})
  return browser
}

test('PU-07 A24 an impersonation link works only in the staff session it was made for', async () => {
  const colleague = await second.signedIn({ ip: '198.51.100.3' })
  const staff = await sam.signedIn({ ip: '198.51.100.4' })
  const path = await pass()
  const stranger = app.browser({ ip: '198.51.100.1' })
  await stranger.open('/signin')
  await stranger.open(path)
  expect(await stranger.must(auth.checkLink, { kind: 'onetime_admin' })).toEqual({
    ok: false,
    email: null,
    replaces_session: false,
    needs_code: false,
    needs_staff: true,
  })
  expect((await stranger.call(auth.loginOnetimeAdmin, {})).body).toMatchObject({ code: 'staff_only' })
  const customer = await signedIn('customer@example.com', '198.51.100.2')
  await customer.open(path)
  expect((await customer.call(auth.loginOnetimeAdmin, {})).body).toMatchObject({ code: 'staff_only' })
  await colleague.open(path)
  expect((await colleague.call(auth.loginOnetimeAdmin, {})).body).toMatchObject({ code: 'link_used' })
  await staff.open(path)
  const { user } = await staff.must(auth.loginOnetimeAdmin, {})
  expect(user.email).toBe('customer@example.com')
  expect((await staff.must(users.getUserData, {})).user.email).toBe('customer@example.com')
})

test.each([
  ['/42', { project_id: 42, path: null }],
  ['/users/profile', { project_id: null, path: '/users/profile' }],
])('PU-07 an impersonation link that ends with %s leads there', async (end, leads) => {
  const staff = await sam.signedIn({ ip: '198.51.100.9' })
  await staff.open(`${await pass()}${end}`)
  expect(await staff.must(auth.loginOnetimeAdmin, {})).toMatchObject(leads)
})

test('A24 an impersonation link works for sixty seconds and once', async () => {
  const staff = await sam.signedIn({ ip: '198.51.100.5' })
  await staff.open(await pass())
  app.clock.forward(MINUTE_MS)
  expect((await staff.call(auth.loginOnetimeAdmin, {})).status).toBe(400)
  await staff.open(await pass())
  const answers = await Promise.all(Array.from({ length: 30 }, () => staff.call(auth.loginOnetimeAdmin, {})))
  expect(answers.filter(({ status }) => status === 200).length).toBe(1)
})

test('A25 every change is refused while acting, except signing out and ending it', async () => {
  const staff = await acting('198.51.100.6')
  const areas: Record<string, Endpoint>[] = [users, profile, team, access]
  const changing = areas
    .flatMap((area) => Object.values(area))
    .filter(({ method, caller }) => method === 'POST' && caller !== 'public')
  expect(changing.length).toBeGreaterThan(8)
  for (const endpoint of changing) {
    const { status, body } = await staff.call(endpoint, {})
    if (endpoint.impersonated === 'allowed') continue
    expect([endpoint.path, status, (body as { code?: string }).code]).toEqual([endpoint.path, 403, 'not_while_acting'])
  }
})

test('A25 acting lasts half an hour at most, and then the staff’s own session continues', async () => {
  const staff = await acting('198.51.100.7')
  app.clock.forward(29 * MINUTE_MS)
  expect((await staff.must(users.getUserData, {})).user.email).toBe('customer@example.com')
  app.clock.forward(2 * MINUTE_MS)
  expect((await staff.must(users.getUserData, {})).user.email).toBe('staff@example.com')
})

test('A25 acting ends at once when the staff member is no longer staff', async () => {
  const staff = await acting('198.51.100.8')
  await app.database.db.updateTable('users').set({ is_staff: false }).where('email', '=', 'staff@example.com').execute()
  expect((await staff.must(users.getUserData, {})).user.email).toBe('staff@example.com')
  await app.database.db.updateTable('users').set({ is_staff: true }).where('email', '=', 'staff@example.com').execute()
})

test('A25 acting does not nest, and ending it restores the staff session', async () => {
  const staff = await acting('198.51.100.9')
  await staff.open(await pass())
  expect((await staff.call(auth.loginOnetimeAdmin, {})).body).toMatchObject({ code: 'not_while_acting' })
  const { user } = await staff.must(auth.endImpersonation, {})
  expect(user?.email).toBe('staff@example.com')
  expect((await staff.must(users.getUserData, {})).user.email).toBe('staff@example.com')
})

test('A25 A26 the customer stays signed in, sees who acted and why, and is notified by mail', async () => {
  const customer = await signedIn('customer@example.com', '198.51.100.10')
  await acting('198.51.100.11')
  const { activity, sessions } = await customer.must(profile.getProfile, {})
  expect(activity.find(({ action }) => action === 'acting_started')?.actor).toMatch(/^staff:\d+$/)
  expect(sessions.every(({ ip }) => ip !== '198.51.100.11')).toBe(true)
  const mail = (await app.mails('customer@example.com')).at(-1)
  expect(mail).toMatchObject({
    template: 'impersonation_notice',
    data: { staff: 'Sam Staff', reason: 'a ticket about limits' },
  })
})

test('staff cannot be impersonated, and no link is made for a user who is not staff', async () => {
  const staffed = await app.operator(operator.impersonate, {
    staff: 'staff@example.com',
    user: 'second@example.com',
    reason: 'why not',
    by: 'test',
  })
  expect(staffed.status).toBe(404)
  const unstaffed = await app.operator(operator.impersonate, {
    staff: 'customer@example.com',
    user: 'customer@example.com',
    reason: 'why not',
    by: 'test',
  })
  expect(unstaffed.status).toBe(403)
})
