import { randomBytes, randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { access, activityExport } from '@portico/contract/access.ts'
import { agents } from '@portico/contract/agents.ts'
import { alerting } from '@portico/contract/alerts.ts'
import { auth } from '@portico/contract/auth.ts'
import { billing, billingFiles } from '@portico/contract/billing.ts'
import { booting } from '@portico/contract/boot.ts'
import { catalogue } from '@portico/contract/catalogue.ts'
import { emailRestore } from '@portico/contract/change-email.ts'
import { closing } from '@portico/contract/closing.ts'
import { community } from '@portico/contract/community.ts'
import { type AccountState, dashboard } from '@portico/contract/dashboard.ts'
import { dataExport, dataExportFile } from '@portico/contract/data-export.ts'
import { databaseCards } from '@portico/contract/database-cards.ts'
import { purchaseReceipt, sampleFile } from '@portico/contract/database-files.ts'
import { databases } from '@portico/contract/databases.ts'
import type { Area, Endpoint } from '@portico/contract/endpoint.ts'
import { errors, errorsExport } from '@portico/contract/errors.ts'
import { gateway } from '@portico/contract/gateway.ts'
import { joinTeam } from '@portico/contract/join-team.ts'
import { live, liveStream } from '@portico/contract/live.ts'
import { operator } from '@portico/contract/operator.ts'
import { passkeySignIn } from '@portico/contract/passkeys.ts'
import { payments } from '@portico/contract/payments.ts'
import { playground } from '@portico/contract/playground.ts'
import { profile } from '@portico/contract/profile.ts'
import { promo } from '@portico/contract/promo.ts'
import { recharge } from '@portico/contract/recharge.ts'
import type { GivenRole } from '@portico/contract/role.ts'
import { scripts } from '@portico/contract/scripts.ts'
import { securityLog, securityLogExport } from '@portico/contract/security-log.ts'
import { settings } from '@portico/contract/settings.ts'
import { sso, ssoSignIn } from '@portico/contract/sso.ts'
import { subscriptions } from '@portico/contract/subscriptions.ts'
import { team } from '@portico/contract/team.ts'
import { testProcessor } from '@portico/contract/test-processor.ts'
import { updates } from '@portico/contract/updates.ts'
import { usage } from '@portico/contract/usage.ts'
import { usageExport } from '@portico/contract/usage-export.ts'
import { usageViews } from '@portico/contract/usage-views.ts'
import { users } from '@portico/contract/users.ts'
import { whitelabel } from '@portico/contract/whitelabel.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { addMember, loginsOf, makeAgent, openCallers, readApiPassword } from '#access/room.ts'
import { recipientsOf } from '#alerts/recipients.ts'
import { hashPassword } from '#auth/room.ts'
import { putDetails } from '#billing/details-store.ts'
import { billingListener } from '#billing/room.ts'
import { mayFix } from '#dashboard/get-states.ts'
import { bookGift, newCallId } from '#ledger/room.ts'
import { createUser, setParent, userByEmail } from '#users/room.ts'
import { openTestApp, TEST_START, type TestApp } from './app.ts'
import { GERMAN, giveTestDetails } from './billing/details.ts'
import { makeOrder, pay } from './billing/orders.ts'
import { request, TEST_PASSWORD } from './browser.ts'
import { routesOf } from './http/routes.ts'
import { openPage } from './live/stream.ts'
import { BYSTANDER, fresh, INPUTS, STAFF, type Target, WANTED } from './permission-inputs.ts'
import { ACTORS, type ActorName, MATRIX, RELATIONS, type Relation } from './permission-matrix.ts'
import { codeAt } from './staff.ts'
import { bookCalls } from './usage/calls.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const AREAS: Record<string, Area> = {
  auth,
  emailRestore,
  passkeySignIn,
  users,
  profile,
  closing,
  dataExport,
  team,
  joinTeam,
  sso,
  ssoSignIn,
  access,
  securityLog,
  agents,
  catalogue,
  playground,
  payments,
  billing,
  subscriptions,
  recharge,
  testProcessor,
  settings,
  alerting,
  gateway,
  usage,
  usageViews,
  errors,
  dashboard,
  promo,
  databases,
  databaseCards,
  live,
  updates,
  whitelabel,
  community,
  scripts,
  booting,
  operator,
}

type Route = Pick<Endpoint, 'method' | 'path' | 'caller'>
const ANYTHING = z.looseObject({})

