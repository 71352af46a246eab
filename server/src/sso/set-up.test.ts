import type { Endpoint, Sent } from '@portico/contract/endpoint.ts'
import { sso, ssoSignIn } from '@portico/contract/sso.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addMember } from '#team/members.ts'
import { openSsoTeam, type SsoTeam } from '#testing/sso.ts'

let world: SsoTeam['world']
let owner: SsoTeam['owner']
let owner_id: number

beforeAll(async () => {
  ;({ world, owner, owner_id } = await openSsoTeam())
})
afterAll(() => world.close())
beforeEach(async () => {
  await owner.signIn('owner@acme.test')
})

const changes = (): [Endpoint, Sent<Endpoint>][] => [
  [sso.saveSso, world.fields],
  [sso.switchSso, { is_on: false, is_required: false }],
  [sso.removeSso, {}],
  [sso.addSsoDomain, { domain: 'other.test' }],
  [sso.proveSsoDomain, { domain: 'acme.test' }],
  [sso.mailSsoDomain, { domain: 'acme.test', mailbox: 'postmaster' }],
  [sso.removeSsoDomain, { domain: 'acme.test' }],
]

test('every change needs the sign-in password, given within five minutes', async () => {
  world.app.clock.forward(6 * 60 * 1000)
  for (const [endpoint, input] of changes())
    expect([endpoint.path, (await owner.call(endpoint, input)).body]).toMatchObject([
      endpoint.path,
      { code: 'reauth_needed' },
    ])
  world.app.clock.forward(-6 * 60 * 1000)
  expect((await owner.must(sso.getSso, {})).settings).toMatchObject({ is_on: true })
})

test('an admin of the team neither sees nor changes single sign-on', async () => {
  const { id } = await world.app.addUser({ email: 'admin@acme.test' })
  await addMember(world.app.ctx, { owner_id, user_id: id, role: 'admin', cap_micros: null })
  const admin = await world.signedIn('admin@acme.test')
  await world.app.database.pool.query(
    `update sessions set active_login_id = (select id from api_logins where owner_id = $1) where user_id = $2`,
    [owner_id, id],
  )
  for (const [endpoint, input] of [[sso.getSso, {}] as const, [sso.testSso, {}] as const, ...changes()])
    expect([endpoint.path, (await admin.call(endpoint, input)).status]).toEqual([endpoint.path, 404])
})

test('the client secret is stored sealed, never shown, and never sent to another issuer', async () => {
  const { client_secret, ...rest } = world.fields
  const { rows } = await world.app.database.pool.query('select s::text as text, sealed_secret from sso_settings s')
  expect(JSON.stringify(rows)).not.toContain(client_secret)
  expect(JSON.stringify(rows)).not.toContain(Buffer.from(client_secret).toString('hex'))
  const saved = await owner.must(sso.saveSso, { ...rest, client_secret: '' })
  expect(JSON.stringify(saved)).not.toContain(client_secret)
  expect(saved.settings).toMatchObject({ is_on: true })
  expect((await world.comeIn({ sub: 'still-works', email: 'still@acme.test' })).body).toMatchObject({
    kind: 'signed_in',
  })
  for (const change of [{ issuer: 'http://127.0.0.1:9' }, { client_id: 'another' }])
    expect((await owner.call(sso.saveSso, { ...rest, client_secret: '', ...change })).body).toMatchObject({
      code: 'invalid_input',
      fields: { client_secret: 'This field is required' },
    })
})

