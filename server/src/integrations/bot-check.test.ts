import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { botChallenge, NO_TOKEN, PROOF_MARK, type Proof, type ProofOfWork } from '@portico/contract/bot-check.ts'
import { MINUTE_MS } from '@portico/contract/time.ts'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openKeys } from '#crypto/keys.ts'
import { readEnv } from '#env/env.ts'
import { openTestDatabase } from '#testing/db/database.ts'
import { openBotCheck } from './bot-check.ts'

const START_MS = Date.parse('2026-03-02T10:00:00.000Z')
const IP = '198.51.100.7'
const SERVICE = { BOT_CHECK_SITE_KEY: 'the-site-key', BOT_CHECK_SECRET: 'the-secret' }

let database: Awaited<ReturnType<typeof openTestDatabase>>
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

let now_ms = START_MS
let warnings: unknown[] = []
beforeEach(() => {
  now_ms = START_MS
  warnings = []
})

/** Far longer than an answer takes on a busy machine; only a service that stays silent is given up sooner. */
const PATIENT_MS = 30_000
const SILENT_MS = 300

function open(
  settings: Record<string, string> = {},
  secret = 'a secret of the tests, long enough',
  timeout_ms = PATIENT_MS,
) {
  const env = readEnv({ NODE_ENV: 'test', PUBLIC_URL: 'https://dash.example', ...settings })
  return openBotCheck(
    {
      env,
      keys: openKeys('/nowhere', secret),
      db: database.db,
      clock: { now: () => new Date(now_ms) },
      log: { warn: (...line: unknown[]) => void warnings.push(line) },
    },
    { timeout_ms },
  )
}

async function puzzle(check: ReturnType<typeof open>, action = 'signin'): Promise<ProofOfWork> {
  const given = botChallenge.parse(await check.challenge(action))
  if (given.kind !== 'proof-of-work') throw new Error(`unexpected challenge kind ${given.kind}`)
  return given
}

/** ALTCHA's own solver, so that our page's solver is checked against an independent one. */
async function solve({ parameters, signature }: ProofOfWork): Promise<Proof> {
  const solution = await solveChallenge({ challenge: { parameters, signature }, deriveKey })
  if (!solution) throw new Error('ALTCHA found no solution')
  return { parameters, signature, counter: solution.counter, derivedKey: solution.derivedKey }
}

const tokenOf = (proof: unknown) => PROOF_MARK + Buffer.from(JSON.stringify(proof)).toString('base64')
const solved = async (check: ReturnType<typeof open>, action?: string) =>
  tokenOf(await solve(await puzzle(check, action)))

describe('A5 CA-04 proof of work', () => {
  let aProof: Promise<Proof>
  beforeAll(() => {
    aProof = puzzle(open()).then(solve)
  })

  test('a solved challenge passes once', async () => {
    const check = open()
    const token = await solved(check)
    expect(await check.verify(token, 'signin', IP)).toBe(true)
    expect(await check.verify(token, 'signin', IP)).toBe(false)
  })

  test('a solution used ten times at once on two instances passes once', async () => {
    const [one, two] = [open(), open()]
    const token = await solved(one)
    const all = await Promise.all(
      Array.from({ length: 10 }, (_, at) => (at % 2 ? one : two).verify(token, 'signin', IP)),
    )
    expect(all.filter(Boolean)).toHaveLength(1)
  })

  test('a solution passes for no other action, and remains valid for its own', async () => {
    const check = open()
    const token = await solved(check, 'signup')
    expect(await check.verify(token, 'signin', IP)).toBe(false)
    expect(await check.verify(token, 'signup', IP)).toBe(true)
  })

  test('a solution passes for five minutes', async () => {
    const check = open()
    const [early, late] = [await solved(check), await solved(check)]
    now_ms += 5 * MINUTE_MS
    expect(await check.verify(early, 'signin', IP)).toBe(true)
    now_ms += 1
    expect(await check.verify(late, 'signin', IP)).toBe(false)
  })

  test.each<[string, (proof: Proof) => unknown]>([
    [
      'another action',
      (p) => ({ ...p, parameters: { ...p.parameters, data: { ...p.parameters.data, action: 'signup' } } }),
    ],
    [
      'a later end',
      (p) => ({ ...p, parameters: { ...p.parameters, data: { ...p.parameters.data, expires_at_ms: now_ms * 2 } } }),
    ],
    ['less work', (p) => ({ ...p, parameters: { ...p.parameters, cost: 1 } })],
    ['a prefix of its own', (p) => ({ ...p, parameters: { ...p.parameters, keyPrefix: p.derivedKey.slice(0, 2) } })],
    ['a key that is only the prefix', (p) => ({ ...p, derivedKey: p.parameters.keyPrefix.padEnd(64, '0') })],
    ['an empty key', (p) => ({ ...p, derivedKey: '' })],
    ['no signature', ({ signature: _, ...p }) => p],
    ['an empty signature', (p) => ({ ...p, signature: '' })],
    ['a signature in capitals', (p) => ({ ...p, signature: p.signature.toUpperCase() })],
    ['a counter that is no number', (p) => ({ ...p, counter: 'x' })],
    ['more than it should', (p) => ({ ...p, verified: true })],
    ['nothing', () => null],
  ])('a proof with %s does not pass', async (_, change) => {
    const check = open()
    const token = tokenOf(change(await aProof))
    expect(await check.verify(token, 'signin', IP)).toBe(false)
    expect(await check.verify(token, 'signup', IP)).toBe(false)
  })

  test('the unaltered proof passes', async () => {
    expect(await open().verify(tokenOf(await aProof), 'signin', IP)).toBe(true)
  })

  test.each(['', 'off', PROOF_MARK, `${PROOF_MARK}e30=`, `${PROOF_MARK}%%%`, 'x'.repeat(8000), '0.turnstile-token'])(
    'a token %j does not pass',
    async (text) => expect(await open().verify(text, 'signin', IP)).toBe(false),
  )

  test('a challenge of another server does not pass', async () => {
    const token = await solved(open({}, 'another secret, as long as needed'))
    expect(await open().verify(token, 'signin', IP)).toBe(false)
  })

  test('two challenges are never alike', async () => {
    const check = open()
    const [one, two] = [await puzzle(check), await puzzle(check)]
    expect(one.parameters.nonce).not.toBe(two.parameters.nonce)
    expect(one.signature).not.toBe(two.signature)
  })
})