/** Every endpoint of the contract by its name, and the routes beside them that bring a file or a stream. */
const ROUTES = new Map<string, Route>([
  ...Object.entries(AREAS).flatMap(([area, endpoints]) =>
    Object.entries(endpoints).map(([name, one]): [string, Route] => [`${area}.${name}`, one]),
  ),
  ['usage.export', { method: 'GET', ...usageExport }],
  ['errors.export', { method: 'GET', ...errorsExport }],
  ['access.activityExport', { method: 'GET', ...activityExport }],
  ['securityLog.export', { method: 'GET', ...securityLogExport }],
  ...Object.entries(billingFiles).map(([name, one]): [string, Route] => [`billing.${name}`, { method: 'GET', ...one }]),
  ['dataExport.file', { method: 'GET', ...dataExportFile }],
  ['databases.sampleFile', { method: 'GET', ...sampleFile }],
  ['databases.receipt', { method: 'GET', ...purchaseReceipt }],
  ['live.stream', { method: 'GET', path: liveStream.path, caller: 'user' }],
])

/** One line of the table, with the line below it that is about objects of others. */
interface Row {
  marks: Record<Relation, string[]>
  names_object: boolean
  module: string | undefined
  /** What `ok` and `gone` mean here. */
  ok: string
  gone: string | undefined
}

const CODES: Record<string, string> = {
  'sign-in': 'sign_in_needed',
  no: 'not_allowed',
  acting: 'not_while_acting',
  staff: 'staff_only',
  forged: 'forged',
  stays: 'founder_stays',
}

function readMatrix(): Map<string, Row> {
  const rows = new Map<string, Row>()
  let last: Row | undefined
  for (const line of MATRIX.trim().split('\n').slice(1).filter(Boolean)) {
    const words = line.replace(/^ {2}of another account/, 'other').split(/\s+/)
    const marks = words.slice(1, ACTORS.length + 1)
    if (words[0] === 'other' && last)
      Object.assign(last, { names_object: true, marks: { ...last.marks, other: marks } })
    if (words[0] === 'other') continue
    const note = (key: string) => words.find((word) => word.startsWith(`${key}=`))?.slice(key.length + 1)
    const [module, ok, gone] = [note('module'), note('ok') ?? '200', note('gone')]
    last = { marks: { own: marks, other: marks }, names_object: false, module, ok, gone }
    rows.set(words[0] ?? '', last)
  }
  return rows
}

interface Answer {
  status: number
  text: string
}

interface Actor {
  own: Target
  other: Target
  other_id: number
  /** What must never stand in an answer to them. */
  strangers: RegExp
  ask(name: string, route: Route, input: Record<string, unknown>): Promise<Answer>
}

let app: TestApp
let actors: Record<ActorName, Actor>
let anna_id = 0
let carla_id = 0
/** Somebody who is in every team. */
let shared_id = 0
let carla_before = ''
let cells = 0
const rows = readMatrix()

beforeAll(async () => {
  app = await openTestApp()
  actors = await openActors()
  await app.database.owner.query(`
    create table kept_sessions as select * from sessions;
    create table kept_members as select * from team_members;
    create table kept_users as select id, password_hash from users`)
  carla_before = await stateOf(carla_id)
})
afterAll(() => app.close())

/** Sessions, passwords and counted tries as they were: what one call used up is there for the next. */
async function restore(): Promise<void> {
  await app.database.owner.query(`
    delete from sessions; insert into sessions select * from kept_sessions;
    delete from team_members; insert into team_members select * from kept_members;
    update users u set password_hash = k.password_hash from kept_users k
      where k.id = u.id and u.password_hash is distinct from k.password_hash;
    delete from rate_limits`)
}

interface Account {
  id: number
  login_id: number
  target: Target
  browser: ReturnType<TestApp['browser']>
}

