import { Problem } from '@portico/contract/problem.ts'
import { PROVIDERS, type Provider } from '@portico/contract/providers.ts'
import { MINUTE_MS } from '@portico/contract/time.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readEnv } from '#env/env.ts'
import type { OAuthEndpoint, Spoiling, TokenFault } from '#testing/oauth/failure.ts'
import { type LocalProvider, startLocalProvider } from '#testing/oauth/provider.ts'
import type { LocalPerson } from '#testing/oauth/shape.ts'
import { type OAuth, openOAuth } from './oauth.ts'
import { mayBeInClear } from './oauth-fetch.ts'

const SITE = 'http://localhost:8080'
const NOW = Date.UTC(2026, 2, 2, 10)
const ann: LocalPerson = { sub: '1001', email: 'ann@example.com', email_verified: true, name: 'Ann Example' }
const tokenPaths = { google: '/token', github: '/login/oauth/access_token', facebook: '/v23.0/oauth/access_token' }
const pairs = PROVIDERS.flatMap((begun) => PROVIDERS.map((posted): [Provider, Provider] => [begun, posted]))
const mixed = pairs.filter(([begun, posted]) => begun !== posted)

let local: LocalProvider
let lines: string[]
beforeAll(async () => {
  local = await startLocalProvider()
})
afterAll(() => local.close())
beforeEach(() => {
  lines = []
  Object.assign(local, { misbehave: undefined, asks: false })
  Object.assign(local.person, { google: { ...ann }, github: { ...ann }, facebook: { ...ann } })
  local.requests.length = 0
  local.secrets.length = 0
})
afterEach(() => {
  const secrets = [...local.secrets, ...Object.values(local.settings).filter((value) => value.endsWith('-secret'))]
  for (const secret of secrets) expect(lines.join('\n')).not.toContain(secret)
})

function open(more: { settings?: Record<string, string>; timeout_ms?: number } = {}): OAuth {
  const env = readEnv({ ...local.settings, ...more.settings })
  const { timeout_ms = 30_000 } = more
  return openOAuth(env, { warn: (...args: unknown[]) => lines.push(JSON.stringify(args)) }, { timeout_ms })
}

/** Follows the redirects as a browser does, and returns the query of the callback. */
async function followRedirects(target_url: string): Promise<Record<string, string>> {
  const answer = await fetch(target_url, { redirect: 'manual' })
  const location = answer.headers.get('location')
  if (!location) throw new Error(`provider answered ${answer.status}: ${await answer.text()}`)
  return Object.fromEntries(new URL(location).searchParams)
}

async function reach(provider: Provider, oauth = open()) {
  const { target_url, flow } = await oauth.begin(provider, SITE, NOW)
  return { oauth, target_url, flow, callback: await followRedirects(target_url) }
}

async function signIn(provider: Provider, oauth = open()) {
  const { flow, callback } = await reach(provider, oauth)
  return oauth.finish(flow, provider, callback, NOW)
}

