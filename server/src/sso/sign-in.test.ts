import { auth } from '@portico/contract/auth.ts'
import { sso, ssoSignIn } from '@portico/contract/sso.ts'
import { team } from '@portico/contract/team.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { TEST_PASSWORD } from '#testing/browser.ts'
import type { Spoiled } from '#testing/integrations/issuer.ts'
import { openSsoTeam, type SsoTeam } from '#testing/sso.ts'

let world: SsoTeam['world']
let owner: SsoTeam['owner']
let owner_id: number
let count = 0

beforeAll(async () => {
  ;({ world, owner, owner_id } = await openSsoTeam())
})
afterAll(() => world.close())
beforeEach(async () => {
  await owner.signIn('owner@acme.test')
})
afterEach(() => {
  world.issuer.spoiled = undefined
  world.issuer.claims = {}
})

const someone = () => {
  count += 1
  return { sub: `sub-${count}`, email: `person${count}@acme.test`, email_verified: true, name: `Person ${count}` }
}
const usersWith = async (email: string) =>
  (await world.app.database.pool.query('select id, status, parent_id from users where email_norm = $1', [email])).rows

test('an unknown colleague signs in by single sign-on and is in the team with the default role, confirmed and without a password', async () => {
  const person = someone()
  const { body, browser } = await world.comeIn(person)
  expect(body).toMatchObject({
    kind: 'signed_in',
    user: { email: person.email, name: person.name, parent_id: owner_id, role: 'developer' },
    joined: { team: 'Olga Owner', role: 'developer' },
  })
  expect(world.issuer.authRequest.get('code_challenge_method')).toBe('S256')
  expect(world.issuer.authRequest.get('login_hint')).toBe(person.email)
  const { members } = await owner.must(team.getTeam, {})
  expect(members).toContainEqual(expect.objectContaining({ email: person.email, role: 'developer' }))
  expect((await world.app.mails('owner@acme.test')).at(-1)).toMatchObject({ template: 'sso_joined' })
  const guess = { email: person.email, password: TEST_PASSWORD, captcha: '' }
  expect((await browser.call(auth.authenticate, guess)).body).toMatchObject({ code: 'confirm_first' })
})

test('the same subject is the same user when the address has changed, and another subject with that address is not', async () => {
  const person = someone()
  const first = await world.comeIn(person)
  const { user } = first.body as { user: { id: number } }
  const renamed = await world.comeIn({ ...person, email: 'married@acme.test' })
  expect(renamed.body).toMatchObject({ kind: 'signed_in', user: { id: user.id, email: person.email } })
  const impostor = await world.comeIn({ ...person, sub: 'somebody-else' })
  expect(impostor.body).toMatchObject({ kind: 'connect', email: person.email })
  expect((await impostor.browser.call(team.getTeam, {})).status).toBe(401)
})