test('another client is another service: off until it was tested', async () => {
  const { settings } = await owner.must(sso.saveSso, { ...world.fields, client_id: 'portico-2' })
  expect(settings).toMatchObject({ is_on: false, is_required: false, tested_at: null })
  const on = { is_on: true, is_required: true }
  expect((await owner.call(sso.switchSso, on)).body).toMatchObject({ code: 'sso_not_ready' })
  await owner.must(sso.saveSso, world.fields)
  expect((await owner.call(sso.switchSso, on)).body).toMatchObject({ code: 'sso_not_ready' })
  world.issuer.person = { sub: 'me', email: 'me@elsewhere.test', groups: ['a', 'b'] }
  expect(await world.test(owner)).toMatchObject({ kind: 'tested', trial: { verdict: 'address', email: null } })
  expect((await owner.call(sso.switchSso, on)).body).toMatchObject({ code: 'sso_not_ready' })
  world.issuer.person = { sub: 'me', email: 'me@acme.test', groups: ['a', 'b'] }
  const tested = await world.test(owner)
  expect(tested).toMatchObject({ kind: 'tested', trial: { verdict: 'ok', email: 'me@acme.test', role: 'developer' } })
  expect(tested).toMatchObject({ trial: { claims: expect.arrayContaining([{ name: 'groups', value: '["a","b"]' }]) } })
  for (const [is_on, is_required, shown] of [
    [true, true, true],
    // No member could sign in by a way that is off.
    [false, true, false],
    [true, false, false],
  ] as const)
    expect((await owner.must(sso.switchSso, { is_on, is_required })).settings).toMatchObject({
      is_on,
      is_required: shown,
    })
  const { rows } = await world.app.database.pool.query(`select 1 from users where email_norm = 'me@acme.test'`)
  expect(rows).toEqual([])
})

test('a domain is verified by its DNS record alone, and by one account only', async () => {
  const { domains } = await owner.must(sso.addSsoDomain, { domain: ' @Second.TEST. ' })
  const claimed = domains.find(({ domain }) => domain === 'second.test')
  expect(claimed?.record.name).toBe('_portico.second.test')
  const prove = () => owner.call(sso.proveSsoDomain, { domain: 'second.test' })
  expect((await prove()).body).toMatchObject({ code: 'domain_not_proved' })
  for (const wrong of [[''], ['portico-verification=other'], [`${claimed?.record.value}x`]]) {
    world.dns.records.set('_portico.second.test', wrong)
    expect((await prove()).body).toMatchObject({ code: 'domain_not_proved' })
  }
  await world.app.addUser({ email: 'rival@rival.test' })
  const rival = await world.signedIn('rival@rival.test')
  await rival.must(sso.addSsoDomain, { domain: 'second.test' })
  world.dns.records.set('_portico.second.test', ['v=spf1', claimed?.record.value ?? ''])
  expect((await rival.call(sso.proveSsoDomain, { domain: 'second.test' })).body).toMatchObject({
    code: 'domain_not_proved',
  })
  expect((await prove()).status).toBe(200)
  const { domains: of_rival } = await rival.must(sso.getSso, {})
  world.dns.records.set('_portico.second.test', [of_rival[0]?.record.value ?? ''])
  expect((await rival.call(sso.proveSsoDomain, { domain: 'second.test' })).body).toMatchObject({ code: 'domain_taken' })
  await owner.must(sso.removeSsoDomain, { domain: 'second.test' })
  expect((await rival.call(sso.proveSsoDomain, { domain: 'second.test' })).status).toBe(200)
})

