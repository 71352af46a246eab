import { randomUUID } from 'node:crypto'
import { access } from '@portico/contract/access.ts'
import { auth } from '@portico/contract/auth.ts'
import { email as emailField } from '@portico/contract/form-fields.ts'
import { operator } from '@portico/contract/operator.ts'
import { settings } from '@portico/contract/settings.ts'
import { users } from '@portico/contract/users.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { compileRules, readRule } from '#http/ip-rules.ts'
import { addMember } from '#team/members.ts'
import { TEST_PASSWORD } from '#testing/browser.ts'
import { sharedApp } from '#testing/shared-app.ts'
import { openCallers } from './callers.ts'
import { looksLikeApiPassword, newApiPassword } from './secret.ts'

const MINUTE_MS = 60_000
const app = sharedApp()
beforeAll(async () => {
  await app.addUser({ email: 'ann@example.com', name: 'Ann' })
})

let count = 0
async function signedIn(email = 'ann@example.com') {
  count += 1
  return app.signedIn(email, { ip: `198.51.100.${count}` })
}

test('G1 an API password is generated, carries prefix and checksum, and is stored as a keyed hash and a sealed text', async () => {
  const browser = await signedIn()
  const { password, basic } = await browser.must(access.showPassword, {})
  expect(looksLikeApiPassword(password)).toBe(true)
  expect(Buffer.from(basic, 'base64').toString()).toBe(`ann@example.com:${password}`)
  const { rows } = await sql<{ text: string }>`select t::text as text from api_passwords t`.execute(app.database.db)
  expect(rows.map((row) => row.text).join()).not.toContain(password)
  expect(looksLikeApiPassword(`${password.slice(0, -1)}${password.endsWith('x') ? 'y' : 'x'}`)).toBe(false)
  expect(new Set(Array.from({ length: 1000 }, newApiPassword)).size).toBe(1000)
})

test('SEC-M6 G1 a secret is shown only within five minutes of the sign-in password, and every time is logged', async () => {
  const browser = await signedIn()
  app.clock.forward(5 * MINUTE_MS)
  await browser.must(access.showPassword, {})
  app.clock.forward(1000)
  expect((await browser.call(access.showPassword, {})).body).toMatchObject({ code: 'reauth_needed' })
  expect((await browser.call(access.regeneratePassword, { overlap_min: 0 })).body).toMatchObject({
    code: 'reauth_needed',
  })
  expect((await browser.call(auth.reauthenticate, { password: 'not the password' })).body).toMatchObject({
    code: 'wrong_password',
  })
  await browser.must(auth.reauthenticate, { password: TEST_PASSWORD })
  await browser.must(access.showPassword, {})
  const { rows } = await browser.must(access.getAccessActivity, {})
  expect(rows[0]).toMatchObject({ action: 'api_password_shown', who: 'Ann' })
})

test('the activity shows from where members did it, and of staff neither name nor address', async () => {
  const browser = await signedIn()
  await browser.must(access.showPassword, {})
  const staff = await (await app.addStaff({ email: 'office@staff.example', role: 'admin' })).signedIn()
  const gift = { login: 'ann@example.com', amount_micros: 1_000_000, reason: 'an outage', request_id: randomUUID() }
  await staff.must(operator.credit, { ...gift, by: '' })
  const { rows } = await browser.must(access.getAccessActivity, {})
  const shown = rows.slice(0, 2).map(({ action, who, ip }) => [action, who, ip !== ''])
  expect(shown).toEqual([
    ['credited', 'Support', false],
    ['api_password_shown', 'Ann', true],
  ])
})

test('G4 a new password works at once, the old one for as long as was chosen', async () => {
  const browser = await signedIn()
  const callers = openCallers(app.ctx)
  const { password: old } = await browser.must(access.showPassword, {})
  expect((await callers.find('ann@example.com', old))?.login).toBe('ann@example.com')
  const { password: fresh } = await browser.must(access.regeneratePassword, { overlap_min: 15 })
  app.clock.forward(1000)
  expect(await callers.find('ann@example.com', old)).toBeDefined()
  expect(await callers.find('ann@example.com', fresh)).toBeDefined()
  expect((await browser.must(access.getCredentials, {})).overlap_until).not.toBeNull()
  app.clock.forward(14 * MINUTE_MS)
  expect(await callers.find('ann@example.com', old), 'for as long as was chosen').toBeDefined()
  app.clock.forward(MINUTE_MS)
  expect(await callers.find('ann@example.com', old)).toBeUndefined()
  expect(await callers.find('ann@example.com', fresh)).toBeDefined()
  await browser.must(auth.reauthenticate, { password: TEST_PASSWORD })
  await browser.must(access.regeneratePassword, { overlap_min: 0 })
  app.clock.forward(1000)
  expect(await callers.find('ann@example.com', fresh)).toBeUndefined()
})