async function expectNo(promise: Promise<unknown>, reason = 'failed') {
  const error = await promise.then(
    (value) => value,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(Problem)
  expect(error).toMatchObject({ code: 'third_party_failed', values: { reason } })
}

function requestsTo(path: string) {
  return local.requests.filter((request) => request.path === path)
}

describe('the whole flow', () => {
  test.each(PROVIDERS)('A14 %s: begin, authorize and finish return the person and nothing else', async (provider) => {
    const { oauth, target_url, flow, callback } = await reach(provider)
    const person = await oauth.finish(flow, provider, callback, NOW + 9 * MINUTE_MS)
    expect(person).toEqual({
      provider,
      subject: '1001',
      email: 'ann@example.com',
      email_verified: provider !== 'facebook',
      name: 'Ann Example',
    })
    const [exchange] = requestsTo(tokenPaths[provider])
    expect(exchange?.body).toMatchObject({ code_verifier: flow.code_verifier, redirect_uri: flow.redirect_uri })
    expect(local.secrets.length).toBeGreaterThan(1)
    const seen = JSON.stringify([person, target_url, flow, local.requests.map(({ path, query }) => [path, query])])
    for (const secret of local.secrets) expect(seen).not.toContain(secret)
    expect(lines).toEqual([])
  })

  test.each(PROVIDERS)(
    'A14 H12 %s: the target is the configured origin, with PKCE and a fresh state',
    async (provider) => {
      const oauth = open()
      const [first, second] = [await oauth.begin(provider, SITE, NOW), await oauth.begin(provider, SITE, NOW)]
      const { origin, searchParams } = new URL(first.target_url)
      expect(origin).toBe(local.origin)
      expect(Object.fromEntries(searchParams)).toMatchObject({
        response_type: 'code',
        code_challenge_method: 'S256',
        state: first.flow.state,
        redirect_uri: `${SITE}/socialite_provider/${provider}/callback`,
      })
      expect(searchParams.get('nonce')).toBe(first.flow.nonce)
      expect(first.flow.nonce !== null).toBe(provider === 'google')
      expect(first.target_url).not.toContain(first.flow.code_verifier)
      expect(first.flow.state).not.toBe(second.flow.state)
      expect(first.flow.code_verifier).not.toBe(second.flow.code_verifier)
    },
  )

  test('a provider without a client id is not offered', async () => {
    const oauth = open({ settings: { GITHUB_CLIENT_ID: '' } })
    expect(oauth.offered().sort()).toEqual(['facebook', 'google'])
    await expectNo(oauth.begin('github', SITE, NOW))
  })

  test('the discovery document of the provider is fetched once', async () => {
    const oauth = open()
    await signIn('google', oauth)
    await signIn('google', oauth)
    expect(requestsTo('/.well-known/openid-configuration')).toHaveLength(1)
    expect(requestsTo('/oauth2/v3/certs')).toHaveLength(1)
  })

  test.each(['http://localhost:8080/', 'http://localhost:8080/x', 'localhost', ''])(
    'A15 begin refuses a redirect address that is not an origin: %j',
    async (site) => {
      await expectNo(open().begin('github', site, NOW))
    },
  )
})

describe('A14 a callback counts once, for the browser that began the flow', () => {
  test.each(PROVIDERS)(
    '%s: a missing, empty or foreign state is refused before the provider is called',
    async (provider) => {
      const { oauth, flow, callback } = await reach(provider)
      const { state: _state, ...stateless } = callback
      const other = await reach(provider, oauth)
      for (const wrong of [stateless, { ...callback, state: '' }, other.callback])
        await expectNo(oauth.finish(flow, provider, wrong, NOW))
      await expectNo(oauth.finish({ ...flow, state: '' }, provider, { ...callback, state: '' }, NOW))
      expect(requestsTo(tokenPaths[provider])).toEqual([])
    },
  )

  test.each(PROVIDERS)('%s: a replayed callback fails', async (provider) => {
    const { oauth, flow, callback } = await reach(provider)
    await oauth.finish(flow, provider, callback, NOW)
    await expectNo(oauth.finish(flow, provider, callback, NOW))
  })

  test.each(PROVIDERS)('%s: a code of another browser fails', async (provider) => {
    const mine = await reach(provider)
    const theirs = await reach(provider)
    const injected = { ...mine.callback, code: theirs.callback.code ?? '' }
    await expectNo(mine.oauth.finish(mine.flow, provider, injected, NOW))
    expect(requestsTo(tokenPaths[provider])).toHaveLength(1)
  })

  test.each(PROVIDERS)(
    '%s: a missing verifier never reaches the provider, and a wrong one is refused there',
    async (provider) => {
      const { oauth, flow, callback } = await reach(provider)
      await expectNo(oauth.finish({ ...flow, code_verifier: '' }, provider, callback, NOW))
      expect(requestsTo(tokenPaths[provider])).toEqual([])
      await expectNo(oauth.finish({ ...flow, code_verifier: 'x'.repeat(43) }, provider, callback, NOW))
      expect(requestsTo(tokenPaths[provider])).toHaveLength(1)
    },
  )

  test.each(PROVIDERS)('%s: the provider refuses an authorization request without a challenge', async (provider) => {
    const { target_url } = await open().begin(provider, SITE, NOW)
    for (const stripped of ['code_challenge', 'code_challenge_method', 'state']) {
      const url = new URL(target_url)
      url.searchParams.delete(stripped)
      expect((await fetch(url, { redirect: 'manual' })).status).toBe(400)
    }
  })

  test.each(PROVIDERS)('%s: a callback without a code is refused', async (provider) => {
    const { oauth, flow, callback } = await reach(provider)
    const { code: _code, ...codeless } = callback
    await expectNo(oauth.finish(flow, provider, codeless, NOW))
    await expectNo(oauth.finish(flow, provider, { ...callback, code: '' }, NOW))
    await expectNo(oauth.finish(flow, provider, { ...codeless, id_token: 'x', token: 'y' }, NOW))
  })

  test('a flow older than ten minutes, or of unknown age, is refused', async () => {
    const { oauth, flow, callback } = await reach('github')
    await expectNo(oauth.finish(flow, 'github', callback, NOW + 10 * MINUTE_MS + 1))
    await expectNo(oauth.finish({ ...flow, started_at_ms: Number.NaN }, 'github', callback, NOW))
    await expect(oauth.finish(flow, 'github', callback, NOW + 10 * MINUTE_MS)).resolves.toBeDefined()
  })

  test('a flow of Google without its nonce is refused', async () => {
    const { oauth, flow, callback } = await reach('google')
    await expectNo(oauth.finish({ ...flow, nonce: null }, 'google', callback, NOW))
    await expectNo(oauth.finish({ ...flow, nonce: 'another' }, 'google', callback, NOW))
  })
})

describe('A15 a callback counts for one provider', () => {
  test.each(pairs)('a flow begun with %s is refused at the callback of %s', async (begun, posted) => {
    const { oauth, flow, callback } = await reach(begun)
    if (begun === posted) {
      await expect(oauth.finish(flow, posted, callback, NOW)).resolves.toMatchObject({ provider: begun })
      return
    }
    await expectNo(oauth.finish(flow, posted, callback, NOW))
    await expectNo(oauth.finish({ ...flow, provider: posted }, posted, callback, NOW))
    for (const path of Object.values(tokenPaths)) expect(requestsTo(path)).toEqual([])
  })

  test.each(mixed)('a flow of %s does not accept a code of %s', async (begun, other) => {
    const mine = await reach(begun)
    const theirs = await reach(other)
    await expectNo(mine.oauth.finish(mine.flow, begun, { ...mine.callback, code: theirs.callback.code ?? '' }, NOW))
    await expectNo(mine.oauth.finish(mine.flow, begun, { ...theirs.callback, state: mine.flow.state }, NOW))
  })

  test.each(PROVIDERS)('%s: a foreign iss is refused before the code is sent anywhere', async (provider) => {
    local.misbehave = { at: 'authorize', how: 'foreign_iss' }
    await expectNo(signIn(provider))
    expect(requestsTo(tokenPaths[provider])).toEqual([])
  })
})

describe('A17 verification of the address', () => {
  const facts: [Provider, Partial<LocalPerson>, string | null, boolean][] = [
    ['google', {}, 'ann@example.com', true],
    ['google', { email_verified: false }, 'ann@example.com', false],
    ['google', { email_verified: 'true' }, 'ann@example.com', false],
    ['google', { email_verified: 1 }, 'ann@example.com', false],
    ['google', { email_verified: undefined }, 'ann@example.com', false],
    ['google', { email: null }, null, false],
    ['github', {}, 'ann@example.com', true],
    ['github', { email_verified: false }, 'ann@example.com', false],
    ['github', { email: null }, null, false],
    ['facebook', {}, 'ann@example.com', false],
    ['facebook', { email_verified: false }, 'ann@example.com', false],
    ['facebook', { email: null }, null, false],
  ]
  test.each(facts)('%s with claims %j gives %s, verified: %s', async (provider, claims, email, email_verified) => {
    Object.assign(local.person[provider], claims)
    expect(await signIn(provider)).toMatchObject({ subject: '1001', email, email_verified })
  })

  test.each(PROVIDERS)('A16 %s: the subject remains when the address changes', async (provider) => {
    Object.assign(local.person[provider], { email: 'new@example.com' })
    expect(await signIn(provider)).toMatchObject({ subject: '1001', email: 'new@example.com' })
  })

  test.each(PROVIDERS)('%s: an address is normalised, and an invalid one is left out', async (provider) => {
    Object.assign(local.person[provider], { email: ' Ann@Example.COM ' })
    expect(await signIn(provider)).toMatchObject({ email: 'ann@example.com' })
    for (const email of ['', 'ann', 'ann@example.com\r\nBcc: eve@example.com', `${'a'.repeat(300)}@example.com`]) {
      Object.assign(local.person[provider], { email })
      expect(await signIn(provider)).toMatchObject({ subject: '1001', email: null, email_verified: false })
    }
  })

  test.each(PROVIDERS)('%s: a name becomes one line of limited length, or is left out', async (provider) => {
    const names: [string | null, string | null][] = [
      [null, null],
      [' \n ', null],
      ['Ann\u0000\r\nExample', 'Ann Example'],
      ['😀'.repeat(200), '😀'.repeat(100)],
      ['Ann \ud800', 'Ann'],
    ]
    for (const [name, expected] of names) {
      Object.assign(local.person[provider], { name })
      expect((await signIn(provider)).name).toBe(expected)
    }
  })
})

describe('a misbehaving provider', () => {
  const endpoints: [Provider, OAuthEndpoint, string][] = [
    ['google', 'discovery', '/.well-known/openid-configuration'],
    ['google', 'token', tokenPaths.google],
    ['google', 'keys', '/oauth2/v3/certs'],
    ['github', 'token', tokenPaths.github],
    ['github', 'profile', '/user'],
    ['github', 'emails', '/user/emails'],
    ['facebook', 'token', tokenPaths.facebook],
    ['facebook', 'profile', '/v23.0/me'],
  ]
  const spoilings: [Spoiling, RegExp][] = [
    ['hang_up', /UND_ERR_SOCKET/],
    ['cut_off', /UND_ERR_SOCKET/],
    ['huge', /answer_too_big/],
    ['bomb', /answer_too_big/],
    ['inward', /NOT_CONFORM|answer_status/],
    ['deep', /OAUTH_INVALID_RESPONSE|ZodError/],
    ['status_500', /NOT_CONFORM|answer_status/],
    ['status_204', /TypeError/],
    ['redirect', /NOT_CONFORM|answer_status/],
    ['garbage', /SyntaxError/],
    ['html', /NOT_JSON|answer_type/],
  ]

  test.each(endpoints)(
    '%s: a bad response of its %s endpoint is a failure, and the next sign-in works',
    async (provider, at, path) => {
      for (const [how, why] of spoilings) {
        const oauth = open()
        local.misbehave = { at, how }
        local.requests.length = 0
        await expectNo(signIn(provider, oauth))
        expect(lines.at(-1)).toMatch(why)
        expect(requestsTo(path), how).toHaveLength(1)
        local.misbehave = undefined
        await expect(signIn(provider, oauth), how).resolves.toMatchObject({ subject: '1001' })
      }
      expect(requestsTo('/elsewhere')).toEqual([])
    },
  )

  // Each test has its own provider, so that the timeouts pass in parallel.
  test.concurrent.each(endpoints)('%s: a hanging %s endpoint ends in a timeout', async (provider, at, path) => {
    for (const how of ['slow', 'trickle'] as const) {
      const own = await startLocalProvider()
      const { flow, callback } = await reach(provider, open({ settings: own.settings }))
      own.misbehave = { at, how }
      own.requests.length = 0
      await expectNo(open({ settings: own.settings, timeout_ms: 1_000 }).finish(flow, provider, callback, NOW))
      expect(own.requests.map((request) => request.path)).toContain(path)
      await own.close()
    }
  })

  test('an unreachable provider is a failure', async () => {
    const gone = await startLocalProvider()
    const oauth = open({ settings: gone.settings })
    await gone.close()
    await expectNo(oauth.begin('google', SITE, NOW))
    const { flow, target_url } = await oauth.begin('github', SITE, NOW)
    expect(target_url).toContain(gone.origin)
    await expectNo(oauth.finish(flow, 'github', { code: 'x', state: flow.state }, NOW))
  })

  test.each(PROVIDERS)('A18 %s: a person who declined is distinguished from a failure', async (provider) => {
    local.misbehave = { at: 'authorize', how: 'deny' }
    await expectNo(signIn(provider), 'denied')
    expect(lines).toEqual([])
    local.misbehave = { at: 'authorize', how: 'fail' }
    await expectNo(signIn(provider))
    expect(lines).toHaveLength(1)
    expect(requestsTo(tokenPaths[provider])).toEqual([])
  })

  const faults: TokenFault[] = [
    'no_id_token',
    'wrong_nonce',
    'no_nonce',
    'wrong_iss',
    'wrong_aud',
    'wrong_azp',
    'expired',
    'wrong_key',
    'tampered',
    'unsigned',
    'signed_with_secret',
  ]
  test.each(faults)('A14 google: an ID token that is %s is refused', async (how) => {
    local.misbehave = { at: 'token', how }
    await expectNo(signIn('google'))
    expect(requestsTo(tokenPaths.google)).toHaveLength(1)
  })
})

describe('hostile JSON', () => {
  const nothing = [null, [], 'text', 42, {}]
  const token = { access_token: 'token-x', token_type: 'bearer' }
  const hostile: [Provider, OAuthEndpoint, unknown[]][] = [
    ['google', 'token', [...nothing, token, { ...token, id_token: 'a.b.c' }, { ...token, id_token: {} }]],
    ['google', 'keys', [...nothing, { keys: 'x' }, { keys: [] }, { keys: [null] }]],
    [
      'github',
      'token',
      [...nothing, { ...token, token_type: 'mac' }, { ...token, access_token: 1 }, { access_token: 'x' }],
    ],
    ['github', 'token', [{ ...token, access_token: '' }, { ...token, access_token: 'a\r\nb: c' }, { error: {} }]],
    [
      'github',
      'profile',
      [...nothing, { id: '1' }, { id: -1 }, { id: 0 }, { id: 1.5 }, { id: 1e300 }, { id: 1, name: {} }],
    ],
    ['github', 'emails', [null, 'text', 42, {}, [null], [{ email: 1, primary: true, verified: true }]]],
    ['github', 'emails', [[{ email: 'ann@example.com', primary: true, verified: 'true' }]]],
    ['facebook', 'token', [...nothing, { error: { message: 'no' } }, { access_token: null, token_type: 'bearer' }]],
    [
      'facebook',
      'profile',
      [...nothing, { id: 1 }, { id: '' }, { id: '1\u0000' }, { id: 'me' }, { id: '1', email: [] }],
    ],
  ]
  test.each(hostile)('%s: hostile JSON from its %s endpoint is refused', async (provider, at, bodies) => {
    for (const body of bodies) {
      local.misbehave = { at, how: 'say', body }
      await expectNo(signIn(provider))
    }
  })

  test.each(['', ' ', '1\u0000', 'é', 'x'.repeat(256)])('google: %j is not accepted as a subject', async (sub) => {
    local.person.google.sub = sub
    await expectNo(signIn('google'))
  })

  test('H12 google: a discovery document of another issuer, or with foreign endpoints, is refused', async () => {
    const good = Object(await (await fetch(`${local.origin}/.well-known/openid-configuration`)).json())
    const bodies = [
      ...nothing,
      { ...good, issuer: 'https://attacker.example' },
      { ...good, issuer: 'not an address' },
      { ...good, issuer: 7 },
      { ...good, authorization_endpoint: 'https://attacker.example/auth' },
      { ...good, authorization_endpoint: 'javascript:alert(1)' },
      { ...good, authorization_endpoint: undefined },
    ]
    for (const body of bodies) {
      local.misbehave = { at: 'discovery', how: 'say', body }
      await expectNo(open().begin('google', SITE, NOW))
    }
    for (const change of [{ token_endpoint: 'http://attacker.example' }, { jwks_uri: 'http://attacker.example' }]) {
      local.misbehave = { at: 'discovery', how: 'say', body: { ...good, ...change } }
      await expectNo(signIn('google'))
    }
    expect(lines.slice(-2).join()).toContain('not_https')
  })

  test('a valid body with a wrong content type is refused', async () => {
    local.misbehave = { at: 'profile', how: 'say', type: 'text/plain', body: { id: 1001, name: 'Ann' } }
    await expectNo(signIn('github'))
    local.misbehave = { at: 'profile', how: 'say', type: 'application/json; charset=utf-8', body: { id: 1001 } }
    await expect(signIn('github')).resolves.toMatchObject({ subject: '1001', name: null })
  })
})

describe('plain HTTP only on this machine', () => {
  test.each([
    ['http://localhost:1', true],
    ['http://127.0.0.1:1', true],
    ['http://127.8.9.10', true],
    ['http://[::1]:1', true],
    ['https://localhost', false],
    ['http://127.0.0.1.attacker.example', false],
    ['http://localhost.attacker.example', false],
    ['http://10.0.0.1', false],
    ['http://accounts.google.com', false],
  ])('%s: %s', (url, may) => {
    expect(mayBeInClear(url)).toBe(may)
  })

  test.each(PROVIDERS)('%s at an http address of a network is not used', async (provider) => {
    const addresses = ['GOOGLE_ISSUER', 'GITHUB_URL', 'GITHUB_API_URL', 'FACEBOOK_URL', 'FACEBOOK_GRAPH_URL']
    const settings = Object.fromEntries(addresses.map((name) => [name, 'http://provider.example']))
    await expectNo(open({ settings }).begin(provider, SITE, NOW))
  })
})

describe('the local provider', () => {
  test.each(PROVIDERS)('%s shows its consent page when configured to', async (provider) => {
    local.asks = true
    Object.assign(local.person[provider], { name: 'Ann <b>' })
    const oauth = open()
    const { target_url, flow } = await oauth.begin(provider, SITE, NOW)
    const page = await (await fetch(target_url)).text()
    expect(page).toContain('Continue as Ann &#60;b&#62;')
    const [allow = '', deny = ''] = [...page.matchAll(/href="([^"]*)"/g)].map(([, href = '']) =>
      new URL(href.replaceAll('&#38;', '&'), local.origin).toString(),
    )
    await expectNo(oauth.finish(flow, provider, await followRedirects(deny), NOW), 'denied')
    await expect(oauth.finish(flow, provider, await followRedirects(allow), NOW)).resolves.toMatchObject({ provider })
  })
})
