import { randomUUID } from 'node:crypto'
import { auth } from '@portico/contract/auth.ts'
import { isOpenToSso, type ProofLevel } from '@portico/contract/endpoint.ts'
import { GUARDS } from '@portico/contract/guards.ts'
import { isAllowed, type Modules } from '@portico/contract/menu.ts'
import { operator } from '@portico/contract/operator.ts'
import { passkeySignIn } from '@portico/contract/passkeys.ts'
import { may } from '@portico/contract/permissions.ts'
import { profile } from '@portico/contract/profile.ts'
import type { Role } from '@portico/contract/role.ts'
import { ssoSignIn } from '@portico/contract/sso.ts'
import { users } from '@portico/contract/users.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { hashToken } from '#crypto/keys.ts'
import { addMember } from '#team/members.ts'
import { TEST_START } from './app.ts'
import { TEST_PASSWORD } from './browser.ts'
import { ANYTHING, ROUTES, type Route } from './contract-routes.ts'
import { type LocalProvider, startLocalProvider } from './oauth/provider.ts'
import { newPasskey } from './passkey.ts'
import { INPUTS } from './permission-inputs.ts'
import { readMatrix } from './permission-matrix.ts'
import { type Account, openPermissionWorld } from './permission-world.ts'
import { openSsoWorld } from './sso.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

/** How Pat signed in. `stale` means with the password, an hour ago; `acting` means staff who act as Pat. */
const WAYS = ['password', 'stale', 'passkey', 'link', 'service', 'sso_a', 'sso_b', 'acting'] as const
type Way = (typeof WAYS)[number]
/** The login of the session: of Pat's own account, or of team A or B, both connected by single sign-on. */
const LOGINS = ['own', 'a', 'b'] as const
type Login = (typeof LOGINS)[number]
const ROLES: Record<Login, Role> = { own: 'owner', a: 'admin', b: 'viewer' }
const HOUR_MS = 60 * 60 * 1000

/** The account a session works on: a session from single sign-on stays in its team, whatever login is set. */
const worksOn = (way: Way, login: Login): Login => (way === 'sso_a' ? 'a' : way === 'sso_b' ? 'b' : login)

const isBound = (way: Way) => way === 'sso_a' || way === 'sso_b'

/** The proofs that a session of each way holds. */
const HAS: Record<Way, ProofLevel[]> = {
  password: ['fresh', 'recent', 'proved'],
  passkey: ['fresh', 'recent', 'proved'],
  stale: ['proved'],
  service: ['proved'],
  sso_a: ['proved'],
  sso_b: ['proved'],
  link: [],
  acting: [],
}

/** The proof that the inputs of the matrix need if it depends on the input: a viewer becomes finance; caps and limits become lower. */
const BY_INPUT: Record<string, ProofLevel | undefined> = {
  'team.changeRole': 'recent',
  'team.changeCap': undefined,
  'settings.saveSpendLimit': undefined,
}
/** The input changes the name, which single sign-on may not; the other fields of this form are free. */
const NAMES_THE_PERSON = 'profile.saveProfile'
/** Endpoints of staff alone, who have a separate host and session. */
const OF_STAFF = /^(auth\.confirmFactor$|staffPasskeys\.)/

type World = Awaited<ReturnType<typeof openSsoWorld>>
type Browser = Awaited<ReturnType<World['visitor']>>
let provider: LocalProvider
let sso_world: World
let world: Awaited<ReturnType<typeof openPermissionWorld>>
let accounts: Record<Login, Account>
let sessions: Record<Way, { browser: Browser; cookies: Map<string, string>; token_hash: Buffer }>
/** Modules in the menu of each role. */
const modules = new Map<string, Modules>()
const rows = readMatrix()
let cells = 0

beforeAll(async () => {
  provider = await startLocalProvider()
  sso_world = await openSsoWorld(provider.settings)
  const { app } = sso_world
  const ahead_ms = app.clock.now().getTime() - TEST_START.getTime()
  app.clock.forward(-ahead_ms)
  world = await openPermissionWorld(app)
  accounts = {
    own: await world.openAccount('pat'),
    a: await world.openAccount('ada'),
    b: await world.openAccount('ben'),
  }
  await world.openAccount('samuel')
  await world.addStaff()
  const user_id = accounts.own.id
  for (const team of ['a', 'b'] as const)
    await addMember(app.ctx, {
      owner_id: accounts[team].id,
      user_id,
      role: ROLES[team] === 'admin' ? 'admin' : 'viewer',
      cap_micros: null,
    })
  const stale = await world.signedIn('pat@example.com')
  app.clock.forward(HOUR_MS)
  app.clock.forward(ahead_ms)
  const [sso_a, sso_b] = [await connected('a'), await connected('b')]
  app.clock.forward(-ahead_ms)
  const password = await world.signedIn('pat@example.com')
  sessions = {
    password: held(password),
    stale: held(stale),
    passkey: held(await byPasskey(password)),
    link: held(await byLink()),
    service: held(await byService()),
    sso_a: held(sso_a),
    sso_b: held(sso_b),
    acting: held(await world.actingAs(accounts.own), 'act'),
  }
  for (const way of WAYS)
    for (const login of LOGINS) {
      await setLogin(way, login)
      const { user } = await sessions[way].browser.must(users.getUserData, {})
      expect(user, `${way} on ${login}`).toMatchObject({ api_login: accounts[worksOn(way, login)].target.login })
      modules.set(`${way} ${login}`, user.modules)
    }
  await world.keep()
})
afterAll(async () => {
  await sso_world.close()
  await provider.close()
})

