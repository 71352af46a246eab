import type { AccountState } from '@portico/contract/dashboard.ts'
import type { GivenRole } from '@portico/contract/role.ts'
import { users } from '@portico/contract/users.ts'
import { beforeAll, expect, test, vi } from 'vitest'
import { accountLogins, openCallers, readApiPassword } from '#access/index.ts'
import { recipientsOf } from '#alerts/recipients.ts'
import { mayFix } from '#dashboard/get-states.ts'
import { setFactorFrom } from '#team/factor-store.ts'
import { addMember } from '#team/members.ts'
import { setParent, userByEmail } from '#users/index.ts'
import { TEST_START, type TestApp } from './app.ts'
import { request } from './browser.ts'
import { ANYTHING, ROUTES, type Route } from './contract-routes.ts'
import { routesOf } from './http/routes.ts'
import { INPUTS, type Target } from './permission-inputs.ts'
import { ACTORS, type ActorName, RELATIONS, type Relation, type Row, readMatrix } from './permission-matrix.ts'
import { insertNamed, NAMED_ROWS, type NamedBy } from './permission-neighbours.ts'
import { type Account, LIMITS, NOTHING, openPermissionWorld, type Reply } from './permission-world.ts'
import { sharedApp } from './shared-app.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const CODES: Record<string, string> = {
  'sign-in': 'sign_in_needed',
  no: 'not_allowed',
  acting: 'not_while_acting',
  staff: 'staff_only',
  forged: 'forged',
  stays: 'founder_stays',
}

interface Actor {
  own: Target
  other: Target
  other_id: number
  /** Values that must never appear in their responses. */
  strangers: RegExp
  ask(name: string, route: Route, input: Record<string, unknown>): Promise<Reply>
}

const app = sharedApp()
let world: Awaited<ReturnType<typeof openPermissionWorld>>
let actors: Record<ActorName, Actor>
let anna_id = 0
let carla_id = 0
let carla_before = ''
let cells = 0
const rows = readMatrix()

beforeAll(async () => {
  world = await openPermissionWorld(app)
  actors = await openActors()
  await world.keep()
  carla_before = await world.stateOf(carla_id)
})

/** States read since the last call that may change one. */
const known = new Map<number, string>()