test('a disabled bot check issues no challenge and passes every request', async () => {
  const check = open({ BOT_CHECK: 'off' })
  expect(await check.challenge('signin')).toEqual({ kind: 'off' })
  expect(await check.verify('', 'signin', IP)).toBe(true)
})

/** A text, or how the connection ends. */
type Answer = string | typeof CUT | typeof SILENT
const CUT = Symbol('the connection is cut')
const SILENT = Symbol('no answer')

/** A local verifier that answers as configured and records the requests it receives. */
async function startVerifier() {
  const params: URLSearchParams[] = []
  const verifier = { requests: params, url: '', answer: (): Answer => '', status: 200, close: () => {} }
  const server = createServer(async (request, reply) => {
    let body = ''
    for await (const chunk of request) body += chunk
    params.push(new URLSearchParams(body))
    const text = verifier.answer()
    if (text === CUT) reply.destroy()
    else if (text !== SILENT) reply.writeHead(verifier.status, { 'content-type': 'application/json' }).end(text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  verifier.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/siteverify`
  verifier.close = () => {
    server.closeAllConnections()
    server.close()
  }
  return verifier
}

let verifier: Awaited<ReturnType<typeof startVerifier>>
beforeAll(async () => {
  verifier = await startVerifier()
})
afterAll(() => verifier.close())
beforeEach(() => {
  verifier.requests.length = 0
  verifier.status = 200
})

const good = {
  success: true,
  action: 'signin',
  hostname: 'dash.example',
  score: 0.9,
  get challenge_ts() {
    return new Date(now_ms).toISOString()
  },
}
const freshToken = () => `0.${randomUUID()}`

describe.each(['turnstile', 'recaptcha'])('A5 CA-04 %s', (kind) => {
  const openService = (timeout_ms?: number) =>
    open({ BOT_CHECK: kind, BOT_CHECK_URL: verifier.url, ...SERVICE }, undefined, timeout_ms)

  test('SEC-L9 while the service judges, the browser gets the site key alone and a proof of work passes nothing', async () => {
    verifier.answer = () => JSON.stringify(good)
    const check = openService()
    expect(await check.challenge('signin')).toEqual({ kind, site_key: 'the-site-key' })
    expect(await check.verify(await solved(open()), 'signin', IP)).toBe(false)
    expect(verifier.requests).toEqual([])
    expect(await check.verify(freshToken(), 'signin', IP)).toBe(true)
  })

  test('SEC-L9 a proof requested during an outage is refused once the outage is over', async () => {
    verifier.answer = () => CUT
    const check = openService()
    await check.verify(freshToken(), 'signin', IP)
    const token = await solved(check)
    now_ms += MINUTE_MS
    expect(await check.verify(token, 'signin', IP)).toBe(false)
  })

  test('SEC-L9 a page that got no token from the service makes our server call the service, which detects an outage', async () => {
    verifier.answer = () => JSON.stringify({ success: false, 'error-codes': ['invalid-input-response'] })
    const check = openService()
    expect(await check.verify(NO_TOKEN, 'signin', IP)).toBe(false)
    expect((await check.challenge('signin')).kind).toBe(kind)
    verifier.answer = () => CUT
    expect(await check.verify(NO_TOKEN, 'signin', IP)).toBe(false)
    expect(await check.verify(await solved(check), 'signin', IP)).toBe(true)
  })

  test('SEC-L9 a token that the service rejects as unreadable is refused and does not bypass the service', async () => {
    const check = openService()
    for (const status of [400, 413, 414, 431]) {
      Object.assign(verifier, { status, answer: () => '<html>too large' })
      expect(await check.verify('x'.repeat(7_900), 'signin', IP)).toBe(false)
      expect((await check.challenge('signin')).kind).toBe(kind)
    }
    Object.assign(verifier, { status: 200, answer: () => JSON.stringify(good) })
    expect(await check.verify(await solved(open()), 'signin', IP)).toBe(false)
    expect(await check.verify(freshToken(), 'signin', IP)).toBe(true)
  })

  test('SEC-L9 a proof of work in another spelling is refused while the service judges', async () => {
    verifier.answer = () => JSON.stringify({ success: false })
    const check = openService()
    const body = (await solved(open())).slice(PROOF_MARK.length)
    const url_safe = Buffer.from(body, 'base64').toString('base64url')
    const spellings = ['POW.', ' pow.', 'pow%2E', 'pow.pow.', 'p\u200bow.', 'none.pow.'].map((mark) => mark + body)
    for (const text of [...spellings, `${PROOF_MARK}${url_safe}`, `${PROOF_MARK} ${body}`, body])
      expect([text.slice(0, 12), await check.verify(text, 'signin', IP)]).toEqual([text.slice(0, 12), false])
    expect((await check.challenge('signin')).kind).toBe(kind)
  })

  test('SEC-L9 a proof used in one outage is refused in the next, and one for another form is refused in both', async () => {
    verifier.answer = () => CUT
    const check = openService()
    await check.verify(freshToken(), 'signin', IP)
    const [token, other] = [await solved(check), await solved(check, 'signup')]
    expect(await check.verify(token, 'signin', IP)).toBe(true)
    now_ms += MINUTE_MS
    await check.verify(freshToken(), 'signin', IP)
    expect((await check.challenge('signin')).kind).toBe('proof-of-work')
    expect(await check.verify(token, 'signin', IP)).toBe(false)
    expect(await check.verify(other, 'signin', IP)).toBe(false)
    expect(await check.verify(other, 'signup', IP)).toBe(true)
  })

  test('a token sent five times at once passes once, and not again after its record is gone', async () => {
    const at = new Date(now_ms).toISOString()
    verifier.answer = () => JSON.stringify({ ...good, challenge_ts: at })
    const [check, token] = [openService(), freshToken()]
    const passed = await Promise.all(Array.from({ length: 5 }, () => check.verify(token, 'signin', IP)))
    expect(passed.filter(Boolean)).toHaveLength(1)
    now_ms += 5 * MINUTE_MS + 1
    await database.db.deleteFrom('spent_proofs').execute()
    expect(await check.verify(token, 'signin', IP)).toBe(false)
  })

  test('a token is verified with the secret and the address, and passes once whatever the service answers', async () => {
    verifier.answer = () => JSON.stringify(good)
    const [check, token] = [openService(), freshToken()]
    expect(await check.verify(token, 'signin', IP)).toBe(true)
    expect(Object.fromEntries(verifier.requests[0] ?? [])).toEqual({
      secret: 'the-secret',
      response: token,
      remoteip: IP,
    })
    expect(await check.verify(token, 'signin', IP)).toBe(false)
  })

  test.each<[string, object]>([
    ['refuses it', { ...good, success: false, 'error-codes': ['timeout-or-duplicate'] }],
    ['names another action', { ...good, action: 'signup' }],
    ['names no action', { ...good, action: undefined }],
    ['names another site', { ...good, hostname: 'evil.example' }],
    ['names no site', { ...good, hostname: undefined }],
    ['names a site that begins like ours', { ...good, hostname: 'dash.example.evil.example' }],
    ['names a site that ends like ours', { ...good, hostname: 'evil-dash.example' }],
    ['names our site with a dot', { ...good, hostname: 'dash.example.' }],
    ['names an empty site', { ...good, hostname: '' }],
    ['names the action in capitals', { ...good, action: 'SIGNIN' }],
    ['returns no time', { ...good, challenge_ts: undefined }],
    ['returns an invalid time', { ...good, challenge_ts: 'just now' }],
    ['returns a time in the future', { ...good, challenge_ts: new Date(START_MS + 60 * MINUTE_MS).toISOString() }],
    ['returns a time six minutes ago', { ...good, challenge_ts: new Date(START_MS - 6 * MINUTE_MS).toISOString() }],
  ])('a token is refused when the service %s', async (_, answer) => {
    verifier.answer = () => JSON.stringify(answer)
    const check = openService()
    expect(await check.verify(freshToken(), 'signin', IP)).toBe(false)
    expect((await check.challenge('signin')).kind).toBe(kind)
  })

  test('a token of a white-label site is valid for that site alone', async () => {
    verifier.answer = () => JSON.stringify({ ...good, hostname: 'brand.example' })
    const check = openService()
    expect(await check.verify(freshToken(), 'signin', IP)).toBe(false)
    expect(await check.verify(freshToken(), 'signin', IP, 'other.example')).toBe(false)
    expect(await check.verify(freshToken(), 'signin', IP, 'brand.example')).toBe(true)
  })

  test('a malformed token is not sent to the service', async () => {
    const check = openService()
    for (const text of ['', 'two words', 'a&secret=x', 'é']) expect(await check.verify(text, 'signin', IP)).toBe(false)
    expect(verifier.requests).toEqual([])
  })

  test.each<[string, number, () => Answer]>([
    ['does not answer', 200, () => SILENT],
    ['cuts the connection', 200, () => CUT],
    ['answers with a page', 502, () => '<html>'],
    ['answers without end', 200, () => JSON.stringify({ ...good, more: 'x'.repeat(20_000) })],
    ['answers something else', 200, () => '{"ok":true}'],
    ['returns success as a text', 200, () => '{"success":"true"}'],
    ['returns success as a number', 200, () => '{"success":1}'],
    ['names a list of actions', 200, () => JSON.stringify({ ...good, action: ['signin'] })],
    ['returns the score as a text', 200, () => JSON.stringify({ ...good, score: '0.9' })],
    ['answers nothing', 200, () => ''],
    ['answers null', 200, () => 'null'],
    ['has broken down', 500, () => '{"success":'],
    ['redirects', 302, () => ''],
    ['fails internally', 200, () => '{"success":false,"error-codes":["internal-error"]}'],
    ['does not know our secret', 200, () => '{"success":false,"error-codes":["invalid-input-secret"]}'],
  ])('a service that %s is replaced by a proof of work and called again after a minute', async (_, status, answer) => {
    Object.assign(verifier, { status, answer })
    const check = openService(answer() === SILENT ? SILENT_MS : PATIENT_MS)
    expect(await check.verify(freshToken(), 'signin', IP)).toBe(false)
    expect(warnings).toHaveLength(1)
    expect(JSON.stringify(warnings)).not.toContain('the-secret')

    expect((await check.challenge('signin')).kind).toBe('proof-of-work')
    Object.assign(verifier, { status: 200, answer: () => JSON.stringify(good) })
    expect(await check.verify(freshToken(), 'signin', IP)).toBe(false)
    expect(verifier.requests).toHaveLength(1)

    now_ms += MINUTE_MS
    expect((await check.challenge('signin')).kind).toBe(kind)
    expect(await check.verify(freshToken(), 'signin', IP)).toBe(true)
  })
})

test('A5 a proof of work passes once while the service is down', async () => {
  verifier.answer = () => CUT
  const check = open({ BOT_CHECK: 'turnstile', BOT_CHECK_URL: verifier.url, ...SERVICE })
  await check.verify(freshToken(), 'signin', IP)
  const token = await solved(check)
  expect(await check.verify(token, 'signin', IP)).toBe(true)
  expect(await check.verify(token, 'signin', IP)).toBe(false)
})

test.each([
  [0.5, true],
  [0.4, false],
  [0.4999, false],
  [-1, false],
  [undefined, false],
])('A5 reCAPTCHA with the score %s passes: %s', async (score, passes) => {
  verifier.answer = () => JSON.stringify({ ...good, score })
  const check = open({ BOT_CHECK: 'recaptcha', BOT_CHECK_URL: verifier.url, ...SERVICE })
  expect(await check.verify(freshToken(), 'signin', IP)).toBe(passes)
})