function held(browser: Browser, cookie = 'sid') {
  return { browser, cookies: new Map(browser.cookies), token_hash: hashToken(browser.cookies.get(cookie) ?? '') }
}

/** Pat arrives with a team address and confirms with the password; the address of the account is changed back afterwards. */
async function connected(team: 'a' | 'b'): Promise<Browser> {
  const { app } = sso_world
  const setEmail = (email: string) =>
    app.database.pool.query('update users set email = $1, email_norm = $1 where id = $2', [email, accounts.own.id])
  const owner = await sso_world.signedIn(accounts[team].target.login)
  await sso_world.turnOn(owner, `${team}.test`)
  await setEmail(`pat@${team}.test`)
  const { browser } = await sso_world.comeIn({ sub: `pat-${team}`, email: `pat@${team}.test`, name: 'Pat', groups: [] })
  await browser.must(ssoSignIn.connectSso, { password: TEST_PASSWORD })
  await setEmail('pat@example.com')
  return browser
}

async function byPasskey(owner: Browser): Promise<Browser> {
  const passkey = newPasskey(sso_world.app.ctx.origin)
  const { options } = await owner.must(profile.beginPasskey, {})
  await owner.must(profile.addPasskey, { name: 'Phone', response: passkey.register(options) })
  const browser = world.visitor()
  await browser.open('/signin')
  const challenge = await browser.must(passkeySignIn.passkeyChallenge, {})
  await browser.must(passkeySignIn.signInByPasskey, { response: passkey.answer(challenge.options) })
  return browser
}

async function byLink(): Promise<Browser> {
  const { body } = await sso_world.app.operator(operator.onetime, {
    user: 'pat@example.com',
    kind: 'onetime',
    mail: false,
    by: 'test',
  })
  if (!('url' in body)) throw new Error(JSON.stringify(body))
  const browser = world.visitor()
  await browser.open('/signin')
  await browser.open(new URL(body.url).pathname)
  await browser.must(auth.loginOnetime, {})
  return browser
}

async function byService(): Promise<Browser> {
  Object.assign(provider.person.github, { sub: '4711', email: 'pat@example.com', email_verified: true, name: 'Pat' })
  const browser = world.visitor()
  await browser.open('/signin')
  const { target_url } = await browser.must(auth.goToThirdParty, { provider: 'github' })
  const back = new URL((await fetch(target_url, { redirect: 'manual' })).headers.get('location') ?? '')
  await browser.open(back.pathname + back.search)
  await browser.must(auth.loginByThirdParty, { provider: 'github' })
  return browser
}

async function setLogin(way: Way, login: Login): Promise<void> {
  await sso_world.app.database.pool.query('update sessions set active_login_id = $1 where token_hash = $2', [
    accounts[login].login_id,
    sessions[way].token_hash,
  ])
}

/** The outcome the contract requires for this cell: the code of a refusal, or `reached`. */
function expected(name: string, route: Route, way: Way, login: Login): string {
  const { caller, method, handsOut, impersonated, proof } = route
  if (way === 'acting' && (method === 'POST' || handsOut) && impersonated !== 'allowed') return 'not_while_acting'
  if (isBound(way) && (!isOpenToSso(route) || name === NAMES_THE_PERSON)) return 'not_by_sso'
  if (OF_STAFF.test(name)) return 'not_allowed'
  if (typeof caller === 'object') {
    const shown = modules.get(`${way} ${login}`)
    if (caller.module && shown && !isAllowed(caller.module, shown)) return 'not_allowed'
    if (caller.action && !may(ROLES[worksOn(way, login)], caller.action)) return 'not_allowed'
  }
  const level = proof === 'by_input' ? BY_INPUT[name] : proof
  return typeof level !== 'string' || HAS[way].includes(level) ? 'reached' : 'reauth_needed'
}

const REFUSALS = new Set(['not_while_acting', 'not_by_sso', 'not_allowed', 'reauth_needed', 'sign_in_needed', 'forged'])

interface Cell {
  name: string
  route: Route
  way: Way
  login: Login
  input: Record<string, unknown>
}

