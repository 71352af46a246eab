import { randomBytes, randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { access } from '@portico/contract/access.ts'
import { alerting } from '@portico/contract/alerts.ts'
import { auth } from '@portico/contract/auth.ts'
import { CODE } from '@portico/contract/codes.ts'
import { operator } from '@portico/contract/operator.ts'
import { payments } from '@portico/contract/payments.ts'
import type { GivenRole } from '@portico/contract/role.ts'
import { settings } from '@portico/contract/settings.ts'
import { team } from '@portico/contract/team.ts'
import { expect } from 'vitest'
import { accountLogins, makeKey } from '#access/index.ts'
import { makeAgent } from '#access/secrets/index.ts'
import { hashPassword } from '#auth/index.ts'
import { putDetails } from '#billing/details-store.ts'
import { billingListener } from '#billing/index.ts'
import { newCallId } from '#crypto/call-id.ts'
import { bookGift } from '#ledger/index.ts'
import { addMember } from '#team/members.ts'
import { createUser } from '#users/index.ts'
import { TEST_START, type TestApp } from './app.ts'
import { GERMAN, giveTestDetails } from './billing/details.ts'
import { makeOrder, pay } from './billing/orders.ts'
import { TEST_PASSWORD } from './browser.ts'
import { KEY_BOUNDS } from './gateway/api-key.ts'
import { openPage } from './live/stream.ts'
import { BYSTANDER, fresh, STAFF, type Target, WANTED } from './permission-inputs.ts'
import { codeAt } from './staff.ts'
import { bookCalls } from './usage/calls.ts'

export interface Reply {
  status: number
  text: string
}

export interface Account {
  id: number
  login_id: number
  target: Target
  browser: ReturnType<TestApp['browser']>
}

/** Unique once the id of the account is added. */
export const LIMITS = 313_131_000_000

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

export const NOTHING: Target = {
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
  budget: async () => 2_000_000_000,
  channel: async () => 2_000_000_000,
  missed: async () => 2_000_000_000,
  key: async () => 2_000_000_000,
}

/** Accounts with one object of every kind, and sessions for them, for the tests that try every endpoint. */
export async function openPermissionWorld(app: TestApp) {
  const passwordHash = hashPassword(app.ctx, TEST_PASSWORD)
  await createUser(app.ctx, { email: BYSTANDER, password_hash: await passwordHash })
  /** A person who is in every team. */
  const shared_id = (await createUser(app.ctx, { email: 'shared@example.com', password_hash: null })).id
  let addresses = 0
  let staff_key = ''
  const stateQueries: { person?: string; account?: string } = {}

  /** An owner with one of every object an input can name, each marked with the owner's name. */
  async function openAccount(name: string): Promise<Account> {
    const email = `${name}@example.com`
    const { id } = await createUser(app.ctx, { email, name, password_hash: await passwordHash })
    await giveTestDetails(app.ctx, id)
    const login_id = (await accountLogins(app.ctx, id))[0]?.id ?? 0
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
      [CODE.ok, CODE.invalidField].map((status_code) => ({
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
    const key = await addKey({ id, login_id }, `key-of-${name}`)
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
        ...(await alertTargets({ id, login_id }, name)),
        key: async () => key,
      },
    }
  }

  /** An object that the owner of the account created. */
  async function addAgent(of: { id: number; login_id: number }, name: string): Promise<number> {
    const bounds = { is_live: false, functions: null, total_micros: null, day_micros: null }
    const expires_at = new Date(TEST_START.getTime() + 86_400_000)
    return (await makeAgent(app.ctx, { login_id: of.login_id, user_id: of.id, name, ...bounds, expires_at })).id
  }

  async function alertTargets({ id, login_id }: { id: number; login_id: number }, name: string) {
    const budget = await addBudget(id, `budget-of-${name}`)
    const channel = await addChannel(id, `channel-of-${name}`)
    const missed = await addMissed(login_id, channel)
    return { budget: async () => budget, channel: async () => channel, missed: async () => missed }
  }

  async function idOf(text: string, values: unknown[]): Promise<number> {
    const { rows } = await app.database.pool.query<{ id: number }>(`${text} returning id`, values)
    return Number(rows[0]?.id)
  }

  const addBudget = (owner_id: number, tag: string) =>
    idOf(
      'insert into budgets (owner_id, tag, soft_micros, created_at, changed_at, checked_at) values ($1, $2, 1, $3, $3, $3)',
      [owner_id, tag, TEST_START],
    )

  async function addChannel(owner_id: number, name: string): Promise<number> {
    // An account may have twenty, so those of earlier calls are removed.
    await app.database.pool.query(
      `delete from alert_channels where owner_id = $1 and name ~ '^channel-[0-9]+$' and id not in
        (select id from alert_channels where owner_id = $1 order by id desc limit 8)`,
      [owner_id],
    )
    return idOf(
      `insert into alert_channels (owner_id, app, name, host, sealed, created_at) values ($1, 'slack', $2, $3, '', $4)`,
      [owner_id, name, `${name}.example.com`, TEST_START],
    )
  }

  const addMissed = (login_id: number, channel_id: number) =>
    idOf(
      `insert into alert_deliveries (event_id, login_id, channel_id, kind, body, created_at, due_at, failed_at)
        values (gen_random_uuid(), $1, $2, 'test', '{}', $3, $3, $3)`,
      [login_id, channel_id, TEST_START],
    )

  async function addKey(of: { id: number; login_id: number }, name: string): Promise<number> {
    const whose = { login_id: of.login_id, user_id: of.id }
    return (await makeKey(app.ctx, { ...KEY_BOUNDS, ...whose, name, is_live: false, expires_at: null })).id
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
    // An electronic invoice needs an address; payments in these tests have no tax.
    await putDetails(app.ctx.db, { ...GERMAN, owner_id, invoice_emails: [], changed_at: TEST_START })
    const paid = await makeOrder(app.ctx, { owner_id, login_id, amount_micros: 50_000_000 })
    await pay(app.ctx, paid)
    await app.database.pool.query('delete from billing_details where owner_id = $1', [owner_id])
    await giveTestDetails(app.ctx, owner_id)
    const of = await billingListener.documentsOf?.(app.ctx, [paid.id])
    return of?.get(paid.id)?.[0]?.id ?? ''
  }

  /** An archive that is ready and old enough to request another one. */
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

  /** Objects that a call may use up are created for each call. */
  function ownOf({ id, login_id, target }: Account): Target {
    return {
      ...target,
      async member() {
        await addMember(app.ctx, { owner_id: id, user_id: shared_id, role: 'viewer', cap_micros: null })
        return shared_id
      },
      agent: () => addAgent({ id, login_id }, fresh('agent')),
      budget: () => addBudget(id, fresh('budget')),
      channel: () => addChannel(id, fresh('channel')),
      missed: async () => addMissed(login_id, await addChannel(id, fresh('channel'))),
      key: () => addKey({ id, login_id }, fresh('key')),
      invitation: () => addInvitation(id, `${fresh('waits')}@example.com`),
      method: () => addMethod(id),
    }
  }

  async function signedIn(email: string) {
    const browser = visitor()
    await browser.signIn(email)
    return browser
  }
  /** Uses the code of the next half minute, as the current one may have been used. */
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

  async function actingAs({ target }: Account) {
    const browser = await signedInStaff()
    const request = { staff: STAFF, user: target.login, reason: 'the matrix asks', by: 'test' }
    const { body } = await app.operator(operator.impersonate, request)
    if (!('url' in body)) throw new Error(JSON.stringify(body))
    await browser.open(new URL(body.url).pathname)
    await browser.must(auth.loginOnetimeAdmin, {})
    return browser
  }

  /** A stream is closed as soon as it has begun. */
  async function listen(
    browser: { cookies: Map<string, string> },
    input: Record<string, unknown>,
    headers: Record<string, string> = {},
  ): Promise<Reply> {
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

  /** A line for each table with a checksum of the account's rows, with or without the personal rows of its founder. */
  async function stateOf(owner_id: number, of: 'person' | 'account' = 'person'): Promise<string> {
    // Repeated errors of earlier calls are recorded up to a second later.
    await app.gateway.gate.repeats.close()
    stateQueries[of] ??= await writeStateQuery(of)
    const query = { name: `state of ${of}`, text: stateQueries[of], values: [owner_id] }
    const { rows } = await app.database.owner.query<{ sum: string }>(query)
    return rows[0]?.sum ?? ''
  }

  async function writeStateQuery(of: 'person' | 'account'): Promise<string> {
    const conditions: Record<string, string> = {
      owner_id: 'x.owner_id = $1',
      ...(of === 'person' && { user_id: 'x.user_id = $1' }),
      login_id: 'x.login_id in (select id from api_logins where owner_id = $1)',
      api_login_id: 'x.api_login_id in (select id from api_logins where owner_id = $1)',
    }
    const { rows } = await app.database.pool.query<{ name: string; columns: string[] }>(
      `select c.relname as name, array_agg(a.attname::text) as columns from pg_class c join pg_attribute a on a.attrelid = c.oid
         where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
           and c.relname not like 'kept_%' and c.relname not in ('usage_kept', 'usage_answers') and ($2 or c.relname !~ '^(usage|ledger|error|gateway|alert)')
           and a.attname = any($1) group by c.relname order by c.relname`,
      // Calls are booked asynchronously, so the checksum of the account excludes the tables they write. The volume of
      // what is stored is counted after that, for earlier calls, too, and their answers are stored later still.
      [Object.keys(conditions), of === 'person'],
    )
    const parts = rows.map(({ name, columns }) => {
      const mine = columns.map((column) => conditions[column]).join(' or ')
      return `select '${name}' as name, (select jsonb_agg(to_jsonb(x) order by to_jsonb(x)::text) from ${name} x where ${mine}) as rows`
    })
    const person = "select 'users', (select jsonb_agg(to_jsonb(x)) from users x where x.id = $1)"
    const whole = [...parts, ...(of === 'person' ? [person] : [])].join(' union all ')
    return `select string_agg(name || ' ' || md5(coalesce(rows::text, '')), E'\\n' order by name) as sum from (${whole}) as state`
  }

  async function addStaff(): Promise<void> {
    const { body } = await app.operator(operator.addStaff, { email: STAFF, by: 'test' })
    if (!('key' in body)) throw new Error(JSON.stringify(body))
    staff_key = body.key
  }

  /** Sessions, members and passwords as they are now, for `restore`: a function, so that each connection plans it once. */
  async function keep(): Promise<void> {
    // Rows that are as they were stay: thousands of versions of the same rows made every later search slower.
    await app.database.owner.query(`
      create table kept_sessions as select * from sessions;
      create table kept_members as select * from team_members;
      create table kept_users as select id, password_hash from users;
      create function restore_kept() returns void language plpgsql as $$ begin
        delete from sessions s where not exists (select from kept_sessions k where row(k.*) is not distinct from row(s.*));
        insert into sessions select * from kept_sessions on conflict do nothing;
        delete from team_members m where not exists (select from kept_members k where row(k.*) is not distinct from row(m.*));
        insert into team_members select * from kept_members on conflict do nothing;
        update users u set password_hash = k.password_hash from kept_users k
          where k.id = u.id and u.password_hash is distinct from k.password_hash;
        delete from rate_limits;
      end $$`)
  }

  /** Restores sessions, passwords and counted tries, so that a call cannot affect the next. */
  async function restore(): Promise<void> {
    await app.database.owner.query('select restore_kept()')
  }

  return {
    openAccount,
    ownOf,
    addColleague,
    addSession,
    addStaff,
    visitor,
    signedIn,
    signedInStaff,
    actingAs,
    listen,
    stateOf,
    keep,
    restore,
  }
}
