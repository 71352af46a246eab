import { auth } from '@portico/contract/auth.ts'
import { profile } from '@portico/contract/profile.ts'
import { users } from '@portico/contract/users.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { hashToken } from '#crypto/keys.ts'
import { TEST_PASSWORD } from '#testing/browser.ts'
import { sharedApp } from '#testing/shared-app.ts'

const app = sharedApp()

let count = 0
async function signedIn(email: string, password?: string) {
  count += 1
  const browser = app.browser({ ip: `198.51.100.${count}` })
  await browser.signIn(email, password)
  return browser
}

test('a profile is read, changed and stored', async () => {
  await app.addUser({ email: 'ann@example.com', name: 'Ann' })
  const browser = await signedIn('ann@example.com')
  expect(await browser.must(profile.getProfile, {})).toMatchObject({
    name: 'Ann',
    email: 'ann@example.com',
    phone: '',
    language: 'en',
    theme_view: 'system',
    time_zone: '',
    has_password: true,
    identities: [],
    preferences: { news: 1, offers: 1, reports: 1, triggers: 1 },
  })
  const input = {
    name: ' Anna ',
    phone: '+44 20 7946 0000',
    language: 'de',
    theme_view: 'dark',
    time_zone: 'Europe/Berlin',
  } as const
  const { user } = await browser.must(profile.saveProfile, input)
  expect(user).toMatchObject({
    name: 'Anna',
    language: 'german',
    theme_view: 'dark',
    settings: { time_zone: 'Europe/Berlin' },
  })
  expect(await browser.must(profile.getProfile, {})).toMatchObject({ ...input, name: 'Anna' })
})

test('a user without a chosen time zone has the browser’s', async () => {
  const browser = await signedIn('ann@example.com')
  const values = { name: 'Anna', phone: '', language: 'de', theme_view: 'dark', time_zone: '' } as const
  const { user } = await browser.must(profile.saveProfile, values)
  expect(user.settings.time_zone).toBeNull()
  expect(await browser.must(profile.getProfile, {})).toMatchObject({ time_zone: '' })
})

test.each([
  ['a phone of two signs', { phone: '12' }, { phone: 'This is too short' }],
  ['a phone of 256 signs', { phone: '1'.repeat(256) }, { phone: 'This is too long' }],
  ['no name', { name: '  ' }, { name: 'This field is required' }],
  ['a time zone there is not', { time_zone: 'Mars/Olympus' }, { time_zone: 'Invalid format' }],
])('VA-03 VA-09 %s is refused with the form’s own message', async (_what, change, fields) => {
  const browser = await signedIn('ann@example.com')
  const base = { name: 'Ann', phone: '', language: 'en', theme_view: 'light', time_zone: 'UTC' } as const
  const { status, body } = await browser.call(profile.saveProfile, { ...base, ...change })
  expect(status).toBe(400)
  expect(body).toMatchObject({ fields })
})

test('A29 a password changes only with the current one, other sessions end and the owner is notified', async () => {
  await app.addUser({ email: 'pat@example.com' })
  const [here, there] = [await signedIn('pat@example.com'), await signedIn('pat@example.com')]
  const input = { password: 'a fresh new password', pass_confirm: 'a fresh new password' }
  const wrong = await here.call(profile.changePassword, { current_password: 'not it at all', ...input })
  expect(wrong.body).toMatchObject({ code: 'wrong_password' })
  await here.must(profile.changePassword, { current_password: TEST_PASSWORD, ...input })
  expect((await here.call(users.getUserData, {})).status).toBe(200)
  expect((await there.call(users.getUserData, {})).status).toBe(401)
  expect((await app.mails('pat@example.com')).at(-1)?.template).toBe('password_changed')
  await signedIn('pat@example.com', 'a fresh new password')
})

test('SEC-L8 S2 a changed password renews the session and makes all other browsers unknown', async () => {
  await app.addUser({ email: 'renew@example.com' })
  const [here, there] = [await signedIn('renew@example.com'), await signedIn('renew@example.com')]
  const before = here.cookies.get('sid')
  const input = { password: 'a fresh new password', pass_confirm: 'a fresh new password' }
  await here.must(profile.changePassword, { current_password: TEST_PASSWORD, ...input })
  expect(here.cookies.get('sid')).not.toBe(before)
  expect((await here.call(users.getUserData, {})).status).toBe(200)
  const copy = app.browser({ ip: '192.0.2.201' })
  copy.cookies.set('sid', before ?? '')
  expect((await copy.call(users.getUserData, {})).status).toBe(401)
  const known = async (browser: typeof here) => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from known_devices
      where device_hash = ${hashToken(browser.cookies.get('device') ?? '')}`.execute(app.database.db)
    return rows[0]?.count
  }
  expect([await known(here), await known(there)]).toEqual([1, 0])
})

test('SEC-L8 of two concurrent renewals both end in one session that works', async () => {
  await app.addUser({ email: 'twice@example.com' })
  const browser = await signedIn('twice@example.com')
  const again = () => browser.call(auth.reauthenticate, { password: TEST_PASSWORD })
  const statuses = (await Promise.all([again(), again(), again()])).map(({ status }) => status)
  expect(statuses).toContain(200)
  expect((await browser.call(users.getUserData, {})).status).toBe(200)
})

test('A29 the current password cannot be guessed', async () => {
  await app.addUser({ email: 'guess@example.com' })
  const browser = await signedIn('guess@example.com')
  const statuses = []
  for (let at = 0; at < 12; at += 1) {
    const input = {
      current_password: `guess number ${at}`,
      password: 'a fresh new password',
      pass_confirm: 'a fresh new password',
    }
    statuses.push((await browser.call(profile.changePassword, input)).status)
  }
  expect(statuses.filter((status) => status === 429).length).toBe(2)
})

test('S5 sessions are listed and ended, one or all others, and only the user’s own', async () => {
  await app.addUser({ email: 'sam@example.com' })
  const [one, two, three] = [
    await signedIn('sam@example.com'),
    await signedIn('sam@example.com'),
    await signedIn('sam@example.com'),
  ]
  const { sessions } = await one.must(profile.getProfile, {})
  expect(sessions.length).toBe(3)
  expect(sessions.filter(({ is_current }) => is_current).length).toBe(1)
  const stranger = await signedIn('ann@example.com')
  for (const { public_id } of sessions) await stranger.must(profile.endSession, { public_id })
  expect((await one.must(profile.getProfile, {})).sessions.length).toBe(3)
  const other = sessions.find(({ ip }) => ip === `198.51.100.${count - 2}`)
  await one.must(profile.endSession, { public_id: other?.public_id ?? '' })
  expect(
    [(await two.call(users.getUserData, {})).status, (await three.call(users.getUserData, {})).status].sort(),
  ).toEqual([200, 401])
  expect(await one.must(profile.endOtherSessions, {})).toEqual({ ended: 1 })
  expect((await one.must(profile.getProfile, {})).sessions.length).toBe(1)
})

test('the four e-mail preferences are stored', async () => {
  const browser = await signedIn('ann@example.com')
  const preferences = { news: 0, offers: 0, reports: 1, triggers: 0 } as const
  expect(await browser.must(profile.savePreferences, preferences)).toEqual(preferences)
  expect((await browser.must(profile.getProfile, {})).preferences).toEqual(preferences)
})

test('P7 the owner reads what happened to the account', async () => {
  const browser = await signedIn('ann@example.com')
  const actions = (await browser.must(profile.getProfile, {})).activity.map(({ action }) => action)
  expect(actions).toContain('signed_in')
  expect(actions).toContain('profile_changed')
  expect(actions).toContain('preferences_changed')
})