/** Somebody with one of everything an input can name, each with their name in it. */
async function openAccount(name: string): Promise<Account> {
  const email = `${name}@example.com`
  const { id } = await createUser(app.ctx, { email, name, password_hash: await passwordHash })
  await giveTestDetails(app.ctx, id)
  const login_id = (await loginsOf(app.ctx, id))[0]?.id ?? 0
  await bookGift(app.ctx, { id: randomUUID(), login_id, amount_micros: 777_000_000 + id, memo: name, actor: name })
  const browser = await signedIn(email)
  const { login: machine } = await browser.must(access.addMachineLogin, { name: `of-${name}` })
  await browser.must(alerting.saveAlertWebhook, { url: `https://${name}.example.com/hook` })
  const { deliveries } = await browser.must(alerting.sendTestAlert, {})
  const invitation = await browser.must(team.invite, {
    email: `invited-by-${name}@example.com`,
    role: 'viewer',
    cap_micros: 0,
  })
  await addInvitation(id, WANTED)
  await browser.must(settings.saveSpendLimit, { scope: 'serp', limit_micros: LIMITS + id })
  const member = await addColleague(id, `colleague-of-${name}`, 'viewer')
  await addMember(app.ctx, { owner_id: id, user_id: shared_id, role: 'viewer', cap_micros: null })
  await app.database.pool.query(
    `insert into identities (provider, subject, user_id, email, created_at) values ('google', $1, $2, $1, $3)`,
    [`${name}@google.example`, id, TEST_START],
  )
  await app.database.pool.query('update alert_deliveries set sent_to = $1 where login_id = $2', [
    `https://${name}`,
    login_id,
  ])
  const [call, failed] = await bookCalls(
    app.ctx,
    [20000, 40501].map((status_code) => ({
      ...CALL,
      function: `of/${name}`,
      login_id,
      login: email,
      tag: name,
      status_code,
    })),
  )
  const order = await browser.must(payments.createOrder, {
    id: randomUUID(),
    amount_micros: 50_000_000,
    tax_micros: 0,
    how: 'checkout',
  })
  const method = await addMethod(id)
  const document = await addDocument(id, login_id)
  const agent = await addAgent({ id, login_id }, `agent-of-${name}`)
  const webhook = newCallId(TEST_START)
  await app.database.pool.query(
    `insert into error_events select $1, call_time($1), 'webhook', login_id, api, function, method, path, task_id, code, class, message,
       http_status, ip, is_sandbox from error_events where id = $2`,
    [webhook, failed?.id],
  )
  const purchase = randomUUID()
  await app.database.pool.query(
    `insert into database_purchases (id, reference, owner_id, login_id, created_by, database_id, title, version, format, locations,
        amount_micros, state, created_at, changed_at, ready_at)
      values ($1, $2, $3, $4, $3, 'keywords', 'Keywords', '2026-10', 'csv', '{DE}', 8800000, 'ready', $5, $5, $5)`,
    [purchase, `DB-${name}`, id, login_id, TEST_START],
  )
  const archive = await addArchive(id)
  return {
    id,
    login_id,
    browser,
    target: {
      login: email,
      machine,
      session: await addSession(id, name),
      delivery: deliveries[0]?.id ?? 0,
      call: call?.id ?? '',
      error: failed?.id ?? '',
      webhook,
      order: order.id,
      document,
      checkout: new URL(order.pay_url ?? '').pathname.split('/').at(-1) ?? '',
      purchase,
      archive,
      member: async () => member,
      invitation: async () => invitation.id,
      method: async () => method,
      agent: async () => agent,
    },
  }
}

/** With the id of the account added, no other number is like it. */
const LIMITS = 313_131_000_000

const CALL = {
  at: new Date(TEST_START.getTime() - 60_000),
  api: 'serp',
  method: 'live',
  priority: 1,
  results: 1,
  cost_micros: 600,
  time_ms: 5,
  has_task: true,
  follows: false,
  is_sandbox: false,
} as const

const NOTHING: Target = {
  login: 'nobody@example.com',
  machine: 'nobody+etl@example.com',
  session: 'none',
  delivery: 2_000_000_000,
  call: newCallId(TEST_START),
  error: newCallId(TEST_START),
  webhook: newCallId(TEST_START),
  order: randomUUID(),
  document: randomUUID(),
  checkout: randomUUID(),
  method: async () => randomUUID(),
  purchase: randomUUID(),
  archive: randomUUID(),
  member: async () => 2_000_000_000,
  invitation: async () => 2_000_000_000,
  agent: async () => 2_000_000_000,
}

/** One that the owner of the account made. */
async function addAgent(of: { id: number; login_id: number }, name: string): Promise<number> {
  const bounds = { is_live: false, functions: null, total_micros: null, day_micros: null }
  const expires_at = new Date(TEST_START.getTime() + 86_400_000)
  return (await makeAgent(app.ctx, { login_id: of.login_id, user_id: of.id, name, ...bounds, expires_at })).id
}