async function openActors(): Promise<Record<ActorName, Actor>> {
  const { openAccount, ownOf, addColleague, addSession, visitor, signedIn, signedInStaff, actingAs, listen } = world
  const anna = await openAccount('anna')
  const boris = await openAccount('boris')
  const carla = await openAccount('carla')
  const child = await openAccount('child')
  const guest = await openAccount('guest')
  const samuel = await openAccount('samuel')
  anna_id = anna.id
  carla_id = carla.id
  await setParent(app.ctx, child.id, { parent_id: anna.id, wl_id: 0 })
  await addMember(app.ctx, { owner_id: anna.id, user_id: child.id, role: 'viewer', cap_micros: null })
  await addMember(app.ctx, { owner_id: anna.id, user_id: guest.id, role: 'admin', cap_micros: null })
  await world.addStaff()

  const unseen = (...accounts: Account[]) =>
    new RegExp(accounts.flatMap(({ id, target }) => [target.login.split('@')[0], LIMITS + id]).join('|'))
  const actorOf = (
    browser: ReturnType<TestApp['browser']>,
    own: Account,
    other: Account,
    strangers: RegExp,
    session = own.target.session,
  ): Actor => {
    const cookies = new Map(browser.cookies)
    return {
      own: { ...ownOf(own), session },
      other: other.target,
      other_id: other.id,
      strangers,
      async ask(name, route, input) {
        browser.cookies.clear()
        for (const [cookie, value] of cookies) browser.cookies.set(cookie, value)
        if (name === 'live.stream') return listen(browser, input)
        const { status, text } = await browser.call({ ...route, input: ANYTHING, output: ANYTHING }, input)
        return { status, text }
      },
    }
  }
  const memberOf = async (role: GivenRole) => {
    const user_id = await addColleague(anna.id, role, role)
    const browser = await signedIn(`${role}@example.com`)
    await browser.must(users.setActiveApiUser, { login: anna.target.login })
    return actorOf(browser, anna, carla, unseen(boris, carla, samuel), await addSession(user_id, role))
  }
  const anonymous = visitor()
  await anonymous.open('/signin')
  return {
    anonymous: actorOf(anonymous, anna, carla, unseen(anna, boris, carla, child, guest, samuel)),
    owner: actorOf(anna.browser, anna, carla, unseen(boris, carla)),
    admin: await memberOf('admin'),
    developer: await memberOf('developer'),
    finance: await memberOf('finance'),
    viewer: await memberOf('viewer'),
    child: actorOf(child.browser, child, anna, unseen(boris, carla, guest, samuel)),
    guest: actorOf(guest.browser, guest, anna, unseen(boris, carla, child, samuel)),
    neighbour: actorOf(boris.browser, boris, anna, unseen(anna, carla, child, guest, samuel)),
    staff: actorOf(await signedInStaff(), samuel, anna, unseen(anna, boris, carla, child, guest)),
    acting: actorOf(await actingAs(anna), anna, carla, unseen(boris, carla)),
    operator: {
      own: ownOf(anna),
      other: carla.target,
      other_id: carla.id,
      strangers: unseen(boris, carla),
      async ask(name, route, input) {
        const headers = { authorization: `Bearer ${app.operator_token}` }
        if (name === 'live.stream') return listen({ cookies: new Map() }, input, headers)
        const query = route.method === 'GET' ? `?${new URLSearchParams(input as Record<string, string>)}` : ''
        const body = route.method === 'GET' ? {} : { body: input }
        const reply = await request(app.app, { method: route.method, path: route.path + query, headers, ...body })
        return { status: reply.statusCode, text: reply.body }
      },
    },
  }
}

const withoutRequestId = ({ status, text }: Reply) => `${status} ${text.replace(/"request_id":"[^"]*"/, '')}`