describe('an untrustworthy answer of the sign-in service opens no session and makes no account', () => {
  const now_s = () => Math.floor((performance.timeOrigin + performance.now()) / 1000)
  test.each<[string, () => { claims?: Record<string, unknown>; spoiled?: Spoiled }]>([
    ['with a nonce of another flow', () => ({ claims: { nonce: 'other' } })],
    ['without a nonce', () => ({ claims: { nonce: undefined } })],
    ['for another client', () => ({ claims: { aud: 'another-client' } })],
    ['for several clients, requested by another', () => ({ claims: { aud: ['portico', 'x'], azp: 'x' } })],
    ['of another issuer', () => ({ claims: { iss: 'https://attacker.example' } })],
    ['expired', () => ({ claims: { iat: now_s() - 7200, exp: now_s() - 3600 } })],
    ['without a time', () => ({ claims: { iat: undefined } })],
    ['without a subject', () => ({ claims: { sub: undefined } })],
    ['not signed', () => ({ spoiled: 'unsigned' })],
    ['signed with the secret we share', () => ({ spoiled: 'signed_with_secret' })],
    ['signed with another key', () => ({ spoiled: 'other_key' })],
    ['changed after it was signed', () => ({ spoiled: 'tampered' })],
    ['missing', () => ({ spoiled: 'no_token' })],
  ])('an ID token %s is refused', async (_what, failure) => {
    const person = someone()
    Object.assign(world.issuer, failure())
    const { status, body, browser } = await world.comeIn(person)
    expect({ status, body }).toMatchObject({ status: 400, body: { code: 'sso_failed' } })
    expect((await browser.call(team.getTeam, {})).status).toBe(401)
    expect(await usersWith(person.email)).toEqual([])
  })

  test('an answer with another state, a second time, in another browser, or after ten minutes is refused', async () => {
    const person = someone()
    world.issuer.person = person
    const failed = { status: 400, body: { code: 'sso_failed' } }
    const browser = await world.visitor()
    const begin = async () => (await browser.must(ssoSignIn.beginSso, { email: person.email })).target_url
    const back = world.issuer.signIn(await begin())
    await browser.open(`${back.pathname}?code=${back.searchParams.get('code')}&state=other`)
    expect(await browser.call(ssoSignIn.finishSso, {})).toMatchObject(failed)
    const other = await world.visitor()
    await other.open((back.pathname + back.search).toString())
    expect(await other.call(ssoSignIn.finishSso, {})).toMatchObject(failed)
    const late = world.issuer.signIn(await begin())
    world.app.clock.forward(11 * 60 * 1000)
    await browser.open(late.pathname + late.search)
    expect(await browser.call(ssoSignIn.finishSso, {})).toMatchObject(failed)
    world.app.clock.forward(-11 * 60 * 1000)
    const good = world.issuer.signIn(await begin())
    const flow = new Map(browser.cookies)
    await browser.open(good.pathname + good.search)
    const staged = new Map(browser.cookies)
    expect((await browser.call(ssoSignIn.finishSso, {})).body).toMatchObject({ kind: 'signed_in' })
    for (const [name, value] of [...flow, ...staged]) if (name.endsWith('flow')) browser.cookies.set(name, value)
    expect(await browser.call(ssoSignIn.finishSso, {})).toMatchObject(failed)
  })
})

test.each([
  ['of another domain', { email: 'ann@elsewhere.test' }],
  ['of a domain below the verified one', { email: 'ann@sub.acme.test' }],
  ['that the service calls unverified', { email_verified: false }],
  ['unverified, as text', { email_verified: 'false' }],
  ['that is none', { email: 'nonsense' }],
  ['that is missing', { email: undefined }],
])('an address %s is refused', async (_what, change) => {
  const person = someone()
  world.issuer.claims = change
  const { status, body } = await world.comeIn(person)
  expect({ status, body }).toMatchObject({ status: 403, body: { code: 'sso_address' } })
  expect(await usersWith(person.email)).toEqual([])
})

test('the sign-in service can replace its keys at any time', async () => {
  expect((await world.comeIn(someone())).body).toMatchObject({ kind: 'signed_in' })
  world.issuer.rotateKeys()
  expect((await world.comeIn(someone())).body).toMatchObject({ kind: 'signed_in' })
})

test('the answer for an address reveals only the single sign-on of its domain, the same for all its users', async () => {
  const browser = await world.visitor()
  for (const email of ['owner@acme.test', 'nobody@acme.test'])
    expect((await browser.must(ssoSignIn.beginSso, { email })).target_url).toContain(`${world.issuer.issuer}/authorize`)
  for (const email of ['owner@elsewhere.test', 'x@gmail.com', 'x@sub.acme.test'])
    expect(await browser.call(ssoSignIn.beginSso, { email })).toMatchObject({
      status: 404,
      body: { code: 'sso_unknown' },
    })
})

test('single sign-on that is turned off admits no one, not even users who are at the sign-in service just then', async () => {
  const person = someone()
  world.issuer.person = person
  const browser = await world.visitor()
  await world.goThere(browser, (await browser.must(ssoSignIn.beginSso, { email: person.email })).target_url)
  await owner.must(sso.switchSso, { is_on: false, is_required: false })
  expect((await browser.call(ssoSignIn.finishSso, {})).body).toMatchObject({ code: 'sso_failed' })
  expect((await browser.call(ssoSignIn.beginSso, { email: person.email })).body).toMatchObject({ code: 'sso_unknown' })
  await owner.must(sso.switchSso, { is_on: true, is_required: false })
  expect(await usersWith(person.email)).toEqual([])
})