async function addColleague(owner_id: number, name: string, role: GivenRole): Promise<number> {
  const { id } = await createUser(app.ctx, { email: `${name}@example.com`, name, password_hash: await passwordHash })
  await addMember(app.ctx, { owner_id, user_id: id, role, cap_micros: null })
  return id
}

async function addSession(user_id: number, name: string): Promise<string> {
  await app.database.pool.query(
    `insert into sessions (token_hash, public_id, user_id, created_at, last_seen_at, reauth_at, ip, user_agent)
       values ($1, $2, $3, $4, $4, $4, '192.0.2.1', $5)`,
    [randomBytes(32), `second-of-${name}`, user_id, TEST_START, `the browser of ${name}`],
  )
  return `second-of-${name}`
}

async function addDocument(owner_id: number, login_id: number): Promise<string> {
  // An electronic invoice needs an address; what is paid in these tests is without tax.
  await putDetails(app.ctx.db, { ...GERMAN, owner_id, invoice_emails: [], changed_at: TEST_START })
  const paid = await makeOrder(app.ctx, { owner_id, login_id, amount_micros: 50_000_000 })
  await pay(app.ctx, paid)
  await app.database.pool.query('delete from billing_details where owner_id = $1', [owner_id])
  const of = await billingListener.documentsOf?.(app.ctx, [paid.id])
  return of?.get(paid.id)?.[0]?.id ?? ''
}

/** Ready, and long enough ago for another one. */
async function addArchive(owner_id: number): Promise<string> {
  const id = randomUUID()
  mkdirSync(join(app.data_dir, 'exports'), { recursive: true })
  writeFileSync(join(app.data_dir, 'exports', `${id}.zip`), 'archive')
  await app.database.pool.query(
    `insert into data_exports (id, user_id, owner_id, scope, state, created_at, ready_at, expires_at, bytes)
       values ($1, $2, $2, 'account', 'ready', $3::timestamptz - interval '2 days', $3, $3::timestamptz + interval '1 year', 7)`,
    [id, owner_id, TEST_START],
  )
  return id
}

async function addMethod(owner_id: number): Promise<string> {
  const id = randomUUID()
  await app.database.pool.query(
    `insert into payment_methods (id, owner_id, processor, method_ref, brand, last4, created_at) values ($1::uuid, $2, 'test', $1::text, 'Visa', '4242', $3)`,
    [id, owner_id, TEST_START],
  )
  return id
}

async function addInvitation(owner_id: number, email: string): Promise<number> {
  const { rows } = await app.database.pool.query<{ id: number }>(
    `insert into invitations (owner_id, invited_by, email_norm, role, cap_micros, token_hash, created_at, expires_at)
       values ($1, $1, $2, 'viewer', 0, $3, $4, $4::timestamptz + interval '1 day') returning id`,
    [owner_id, email, randomBytes(32), TEST_START],
  )
  return rows[0]?.id ?? 0
}

/** Objects that a call may use up are made for it alone. */
function ownOf({ id, login_id, target }: Account): Target {
  return {
    ...target,
    async member() {
      await addMember(app.ctx, { owner_id: id, user_id: shared_id, role: 'viewer', cap_micros: null })
      return shared_id
    },
    agent: () => addAgent({ id, login_id }, fresh('agent')),
    invitation: () => addInvitation(id, `${fresh('waits')}@example.com`),
    method: () => addMethod(id),
  }
}

let passwordHash: Promise<string>
let addresses = 0
async function signedIn(email: string) {
  const browser = visitor()
  await browser.signIn(email)
  return browser
}
let staff_key: string
/** With a code of the next half minute: the one of this may have been used. */
async function signedInStaff() {
  app.clock.forward(30_000)
  const browser = visitor()
  await browser.signInStaff(STAFF, codeAt(staff_key, app.clock.now()))
  return browser
}
function visitor() {
  addresses += 1
  return app.browser({ ip: `198.51.100.${addresses}` })
}