/** 200, or the code of the problem. */
function outcomeOf({ status, text }: Reply): string {
  const [, code] = /^\{"type":"error","code":"(\w+)"/.exec(text) ?? []
  return code ?? String(status)
}

interface Cell {
  name: string
  route: Route
  row: Row
  actor: ActorName
  relation: Relation
}

const markOf = (row: Row, actor: ActorName, relation: Relation) => row.marks[relation][ACTORS.indexOf(actor)] ?? ''

/** Faults of the response in one cell; empty if it matches the table. */
async function tryCell({ name, route, row, actor, relation }: Cell): Promise<string[]> {
  const make = INPUTS[name]
  if (!make) return [`${name} has no input in testing/permission-inputs.ts`]
  cells += 1
  const { ask, strangers, [relation]: target } = actors[actor]
  const mark = markOf(row, actor, relation)
  const answer = await ask(name, route, await make(target))
  const faults: string[] = []
  const report = (fault: string) => faults.push(`${name} by ${actor}, ${relation}: ${fault}`)
  const wanted = mark === 'ok' ? row.ok : mark === 'none' ? '200' : mark === 'gone' ? row.gone : CODES[mark]
  if (outcomeOf(answer) !== wanted) report(`${outcomeOf(answer)} instead of ${wanted} (${mark})`)
  if (actor !== 'operator' && strangers.test(answer.text)) report(`reveals data of another account: ${answer.text}`)
  if (mark === 'gone' || mark === 'none') {
    const missing = await ask(name, route, await make(NOTHING))
    if (withoutRequestId(missing) !== withoutRequestId(answer)) report(`not as if it did not exist: ${answer.text}`)
  }
  return faults
}

/** For objects of an account: what is refused must not change the state of the account that it names. */
function isChange({ method }: Route, { names_object }: Row): boolean {
  return names_object && method === 'POST'
}

type Cells = Omit<Cell, 'actor'>

/** In parallel, as some responses take a quarter of a second on purpose. */
async function tryTogether(cells_of: Cells, some: readonly ActorName[], at_once = 6): Promise<string[]> {
  const faults: string[] = []
  for (let at = 0; at < some.length; at += at_once) {
    if (cells_of.route.method === 'POST') await world.restore()
    const found = await Promise.all(some.slice(at, at + at_once).map((actor) => tryCell({ ...cells_of, actor })))
    faults.push(...found.flat())
  }
  return faults
}

/** Nothing is restored between these cells, so that a change by any of them is seen after the last. */
async function tryRefused(cells_of: Cells, some: readonly ActorName[]): Promise<string[]> {
  const others = new Set(some.map((actor) => actors[actor].other_id))
  await world.restore()
  for (const id of others) if (!known.has(id)) known.set(id, await world.stateOf(id))
  const faults = (await Promise.all(some.map((actor) => tryCell({ ...cells_of, actor })))).flat()
  for (const id of others) {
    const lines = new Set(known.get(id)?.split('\n'))
    const after = await world.stateOf(id)
    known.set(id, after)
    const changed = after.split('\n').filter((line) => !lines.has(line))
    if (changed.length > 0)
      faults.push(
        `${cells_of.name} by ${some.join(' or ')} changed something of another account: ${changed.join(', ')}`,
      )
  }
  return faults
}

async function tryAll(name: string, route: Route, row: Row, relations: readonly Relation[]): Promise<string[]> {
  const faults: string[] = []
  for (const relation of relations) {
    const cells_of = { name, route, row, relation }
    const is_watched = isChange(route, row) && relation === 'other'
    const refused = ACTORS.filter((actor) => is_watched && markOf(row, actor, relation) !== 'ok')
    if (refused.length > 0) faults.push(...(await tryRefused(cells_of, refused)))
    const others = ACTORS.filter((actor) => !refused.includes(actor))
    if (others.length > 0) known.clear()
    faults.push(...(await tryTogether(cells_of, others, isChange(route, row) ? 1 : 6)))
  }
  // What a read has changed is found by the check of the next change.
  if (route.method !== 'POST') return faults
  const carla_now = await world.stateOf(carla_id)
  if (carla_now !== carla_before && !FOR_ALL_ACCOUNTS.includes(name))
    faults.push(`${name}, or a read before it, changed an account that nobody named`)
  carla_before = carla_now
  return faults
}

/** The operator checks the open orders of every account with the processor, which updates the time of each check. */
const FOR_ALL_ACCOUNTS = ['operator.reconcilePayments']

/** The input of the other endpoints does not depend on an account. */
const namesSomething = (name: string) => rows.get(name)?.names_object || (INPUTS[name]?.length ?? 0) > 0

test('Z3 every endpoint has a line in the permission table and an input, and every line an endpoint', () => {
  expect([...rows.keys()].toSorted()).toEqual([...ROUTES.keys()].toSorted())
  expect(Object.keys(INPUTS).toSorted()).toEqual([...ROUTES.keys()].toSorted())
  for (const [name, { marks, names_object, gone }] of rows) {
    expect(marks.own, name).toHaveLength(ACTORS.length)
    expect(marks.other, name).toHaveLength(ACTORS.length)
    expect(gone !== undefined, name).toBe(names_object && marks.other.includes('gone'))
  }
})

test('Z3 every route below /api is an endpoint of the contract', () => {
  const paths = new Set([...ROUTES.values()].map(({ path }) => path))
  const mounted = routesOf(app.app).filter((path) => path.startsWith('/api/') && !path.includes('/:'))
  expect(mounted.filter((path) => !paths.has(path as Route['path']))).toEqual([])
  expect(
    [...paths].filter(
      (path) => !app.app.hasRoute({ url: path, method: 'GET' }) && !app.app.hasRoute({ url: path, method: 'POST' }),
    ),
  ).toEqual([])
})

test('Z2 every endpoint belongs to the module that the permission table names', () => {
  const moduleOf = ({ caller }: Route) => (typeof caller === 'object' ? caller.module : undefined)
  const named = [...ROUTES].map(([name, route]) => [name, moduleOf(route)])
  expect(named).toEqual([...ROUTES.keys()].map((name) => [name, rows.get(name)?.module]))
})

test.each([...ROUTES])('Z3 %s answers every actor as the permission table requires', async (name, route) => {
  const row = rows.get(name)
  expect(row && (await tryAll(name, route, row, namesSomething(name) ? RELATIONS : ['own']))).toEqual([])
})

test('Z3 every cell of the permission table was tried', async () => {
  expect(await world.stateOf(carla_id), 'after the last read').toBe(carla_before)
  const naming = [...ROUTES.keys()].filter(namesSomething).length
  // biome-ignore lint/suspicious/noConsole: the count is part of the promise
  console.log(
    `(${ROUTES.size} endpoints + ${naming} that name something) × ${ACTORS.length} actors = ${cells} cells tried`,
  )
  expect(cells).toBe((ROUTES.size + naming) * ACTORS.length)
})

test.each(Object.entries(NAMED_ROWS))(
  'Z3 %s changes the row it names and no other, neither of the same person nor of a colleague or a neighbour',
  async (name, named) => {
    await world.restore()
    const route = ROUTES.get(name)
    if (!route) throw new Error(`${name} is no endpoint`)
    const idOf = async (who: string) => (await userByEmail(app.ctx, `${who}@example.com`))?.id ?? 0
    const loginOf = async (owner_id: number) => (await accountLogins(app.ctx, owner_id))[0]?.id ?? 0
    const own = { owner_id: anna_id, login_id: await loginOf(anna_id) }
    const boris_id = await idOf('boris')
    const people = {
      owner: { user_id: anna_id, ...own },
      // All rows of an account are a colleague's as well.
      ...(named.of === 'user_id' && { admin: { user_id: await idOf('admin'), ...own } }),
      neighbour: { user_id: boris_id, owner_id: boris_id, login_id: await loginOf(boris_id) },
    }
    const { keysOf, rowsNow } = await insertNamed(app.database.owner, named, Object.values(people))
    const changed: string[] = []
    for (const [actor, person] of Object.entries(people) as [keyof typeof people, NamedBy][])
      for (const other of Object.values(people)) {
        const [key = ''] = keysOf(other)
        const before = await rowsNow()
        await actors[actor].ask(name, route, named.input(key))
        const after = new Set((await rowsNow()).map(({ row }) => row))
        const gone = before.filter(({ row }) => !after.has(row)).map((row) => `${row.whose} ${row.key}`)
        expect([`${person[named.of]} ${key}`], `${actor} names ${key}`).toEqual(expect.arrayContaining(gone))
        changed.push(...gone)
      }
    const wanted = Object.values(people).map((person) => `${person[named.of]} ${keysOf(person)[0]}`)
    expect(changed.toSorted(), 'everybody has changed their own').toEqual(wanted.toSorted())
  },
)

test.each([...ROUTES].filter(([name]) => !namesSomething(name)))(
  'Z3 %s answers every actor the same on a second call',
  { tags: 'long' },
  async (name, route) => {
    const row = rows.get(name)
    expect(row && (await tryAll(name, route, row, ['other']))).toEqual([])
  },
)

/** Permissions of features without an endpoint, also written by hand. */
const MEMBERS = ['owner', 'admin', 'developer', 'finance', 'viewer'] as const

test('G1 owner, admins and developers call the data API with their own password; finance and viewers cannot', async () => {
  const callers = openCallers(app.ctx)
  const [login] = await accountLogins(app.ctx, anna_id)
  const calls = await Promise.all(
    MEMBERS.map(async (role) => {
      const member_id = role === 'owner' ? null : ((await userByEmail(app.ctx, `${role}@example.com`))?.id ?? 0)
      return readApiPassword(app.ctx, { login_id: login?.id ?? 0, member_id })
    }),
  )
  app.clock.forward(1000)
  const found = await Promise.all(calls.map((password) => callers.find(login?.login ?? '', password)))
  expect(found.map((caller) => caller !== undefined)).toEqual([true, true, true, false, false])
})

test('alerts are mailed to the owner, to admins and to finance', async () => {
  const readers = (await recipientsOf(app.ctx, anna_id)).map(({ email }) => email.split('@')[0])
  // The guest is an admin as well.
  expect(readers.toSorted()).toEqual(['admin', 'anna', 'finance', 'guest'])
})

test.each<[AccountState['kind'], boolean[]]>([
  ['ip', [true, true, true, false, false]],
  ['wrong_password', [true, true, true, false, false]],
  ['duplicates', [true, true, true, false, false]],
  ['daily_limit', [true, true, false, true, false]],
  ['no_funds', [true, false, false, true, false]],
  ['runway', [true, false, false, true, false]],
  ['subscription', [true, false, false, true, false]],
  ['on_hold', [true, true, true, true, true]],
  ['not_verified', [true, true, true, true, true]],
  ['outage', [true, true, true, true, true]],
])('the button of the banner %s is shown to the roles that may use it', (kind, can_fix) => {
  expect(MEMBERS.map((role) => mayFix(role, kind))).toEqual(can_fix)
})

test('every screen receives the role of its viewer', async () => {
  await world.restore()
  for (const role of MEMBERS)
    for (const [name, input] of [
      ['settings.getSettings', {}],
      ['access.getCredentials', {}],
      ['access.getLogins', {}],
      ['team.getTeam', {}],
      ['errors.getErrorChoices', { from: '2026-03-01', to: '2026-03-02' }],
    ] as const) {
      const route = ROUTES.get(name)
      if (route) expect((await actors[role].ask(name, route, input)).text, name).toContain(`"role":"${role}"`)
    }
})

test('Z3 what a second owner does for a team is in the log of the team, and in no other', async () => {
  const admin_id = (await userByEmail(app.ctx, 'admin@example.com'))?.id ?? 0
  const { owner: database } = app.database
  // `restore` takes the roles from this table.
  await database.query(`update kept_members set role = 'owner' where user_id = ${admin_id} and owner_id = ${anna_id}`)
  await database.query(
    `insert into passkeys (id, user_id, public_key, counter, transports, rp_id, name, created_at)
       values ('of-a-second-owner', ${admin_id}, '', 0, '[]', 'localhost', 'Key', now())`,
  )
  // What it ends: a demand for a factor that begins later.
  await setFactorFrom(app.ctx.db, anna_id, new Date(TEST_START.getTime() + 86_400_000))
  const { rows: last } = await database.query('select max(id) as id from audit_log')
  const isMark = ({ marks }: Row, actor: ActorName, mark: string) => marks.own[ACTORS.indexOf(actor)] === mark
  for (const [name, route] of ROUTES) {
    const [row, make] = [rows.get(name), INPUTS[name]]
    // After a transfer the account is another.
    if (!row || !make || route.method !== 'POST' || name === 'team.transferOwnership') continue
    if (!isMark(row, 'owner', 'ok') || !isMark(row, 'admin', 'no')) continue
    await world.restore()
    await actors.admin.ask(name, route, await make(actors.admin.own))
  }
  const { rows: logged } = await database.query(
    'select action, user_id from audit_log where actor = $1 and id > $2 order by id',
    [`user:${admin_id}`, last[0].id],
  )
  expect(logged.map(({ action }) => action)).toContain('factor_not_required')
  expect(logged.filter(({ user_id }) => user_id !== anna_id)).toEqual([])
})