test('a domain is verified by a mail to its administrators; opening the link alone verifies nothing', async () => {
  await owner.must(sso.addSsoDomain, { domain: 'mailed.test' })
  await owner.must(sso.mailSsoDomain, { domain: 'mailed.test', mailbox: 'postmaster' })
  const [mail] = await world.app.mails('postmaster@mailed.test')
  expect(mail).toMatchObject({
    template: 'sso_domain',
    data: { domain: 'mailed.test', other_email: 'owner@acme.test' },
  })
  const stranger = await world.visitor()
  expect((await stranger.call(ssoSignIn.confirmSsoDomain, {})).body).toMatchObject({ code: 'link_used' })
  await stranger.open(new URL(String(mail?.data.link)).pathname)
  expect(await stranger.must(ssoSignIn.checkSsoDomain, {})).toEqual({
    open: { domain: 'mailed.test', team: 'Olga Owner', email: 'owner@acme.test' },
  })
  const provedAt = async () =>
    (await owner.must(sso.getSso, {})).domains.find(({ domain }) => domain === 'mailed.test')?.proved_at
  expect(await provedAt()).toBeNull()
  world.app.clock.forward(4 * 24 * 60 * 60 * 1000)
  expect(await stranger.must(ssoSignIn.checkSsoDomain, {})).toEqual({ open: null })
  world.app.clock.forward(-4 * 24 * 60 * 60 * 1000)
  await stranger.open(new URL(String(mail?.data.link)).pathname)
  expect(await stranger.must(ssoSignIn.confirmSsoDomain, {})).toEqual({ domain: 'mailed.test' })
  expect(await provedAt()).not.toBeNull()
  await stranger.open(new URL(String(mail?.data.link)).pathname)
  expect((await stranger.call(ssoSignIn.confirmSsoDomain, {})).body).toMatchObject({ code: 'link_used' })
})

test.each(['gmail.com', 'GMX.de', 'outlook.com', 'mail.ru'])(
  '%s is a public domain and cannot be verified',
  async (domain) => {
    expect((await owner.call(sso.addSsoDomain, { domain })).body).toMatchObject({ code: 'domain_public' })
  },
)

test.each(['localhost', '127.0.0.1', 'acme', 'a b.test', 'acme.test/x', '-a.test', 'acme..test'])(
  '%s is not a domain',
  async (domain) => {
    expect((await owner.call(sso.addSsoDomain, { domain })).body).toMatchObject({ code: 'invalid_input' })
  },
)

test('changes are in the log and mailed to every owner; without a verified domain single sign-on is off', async () => {
  const before = (await world.app.mails('owner@acme.test')).length
  const { domains, settings } = await owner.must(sso.addSsoDomain, { domain: 'claimed.test' })
  await owner.must(sso.mailSsoDomain, { domain: 'claimed.test', mailbox: 'postmaster' })
  expect(settings).toMatchObject({ is_on: true })
  for (const { domain, proved_at } of domains) if (proved_at) await owner.must(sso.removeSsoDomain, { domain })
  const claimed = await owner.must(sso.getSso, {})
  expect(claimed.settings).toMatchObject({ is_on: false, is_required: false })
  for (const { domain } of claimed.domains) await owner.must(sso.removeSsoDomain, { domain })
  expect((await owner.must(sso.removeSso, {})).settings).toBeNull()
  const mails = (await world.app.mails('owner@acme.test')).slice(before)
  expect(mails.length).toBeGreaterThanOrEqual(2)
  expect(new Set(mails.map(({ template }) => template))).toEqual(new Set(['sso_changed']))
  const { rows } = await world.app.database.pool.query(
    `select distinct action from audit_log where user_id = $1 and action like 'sso%' order by action`,
    [owner_id],
  )
  expect(rows.map(({ action }) => action)).toEqual([
    'sso_changed',
    'sso_domain_added',
    'sso_domain_mailed',
    'sso_domain_proved',
    'sso_domain_removed',
    'sso_not_required',
    'sso_off',
    'sso_on',
    'sso_removed',
    'sso_required',
  ])
})

test('an issuer at a private address is not called unless the operator allows it', async () => {
  const strict = await world.app.sibling({ settings: { SSO_ALLOW_PRIVATE: 'off', ...world.dns.settings } })
  const browser = await strict.signedIn('owner@acme.test')
  for (const issuer of [
    world.issuer.issuer,
    'https://127.0.0.1',
    'https://localhost',
    'https://[::1]',
    'http://example.com',
  ])
    expect([issuer, (await browser.call(sso.saveSso, { ...world.fields, issuer })).body]).toMatchObject([
      issuer,
      { code: 'sso_unreachable' },
    ])
})