async function openActors(): Promise<Record<ActorName, Actor>> {
  passwordHash = hashPassword(app.ctx, TEST_PASSWORD)
  await createUser(app.ctx, { email: BYSTANDER, password_hash: await passwordHash })
  shared_id = (await createUser(app.ctx, { email: 'shared@example.com', password_hash: null })).id
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
  const { body: keys } = await app.operator(operator.addStaff, { email: STAFF, by: 'test' })
  if (!('key' in keys)) throw new Error(JSON.stringify(keys))
  staff_key = keys.key

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

async function actingAs({ target }: Account) {
  const browser = await signedInStaff()
  const wish = { staff: STAFF, user: target.login, reason: 'the matrix asks', by: 'test' }
  const { body } = await app.operator(operator.impersonate, wish)
  if (!('url' in body)) throw new Error(JSON.stringify(body))
  await browser.open(new URL(body.url).pathname)
  await browser.must(auth.loginOnetimeAdmin, {})
  return browser
}

/** A stream is left as soon as it has begun. */
async function listen(
  browser: { cookies: Map<string, string> },
  input: Record<string, unknown>,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const page = await openPage(app.app, browser, {
    query: `?${new URLSearchParams(input as Record<string, string>)}`,
    headers,
  })
  const status = page.status ?? 0
  if (status === 200) await expect.poll(() => page.changes().length).toBeGreaterThan(0)
  else await expect.poll(() => page.isOver).toBe(true)
  page.leave()
  return { status, text: page.text }
}

/** Every row of every table that belongs to an account, as one sum. */
async function stateOf(owner_id: number): Promise<string> {
  stateQuery ??= await writeStateQuery()
  const asked = { name: 'state', text: stateQuery, values: [owner_id] }
  const { rows } = await app.database.owner.query<{ sum: string }>(asked)
  return rows[0]?.sum ?? ''
}

/** States since the last call that might change one. */
const known = new Map<number, string>()

let stateQuery: string | undefined
async function writeStateQuery(): Promise<string> {
  const conditions: Record<string, string> = {
    owner_id: 'x.owner_id = $1',
    user_id: 'x.user_id = $1',
    login_id: 'x.login_id in (select id from api_logins where owner_id = $1)',
    api_login_id: 'x.api_login_id in (select id from api_logins where owner_id = $1)',
  }
  const { rows } = await app.database.pool.query<{ name: string; columns: string[] }>(
    `select c.relname as name, array_agg(a.attname::text) as columns from pg_class c join pg_attribute a on a.attrelid = c.oid
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
         and c.relname not like 'kept_%' and a.attname = any($1) group by c.relname order by c.relname`,
    [Object.keys(conditions)],
  )
  const parts = rows.map(({ name, columns }) => {
    const mine = columns.map((column) => conditions[column]).join(' or ')
    return `select '${name}' as name, (select jsonb_agg(to_jsonb(x) order by to_jsonb(x)::text) from ${name} x where ${mine}) as rows`
  })
  const person = "select 'users', (select jsonb_agg(to_jsonb(x)) from users x where x.id = $1)"
  const whole = [...parts, person].join(' union all ')
  return `select md5(string_agg(name || coalesce(rows::text, ''), ' ' order by name)) as sum from (${whole}) as state`
}

const withoutRequestId = ({ status, text }: Answer) => `${status} ${text.replace(/"request_id":"[^"]*"/, '')}`

/** 200, or the code of the problem. */
function outcomeOf({ status, text }: Answer): string {
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

/** What is wrong with the answer in one cell; nothing when it is as the table says. */
async function tryCell({ name, route, row, actor, relation }: Cell): Promise<string[]> {
  const make = INPUTS[name]
  if (!make) return [`${name} has no input in testing/permission-inputs.ts`]
  cells += 1
  const { ask, strangers, other_id, [relation]: target } = actors[actor]
  const mark = row.marks[relation][ACTORS.indexOf(actor)] ?? ''
  const is_kept = isChange(route, row) && relation === 'other' && mark !== 'ok'
  if (!is_kept) known.clear()
  const before = is_kept ? (known.get(other_id) ?? (await stateOf(other_id))) : ''
  const answer = await ask(name, route, await make(target))
  const faults: string[] = []
  const say = (fault: string) => faults.push(`${name} by ${actor}, ${relation}: ${fault}`)
  const wanted = mark === 'ok' ? row.ok : mark === 'none' ? '200' : mark === 'gone' ? row.gone : CODES[mark]
  if (outcomeOf(answer) !== wanted) say(`${outcomeOf(answer)} instead of ${wanted} (${mark})`)
  if (actor !== 'operator' && strangers.test(answer.text)) say(`tells of a stranger: ${answer.text}`)
  if (is_kept) {
    const after = await stateOf(other_id)
    known.set(other_id, after)
    if (after !== before) say('changed something of the other account')
  }
  if (mark === 'gone' || mark === 'none') {
    const missing = await ask(name, route, await make(NOTHING))
    if (withoutRequestId(missing) !== withoutRequestId(answer)) say(`not as if it did not exist: ${answer.text}`)
  }
  return faults
}

/** Of something that belongs to somebody: whether it changed is looked at after each try. */
function isChange({ method }: Route, { names_object }: Row): boolean {
  return names_object && method === 'POST'
}

/** The others are tried several at once: some answers take a quarter of a second on purpose. */
async function tryAll(name: string, route: Route, row: Row, relations: readonly Relation[]): Promise<string[]> {
  const at_once = isChange(route, row) ? 1 : 6
  const faults: string[] = []
  for (const relation of relations)
    for (let at = 0; at < ACTORS.length; at += at_once) {
      if (route.method === 'POST') await restore()
      const some = ACTORS.slice(at, at + at_once)
      const found = await Promise.all(some.map((actor) => tryCell({ name, route, row, actor, relation })))
      faults.push(...found.flat())
    }
  if ((await stateOf(carla_id)) !== carla_before) faults.push(`${name} changed an account that nobody named`)
  return faults
}

/** The input of the others is the same whosever it is made for. */
const namesSomething = (name: string) => rows.get(name)?.names_object || (INPUTS[name]?.length ?? 0) > 0

test('Z3 every endpoint has its line in the table and an input, and every line its endpoint', () => {
  expect([...rows.keys()].toSorted()).toEqual([...ROUTES.keys()].toSorted())
  expect(Object.keys(INPUTS).toSorted()).toEqual([...ROUTES.keys()].toSorted())
  for (const [name, { marks, names_object, gone }] of rows) {
    expect(marks.own, name).toHaveLength(ACTORS.length)
    expect(marks.other, name).toHaveLength(ACTORS.length)
    expect(gone !== undefined, name).toBe(names_object && marks.other.includes('gone'))
  }
})

test('Z3 every route below /api is one of these', () => {
  const paths = new Set([...ROUTES.values()].map(({ path }) => path))
  const mounted = routesOf(app.app).filter((path) => path.startsWith('/api/') && !path.includes('/:'))
  expect(mounted.filter((path) => !paths.has(path as Route['path']))).toEqual([])
  expect(
    [...paths].filter(
      (path) => !app.app.hasRoute({ url: path, method: 'GET' }) && !app.app.hasRoute({ url: path, method: 'POST' }),
    ),
  ).toEqual([])
})

test('Z2 every endpoint belongs to the module the table names', () => {
  const moduleOf = ({ caller }: Route) => (typeof caller === 'object' ? caller.module : undefined)
  const named = [...ROUTES].map(([name, route]) => [name, moduleOf(route)])
  expect(named).toEqual([...ROUTES.keys()].map((name) => [name, rows.get(name)?.module]))
})

test.each([...ROUTES])('Z3 %s answers everyone as the table says', async (name, route) => {
  const row = rows.get(name)
  expect(row && (await tryAll(name, route, row, namesSomething(name) ? RELATIONS : ['own']))).toEqual([])
})

test('Z3 every cell was tried', () => {
  const naming = [...ROUTES.keys()].filter(namesSomething).length
  // biome-ignore lint/suspicious/noConsole: the count is part of the promise
  console.log(
    `(${ROUTES.size} endpoints + ${naming} that name something) × ${ACTORS.length} actors = ${cells} cells tried`,
  )
  expect(cells).toBe((ROUTES.size + naming) * ACTORS.length)
})

test.each([...ROUTES].filter(([name]) => !namesSomething(name)))(
  'Z3 %s answers everyone the same, asked again',
  { tags: 'long' },
  async (name, route) => {
    const row = rows.get(name)
    expect(row && (await tryAll(name, route, row, ['other']))).toEqual([])
  },
)

/** The same for what has no endpoint of its own; written by hand as well. */
const MEMBERS = ['owner', 'admin', 'developer', 'finance', 'viewer'] as const

test('G1 owner, admins and developers call the data API with a password of their own; finance and viewers do not', async () => {
  const callers = openCallers(app.ctx)
  const [login] = await loginsOf(app.ctx, anna_id)
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
  // The guest is an admin, too.
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
])('the button of the banner %s is for those whose role lets them do what it does', (kind, can_fix) => {
  expect(MEMBERS.map((role) => mayFix(role, kind))).toEqual(can_fix)
})

test('every screen is told the role its viewer has', async () => {
  await restore()
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