async function tryCell({ name, route, way, login, input }: Cell): Promise<string[]> {
  cells += 1
  const { browser, cookies } = sessions[way]
  browser.cookies.clear()
  for (const [cookie, value] of cookies) browser.cookies.set(cookie, value)
  await setLogin(way, login)
  const reply =
    name === 'live.stream'
      ? await world.listen(browser, input)
      : await browser.call({ ...route, input: ANYTHING, output: ANYTHING }, input)
  const [, code = String(reply.status)] = /^\{"type":"error","code":"(\w+)"/.exec(reply.text) ?? []
  const { ok, gone } = rows.get(name) ?? {}
  const wanted = expected(name, route, way, login)
  const is_reached = !REFUSALS.has(code) || code === ok || code === gone
  const faults: string[] = []
  if (code !== wanted && !(wanted === 'reached' && is_reached))
    faults.push(`${name} by ${way} on ${login}: ${code} instead of ${wanted}`)
  const others = LOGINS.filter((one) => one !== worksOn(way, login))
  if (isBound(way) && others.some((one) => signsOf(accounts[one]).test(reply.text)))
    faults.push(`${name} by ${way} on ${login} tells of another account: ${reply.text}`)
  return faults
}

/** Values that only the account itself may see: objects marked with its name. */
function signsOf({ target }: Account): RegExp {
  const [name] = target.login.split('@')
  return new RegExp(`(of|by)[-/]${name}`)
}

/** Calls of the data API, which are booked asynchronously: the change of an earlier try would be attributed to this one. */
const BOOKED_LATER = new Set([
  'playground.runInSandbox',
  'playground.runLive',
  'playground.fetchTask',
  'gateway.testConnection',
])

const statesOf = (logins: Login[]) => Promise.all(logins.map((login) => world.stateOf(accounts[login].id, 'account')))

/** The input names the login of the session, even if the session does not work on it. */
const inputFor = async (name: string, login: Login) => {
  const input = (await INPUTS[name]?.(world.ownOf(accounts[login]))) ?? {}
  // A new name each time, as saving the same name would change nothing.
  return name === NAMES_THE_PERSON ? { ...input, name: `Name ${randomUUID()}` } : input
}

/** Single sign-on of a team is tried alone, so that any change elsewhere is caused by it. */
async function tryRow(name: string, route: Route, logins: readonly Login[]): Promise<string[]> {
  const faults: string[] = []
  const is_change = route.method === 'POST' && route.caller !== 'operator'
  for (const login of logins) {
    if (is_change) await world.restore()
    for (const way of ['sso_a', 'sso_b'] as const) {
      const input = await inputFor(name, login)
      // A refusal with another code than the contract's is a fault already.
      const is_watched = is_change && !BOOKED_LATER.has(name) && expected(name, route, way, login) === 'reached'
      const others = is_watched ? LOGINS.filter((one) => one !== worksOn(way, login)) : []
      const before = await statesOf(others)
      faults.push(...(await tryCell({ name, route, way, login, input })))
      const after = await statesOf(others)
      const changed = others.filter((_, at) => before[at] !== after[at])
      if (changed.length > 0) faults.push(`${name} by ${way} on ${login} changed the account ${changed.join()}`)
    }
    for (const way of is_change ? OTHER_WAYS : OTHER_WAYS.slice(0, 1)) {
      // One call may end the sessions of the others, or use up their objects.
      if (is_change) await world.restore()
      faults.push(...(await tryCell({ name, route, way, login, input: await inputFor(name, login) })))
    }
  }
  return faults
}

const OTHER_WAYS = WAYS.filter((way) => !isBound(way))
const SIGNED_IN = [...ROUTES].filter(([, { caller }]) => caller !== 'public' && caller !== 'operator')

describe('the reach of a session depends on how it began', () => {
  // Each endpoint uses one login in turn, so that every way meets every login many times.
  test.each(SIGNED_IN.map(([name, route], at) => [name, LOGINS[at % LOGINS.length] ?? 'own', route] as const))(
    'SEC2-N1 SEC2-N2 %s on %s answers each way of signing in as the contract requires',
    async (name, login, route) => {
      expect(await tryRow(name, route, [login])).toEqual([])
    },
  )

  test.each(SIGNED_IN)(
    'SEC2-N1 SEC2-N2 %s on every login answers each way of signing in as the contract requires',
    { tags: 'long' },
    async (name, route) => {
      expect(await tryRow(name, route, LOGINS)).toEqual([])
    },
  )

  test('every signed-in endpoint was tried with both kinds of single sign-on', () => {
    expect(cells).toBeGreaterThanOrEqual(SIGNED_IN.length * 3)
  })
})

describe('the contract states the proof that a call needs', () => {
  const changing = [...ROUTES].filter(([, { method, handsOut }]) => method === 'POST' || handsOut)

  test.each(changing.filter(([, { caller }]) => typeof caller === 'object' && caller.action && GUARDS[caller.action]))(
    'SEC2-N2 %s is about money, secrets or the team and states its proof, or why it needs none',
    (_, { proof }) => {
      expect(proof).toBeDefined()
      if (typeof proof === 'object') expect(proof.none.length).toBeGreaterThan(10)
    },
  )

  test.each(changing.filter(([, route]) => route.caller === 'user' && route.method === 'POST' && !isOpenToSso(route)))(
    'SEC2-N2 %s is about the person and states its proof, or why it needs none',
    (_, { proof }) => {
      expect(proof).toBeDefined()
    },
  )
})