test('SEC-L3 G4 of several new passwords made at once one is in force, and no request fails', async () => {
  await app.addUser({ email: 'hasty@example.com' })
  const browser = await signedIn('hasty@example.com')
  const made = await Promise.all(
    Array.from({ length: 4 }, () => browser.call(access.regeneratePassword, { overlap_min: 15 })),
  )
  expect(made.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const { rows } = await app.database.pool.query(
    `select valid_until is null as is_in_force from api_passwords p join api_logins a on a.id = p.login_id
      where a.login = 'hasty@example.com' order by made_at`,
  )
  expect(rows).toEqual([{ is_in_force: false }, { is_in_force: true }])
  const { password } = await browser.must(access.showPassword, {})
  expect((await openCallers(app.ctx).find('hasty@example.com', password))?.login).toBe('hasty@example.com')
})

test('G3 an unknown login, a wrong and an empty password find no caller', async () => {
  const callers = openCallers(app.ctx)
  for (const [login, password] of [
    ['nobody@example.com', 'x'],
    ['ann@example.com', 'x'],
    ['ann@example.com', ''],
    ['', ''],
  ] as const)
    expect(await callers.find(login, password)).toBeUndefined()
})

test('no password is stored where passwords are shown once', async () => {
  const site = await app.sibling({ settings: { API_PASSWORD: 'show-once' } })
  await site.addUser({ email: 'once@example.com' })
  const browser = await site.signedIn('once@example.com', { ip: '192.0.2.1' })
  expect((await browser.must(access.getCredentials, {})).can_show).toBe(false)
  expect((await browser.call(access.showPassword, {})).body).toMatchObject({ code: 'not_kept' })
  const { password } = await browser.must(access.regeneratePassword, { overlap_min: 0 })
  expect(await openCallers(site.ctx).find('once@example.com', password)).toBeDefined()
})

test('a credentials mail carries a link to the screen and never the secret, three times an hour', async () => {
  const browser = await signedIn()
  const { password } = await browser.must(access.showPassword, {})
  for (let at = 0; at < 3; at += 1) await browser.must(users.emailCredentials, {})
  expect((await browser.call(users.emailCredentials, {})).status).toBe(429)
  const mail = (await app.mails('ann@example.com')).at(-1)
  expect(mail?.template).toBe('credentials_link')
  expect(JSON.stringify(mail)).not.toContain(password)
})

describe('IP rules', () => {
  test.each([
    ['203.0.113.7', true],
    ['203.0.113.0/24', true],
    ['2001:db8::/32', true],
    ['203.0.113.7/33', false],
    ['0.0.0.0/0', false],
    ['203.0.113', false],
    ['203.0.113.7/24/8', false],
    ['example.com', false],
    ['fe80::1%eth0', false],
    ['', false],
  ])('%s is a valid rule: %s', (cidr, is_rule) => expect(readRule(cidr) !== undefined).toBe(is_rule))
  test('without a rule everyone may call, with a rule only the addresses in it, in either spelling', () => {
    expect(compileRules([])('203.0.113.7')).toBe(true)
    const may = compileRules([{ cidr: '203.0.113.0/24' }, { cidr: '2001:db8::/32' }])
    for (const ip of ['203.0.113.7', '::ffff:203.0.113.7', '2001:db8:1::1']) expect(may(ip)).toBe(true)
    for (const ip of ['203.0.114.7', '2001:db9::1', 'nonsense', '']) expect(may(ip)).toBe(false)
  })
  test('rules are stored, and an invalid one is named', async () => {
    const browser = await signedIn()
    const { my_ip } = await browser.must(access.getIpAccess, {})
    const rules = [
      { cidr: my_ip, label: 'office' },
      { cidr: '2001:db8::/32', label: '' },
    ]
    expect(await browser.must(access.saveIpAccess, { rules, check: true })).toMatchObject({ rules, locked_out: [] })
    expect((await browser.must(access.getIpAccess, {})).rules).toEqual([])
    await browser.must(access.saveIpAccess, { rules, check: false })
    expect((await browser.must(access.getIpAccess, {})).rules).toEqual(rules)
    const wrong = await browser.call(access.saveIpAccess, {
      rules: [...rules, { cidr: '300.1.1.1', label: '' }],
      check: false,
    })
    expect(wrong.body).toMatchObject({ fields: { 'rules.2': 'Invalid format' } })
  })
  test('a list that was changed meanwhile is not overwritten: the additions of another tab or member stay allowed', async () => {
    const browser = await signedIn()
    const rule = (cidr: string) => ({ cidr, label: '' })
    const [theirs, mine] = [rule('203.0.113.7'), rule('198.51.100.0/24')]
    await browser.must(access.saveIpAccess, { rules: [], check: false })
    await browser.must(access.saveIpAccess, { rules: [theirs], check: false, seen: [] })
    for (const check of [true, false])
      expect((await browser.call(access.saveIpAccess, { rules: [mine], check, seen: [] })).body).toMatchObject({
        code: 'list_changed',
      })
    expect((await browser.must(access.getIpAccess, {})).rules).toEqual([theirs])
    // As long as the list that was seen, but another one.
    const other = { rules: [mine], check: false, seen: ['192.0.2.0/24'] }
    expect((await browser.call(access.saveIpAccess, other)).body).toMatchObject({ code: 'list_changed' })
    const seen = [theirs.cidr]
    await browser.must(access.saveIpAccess, { rules: [theirs, mine], check: false, seen })
    expect((await browser.must(access.getIpAccess, {})).rules).toEqual([theirs, mine])
  })
  test('of two members who save at the same moment one gets an error', async () => {
    const browser = await signedIn()
    await browser.must(access.saveIpAccess, { rules: [], check: false })
    const saves = ['203.0.113.7', '198.51.100.1', '192.0.2.1'].map((cidr) =>
      browser.call(access.saveIpAccess, { rules: [{ cidr, label: '' }], check: false, seen: [] }),
    )
    expect((await Promise.all(saves)).map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  })
})

test('an account has at most twenty machine logins', async () => {
  const { id } = await app.addUser({ email: 'machines@example.com' })
  const browser = await signedIn('machines@example.com')
  await app.database.owner.query(
    `insert into api_logins (login, owner_id, kind, created_at)
       select 'machines@example.com@m' || n, $1, 'machine', now() from generate_series(1, 19) n`,
    [id],
  )
  await browser.must(access.addMachineLogin, { name: 'last' })
  const { body } = await browser.call(access.addMachineLogin, { name: 'one-more' })
  expect(body).toMatchObject({ code: 'too_many' })
})

test('RT-07 a machine login has its own name, password and account, and can be turned off', async () => {
  const browser = await signedIn()
  const { login } = await browser.must(access.addMachineLogin, { name: 'etl' })
  expect(login).toBe('ann@example.com@etl')
  expect((await browser.call(access.addMachineLogin, { name: 'etl' })).status).toBe(409)
  const { data } = await browser.must(users.setActiveApiUser, { login })
  expect(data.user.email).toBe('ann@example.com')
  expect((await browser.must(access.getAccessInfo, {})).api_login).toBe(login)
  const { password } = await browser.must(access.showPassword, {})
  app.clock.forward(1000)
  expect(await openCallers(app.ctx).find(login, password)).toMatchObject({ h2h: true, is_off: false })
  await browser.must(access.setLoginOff, { login, off: true })
  expect(await openCallers(app.ctx).find(login, password)).toMatchObject({ is_off: true })
  expect((await browser.must(access.getLogins, {})).logins.find((row) => row.login === login)).toMatchObject({
    status: 'off',
    kind: 'machine',
    is_active: true,
  })
})

test('an owner who is in another team, too, turns off no login of that team, in any role there', async () => {
  const boss = await app.addUser({ email: 'boss@example.com', name: 'Boss' })
  const { login } = await (await signedIn('boss@example.com')).must(access.addMachineLogin, { name: 'etl' })
  for (const role of ['viewer', 'developer', 'finance', 'admin', 'owner'] as const) {
    const email = `${role}@other.example`
    const member = await app.addUser({ email, name: role })
    await addMember(app.ctx, { owner_id: boss.id, user_id: member.id, role, cap_micros: null })
    const browser = await signedIn(email)
    await browser.must(users.setActiveApiUser, { login: email })
    for (const off of [login, 'boss@example.com'])
      expect((await browser.call(access.setLoginOff, { login: off, off: true })).body).toMatchObject({
        code: 'unknown_login',
      })
  }
  const { rows } = await sql<{ status: string }>`select status from api_logins where owner_id = ${boss.id}`.execute(
    app.database.db,
  )
  expect(rows.map(({ status }) => status)).toEqual(['active', 'active'])
})

test('SEC-L4 no machine login has the name of an e-mail address', async () => {
  const { login } = await (await signedIn()).must(access.addMachineLogin, { name: 'etl2' })
  expect(emailField.safeParse(login).success).toBe(false)
})

test('SEC-L4 an account whose address is the old-style name of a machine login is activated, with a login of its own', async () => {
  const browser = await signedIn()
  const { login } = await browser.must(access.addMachineLogin, { name: 'old' })
  const taken = 'ann+old@example.com'
  await app.database.db.updateTable('api_logins').set({ login: taken }).where('login', '=', login).execute()
  await browser.must(users.setActiveApiUser, { login: taken })
  const { password } = await browser.must(access.showPassword, {})
  const newcomer = app.browser({ ip: '192.0.2.44' })
  await newcomer.open('/register')
  const input = { email: taken, password: TEST_PASSWORD, name: '', privacy: true as const, captcha: '' }
  await newcomer.must(auth.register, input)
  await newcomer.must(auth.activateAccount, { code: String((await app.mails(taken)).at(-1)?.data.code), captcha: '' })
  await newcomer.signIn(taken)
  expect((await newcomer.must(access.getAccessInfo, {})).available_api_logins).toEqual([`${taken}@2`])
  expect((await newcomer.must(access.addMachineLogin, { name: 'etl' })).login).toBe(`${taken}@2@etl`)
  app.clock.forward(1000)
  expect(await openCallers(app.ctx).find(taken, password)).toMatchObject({ h2h: true })
  const own = await newcomer.must(access.showPassword, {})
  expect(await openCallers(app.ctx).find(`${taken}@2`, own.password)).toMatchObject({ h2h: false })
})

test('Z5 HD-06 only a login of the user or their team can be made active, and the session gets a new token', async () => {
  await app.addUser({ email: 'other@example.com' })
  const browser = await signedIn()
  const before = browser.cookies.get('sid')
  expect((await browser.call(users.setActiveApiUser, { login: 'other@example.com' })).status).toBe(404)
  expect((await browser.call(users.setActiveApiUser, { login: 'no such login' })).status).toBe(404)
  await browser.must(users.setActiveApiUser, { login: 'ann@example.com@etl' })
  expect(browser.cookies.get('sid')).not.toBe(before)
  const stale = app.browser({ ip: '192.0.2.9' })
  stale.cookies.set('sid', before ?? '')
  expect((await stale.call(users.getUserData, {})).status).toBe(401)
  await browser.must(users.setActiveApiUser, { login: 'ann@example.com' })
})

describe('settings', () => {
  test('a daily limit is set for everything, an API or a function, and lifted', async () => {
    const browser = await signedIn()
    const first = await browser.must(settings.getSettings, {})
    expect(first.limits).toMatchObject([{ scope: '', limit_micros: null, spent_micros: 0 }])
    const scope = first.scopes.find((one) => one.scope.startsWith('serp/'))?.scope ?? ''
    await browser.must(settings.saveSpendLimit, { scope: '', limit_micros: 5_000_000 })
    await browser.must(settings.saveSpendLimit, { scope: 'serp', limit_micros: 2_000_000 })
    const after = await browser.must(settings.saveSpendLimit, { scope, limit_micros: 0 })
    expect(after.limits.map((row) => [row.scope, row.limit_micros])).toEqual([
      ['', 5_000_000],
      ['serp', 2_000_000],
      [scope, 0],
    ])
    const lifted = await browser.must(settings.saveSpendLimit, { scope, limit_micros: null })
    expect(lifted.limits.map((row) => row.scope)).toEqual(['', 'serp'])
    expect((await browser.call(settings.saveSpendLimit, { scope: 'no/such', limit_micros: 1 })).status).toBe(400)
    expect((await browser.call(settings.saveSpendLimit, { scope: '', limit_micros: -1 })).status).toBe(400)
  })
  test('a limit on an API that is no longer sold can be changed and removed, but not set again', async () => {
    const browser = await signedIn()
    await browser.must(settings.saveSpendLimit, { scope: 'serp', limit_micros: 2_000_000 })
    await app.database.pool.query("update spend_limits set scope = 'sold_before' where scope = 'serp'")
    const changed = await browser.must(settings.saveSpendLimit, { scope: 'sold_before', limit_micros: 1_000_000 })
    expect(changed.limits).toMatchObject([{ scope: '' }, { scope: 'sold_before', limit_micros: 1_000_000 }])
    const lifted = await browser.must(settings.saveSpendLimit, { scope: 'sold_before', limit_micros: null })
    expect(lifted.limits).toMatchObject([{ scope: '' }])
    expect((await browser.call(settings.saveSpendLimit, { scope: 'sold_before', limit_micros: 1 })).status).toBe(400)
  })
  test('duplicates, webhook delay and alerts are stored', async () => {
    const browser = await signedIn()
    await browser.must(settings.saveDuplicates, { hour: 20, day: null })
    await browser.must(settings.saveWebhookDelay, { webhook_delay_ms: 200 })
    const thresholds = {
      balance_below_micros: 10_000_000,
      days_left_below: 5,
      limit_percents: [80, 100] as (50 | 80 | 100)[],
      error_rate_above: 10,
    }
    const all = await browser.must(settings.saveAlerts, thresholds)
    expect(all).toMatchObject({ duplicates: { hour: 20, day: null }, webhook_delay_ms: 200, alerts: thresholds })
    expect(await browser.must(access.getLimitsInfo, {})).toEqual({
      per_minute: 2000,
      simultaneous: 30,
      tasks_per_post: 100,
    })
  })
})
