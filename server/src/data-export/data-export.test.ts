import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import { dataExport, dataExportFile } from '@portico/contract/data-export.ts'
import { operator } from '@portico/contract/operator.ts'
import { team } from '@portico/contract/team.ts'
import { users } from '@portico/contract/users.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { audit } from '#audit/index.ts'
import type { RequestCtx } from '#ctx/ctx.ts'
import { preparePurchases } from '#databases/index.ts'
import { openTestApp, type TestApp } from '#testing/app.ts'
import { openFullAccount, PASSWORD } from '#testing/full-account.ts'
import { deleteOldExports, prepareExports } from './index.ts'
import { KINDS } from './kinds.ts'
import { NOT_EXPORTED } from './not-exported.ts'
import { claimExport } from './store.ts'
import { writeArchive } from './write-archive.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS
type Row = Record<string, unknown>
type Full = Awaited<ReturnType<typeof openFullAccount>>

let app: TestApp
let ann: Full
let bob: Full
let folder: string
/** An archive of everything of ann, written in pages of three rows. */
let whole: Map<string, string>
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'portico-export-'))
  app = await openTestApp()
  ann = await openFullAccount(app, 'quokka', 41)
  bob = await openFullAccount(app, 'narwhal', 42)
  await preparePurchases(app.ctx)
  for (const of of [ann, bob]) await addRest(of)
  whole = await archiveOf({ user_id: ann.id, owner_id: ann.id }, 'account')
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Rows that only an operator, a bank or a service causes. */
async function addRest({ id, login, canaries: { tag } }: Full): Promise<void> {
  const add = (statement: string, ...values: unknown[]) => app.database.owner.query(statement, values)
  await add('insert into feature_grants (user_id, feature) values ($1, $2)', id, tag)
  await add("insert into identities (provider, subject, user_id, created_at) values ('google', $2, $1, now())", id, tag)
  await add('insert into account_rules (owner_id) values ($1)', id)
  await add(
    "insert into volume_months (owner_id, month, pool, unit) values ($1, '2026-03-01', $2, 'requests')",
    id,
    tag,
  )
  await add(
    'insert into spend_totals (login_id, scope, spent_micros, held_micros) values ($1, $2, 7, 0)',
    login.id,
    tag,
  )
  await add("insert into alerts_sent (login_id, kind, key, sent_at) values ($1, 'errors', $2, now())", login.id, tag)
  await add(
    "insert into notices (id, starts_at, ends_at, hidden_at, text, created_at, kind, owner_id) values ($2, now(), now() + interval '1 hour', now() + interval '1 hour', $2, now(), 'prices', $1)",
    id,
    tag,
  )
  await add(
    "insert into price_versions (owner_id, version, valid_from, book, applied_at, actor) values ($1, $2, now() + interval '1 year', '{}', now(), 'test')",
    id,
    tag,
  )
  await add(
    `insert into payment_reversals (id, order_id, kind, amount_micros, state, reason, actor, created_at, changed_at)
       select gen_random_uuid(), id, 'refund', 1, 'failed', $2, 'test', now(), now() from payment_orders where owner_id = $1 limit 1`,
    id,
    tag,
  )
  await add(
    "insert into data_exports (id, user_id, owner_id, scope, state, created_at) values (gen_random_uuid(), $1, $1, 'person', 'failed', now() - interval '1 year')",
    id,
  )
  await add(
    "insert into sso_settings (owner_id, issuer, client_id, sealed_secret, group_claim, group_roles) values ($1, $2, $2, '', '', '[]')",
    id,
    tag,
  )
  await add(
    'insert into sso_domains (owner_id, domain, written, token, created_at) values ($1, $2, $2, $2, now())',
    id,
    tag,
  )
  await add(
    "insert into sso_identities (owner_id, issuer, subject, user_id, created_at) values ($1, $2, 'subject', $1, now())",
    id,
    tag,
  )
  await add(
    `insert into usage_refunds (id, at, login_id, amount_micros, booking_id, refunded_at, actor, reason)
       select id, at, login_id, 1, gen_random_uuid(), now(), 'test', $2 from usage_events where login_id = $1 limit 1`,
    login.id,
    tag,
  )
  await add(
    `insert into database_orders (order_id, purchase_id, owner_id, login_id, created_by, database_id, title, version, format, locations,
         with_updates, amount_micros, created_at, changed_at)
       select id, gen_random_uuid(), owner_id, login_id, owner_id, 'any', $2, '2026-01', 'csv', '{DE}', false, 10000, now(), now()
         from payment_orders where owner_id = $1 limit 1`,
    id,
    tag,
  )
}

/** The entries of an archive, read by the central directory as any program does. */
function unzip(zip: Buffer): Map<string, string> {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  const found = new Map<string, string>()
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [method, size, name_length] = [
      zip.readUInt16LE(at + 10),
      zip.readUInt32LE(at + 20),
      zip.readUInt16LE(at + 28),
    ]
    const name = zip.toString('utf8', at + 46, at + 46 + name_length)
    const local = zip.readUInt32LE(at + 42)
    const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const data = zip.subarray(from, from + size)
    found.set(name, (method === 8 ? inflateRawSync(data) : data).toString('latin1'))
    at += 46 + name_length + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  return found
}

const text = (latin: string | undefined) => Buffer.from(latin ?? '', 'latin1').toString('utf8')
const rowsIn = (archive: Map<string, string>, file: string): Row[] =>
  JSON.parse(text(archive.get(`json/${file}.json`)) || '[]')

async function archiveOf(of: { user_id: number; owner_id: number }, scope: 'account' | 'person', page_rows = 3) {
  const path = join(folder, `${scope}-${of.user_id}-${page_rows}.zip`)
  await writeArchive(app.ctx, {
    ...of,
    scope,
    language: 'en',
    about: { brand: 'Portico', email: 'x' },
    path,
    page_rows,
    onPage: async () => undefined,
  })
  expect(existsSync(`${path}.rows`)).toBe(false)
  return unzip(await readFile(path))
}

/** Every table with a column that identifies the owner of a row, as the database has it. */
async function tablesWithOwners(): Promise<Map<string, string[]>> {
  const { rows } = await app.database.owner.query<{ name: string; columns: string[] }>(
    `select c.table_name as name, array_agg(c.column_name::text) as columns
       from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
       where c.table_schema = current_schema() and t.table_type = 'BASE TABLE'
         and not exists (select from pg_inherits i where i.inhrelid = format('%I', c.table_name)::regclass)
       group by c.table_name`,
  )
  return new Map(rows.map(({ name, columns }) => [name, columns]))
}

test('every table is in the archive, or on the list with its reason, and not on both', async () => {
  const tables = [...(await tablesWithOwners()).keys()]
  const kinds = new Set<string>(KINDS.map(({ table }) => table))
  expect(tables.filter((table) => !kinds.has(table) && !(table in NOT_EXPORTED))).toEqual([])
  expect(Object.keys(NOT_EXPORTED).filter((table) => kinds.has(table) || !tables.includes(table))).toEqual([])
})

test('no column of an archive holds a secret by its type or its name', async () => {
  const { rows } = await app.database.owner.query<{ table: string; name: string; type: string }>(
    `select table_name as "table", column_name as name, udt_name as type from information_schema.columns
       where table_schema = current_schema()`,
  )
  const harmless = new Set(['passkeys.rp_id', 'alert_webhooks.secret_since', 'alerts_sent.key'])
  const suspicious = rows.filter(({ table, name, type }) => {
    const kind = KINDS.filter((one) => one.table === table)
    const is_shown = kind.some((one) => !one.leave_out?.includes(name))
    return is_shown && (type === 'bytea' || /hash|mac|sealed|secret|token|password|key/.test(name))
  })
  expect(suspicious.map(({ table, name }) => `${table}.${name}`).filter((one) => !harmless.has(one))).toEqual([])
})

/** The rows of each table that are this account's, found without the code of the export. */
function ownRows(table: string, columns: string[], { id }: Full): string | undefined {
  const logins = `(select id from api_logins where owner_id = ${id})`
  const has = (name: string) => columns.includes(name)
  const conditions: Record<string, string> = {
    users: `id = ${id}`,
    sessions: `user_id = ${id} and staff_id is null`,
    team_members: `owner_id = ${id} or user_id = ${id}`,
    audit_log: `user_id = ${id} or actor = 'user:${id}'`,
    outbox: `to_address = (select email from users where id = ${id})`,
    ledger_accounts: `api_login_id in ${logins}`,
    ledger_entries: `account_id in (select id from ledger_accounts where api_login_id in ${logins})`,
    payment_reversals: `order_id in (select id from payment_orders where owner_id = ${id})`,
    database_purchase_files: `purchase_id in (select id from database_purchases where owner_id = ${id})`,
  }
  if (conditions[table]) return conditions[table]
  if (has('owner_id')) return `owner_id = ${id}`
  if (has('login_id')) return `login_id in ${logins}`
  return has('user_id') ? `user_id = ${id}` : undefined
}

test('the archive of an account holds every row of it and none of another account, row by row', async () => {
  const archive = whole
  const exported = new Map<string, Set<string>>()
  for (const { file, table } of KINDS) {
    const known = exported.get(table) ?? new Set<string>()
    for (const row of rowsIn(archive, file)) known.add(JSON.stringify(row))
    exported.set(table, known)
  }
  const filled: string[] = []
  for (const [table, columns] of await tablesWithOwners()) {
    const kind = KINDS.find((one) => one.table === table)
    const condition = ownRows(table, columns, ann)
    if (!kind || !condition) continue
    const wanted = columns.filter((name) => !kind.leave_out?.includes(name))
    const { rows } = await app.database.owner.query<Row>(`select ${wanted.join(', ')} from ${table} where ${condition}`)
    const seen = [...(exported.get(table) ?? [])].map((line): Row => JSON.parse(line))
    const plain = (row: Row) =>
      JSON.stringify(
        wanted.filter((name) => !(table === 'audit_log' && name === 'detail')).map((name) => [name, row[name] ?? null]),
      )
    // A row that is there for two reasons is there twice, and counted once.
    expect([...new Set(seen.map(plain))].toSorted(), table).toEqual([...new Set(rows.map(plain))].toSorted())
    if (rows.length > 0) filled.push(table)
  }
  // No account here is closed.
  const empty = KINDS.map(({ table }) => table).filter((table) => !filled.includes(table))
  expect(empty).toEqual(['account_closings'])
})

test('calls are exported with their requests, invoices as PDF, and the same rows as CSV', async () => {
  const archive = whole
  const usage = rowsIn(archive, 'usage')
  expect(usage.filter(({ tag }) => tag === ann.canaries.tag)).toHaveLength(7)
  expect(JSON.stringify(usage.map(({ request }) => request))).toContain(`${ann.canaries.keyword} 6`)
  expect(rowsIn(archive, 'balance-history')[0]).toMatchObject({
    kind: expect.any(String),
    amount_micros: expect.any(Number),
  })
  expect(rowsIn(archive, 'team')).toContainEqual(expect.objectContaining({ email: ann.member.email }))
  const pdfs = [...archive].filter(([name]) => name.startsWith('invoices/'))
  expect(pdfs.length).toBe(rowsIn(archive, 'invoices').length + rowsIn(archive, 'billing-notes').length)
  expect(pdfs.every(([, content]) => content.startsWith('%PDF'))).toBe(true)
  const counts = JSON.parse(text(archive.get('contents.json'))).rows
  for (const { file } of KINDS) {
    const rows = rowsIn(archive, file)
    expect(counts[file], file).toBe(rows.length)
    // Counted as records: a text may hold line ends.
    const csv = text(archive.get(`csv/${file}.csv`)).replaceAll(/"(?:[^"]|"")*"/g, '')
    expect(csv.split('\r\n').length, file).toBe(rows.length === 0 ? 1 : rows.length + 2)
  }
  const many = await archiveOf({ user_id: ann.id, owner_id: ann.id }, 'account', 1000)
  for (const { file } of KINDS) expect(rowsIn(many, file), file).toEqual(rowsIn(archive, file))
})

test('an archive holds no secret, nothing of another account, and for a member nothing of the account but their own', async () => {
  const archive = whole
  const all = [...archive].map(([name, content]) => name + text(content)).join('\n')
  const { rows } = await app.database.owner.query<{ password_hash: string }>('select password_hash from users')
  for (const secret of [...ann.secrets, ...rows.flatMap(({ password_hash }) => password_hash ?? [])])
    expect(secret === '' || all.includes(secret), secret).toBe(false)
  expect(all).not.toMatch(/narwhal|10\.77\.42\.|10\.88\.42\./i)

  const { user_id, owner_id } = { user_id: ann.member.id, owner_id: ann.id }
  const own = await archiveOf({ user_id, owner_id }, 'person')
  const content = [...own].map(([name, content]) => name + text(content)).join('\n')
  expect(rowsIn(own, 'profile')).toMatchObject([{ email: ann.member.email }])
  expect(rowsIn(own, 'sessions')).toMatchObject([{ ip: '10.88.41.1' }])
  expect(rowsIn(own, 'my-activity').length).toBeGreaterThan(0)
  expect([...own.keys()].filter((name) => /usage|payments|invoices|logins|team\./.test(name))).toEqual([])
  for (const [name, value] of Object.entries(ann.canaries)) expect(content.includes(value), name).toBe(false)
})

test('an archive is requested with the password, one at a time, again after a day or when it failed, and announced by mail', async () => {
  await ann.signIn()
  const { browser } = ann
  const requested = await browser.must(dataExport.prepareExport, {})
  expect(requested).toMatchObject({ scope: 'account', newest: { state: 'preparing', bytes: null } })
  const twice = await Promise.all([1, 2, 3].map(() => browser.must(dataExport.prepareExport, {})))
  expect(new Set(twice.map(({ newest }) => newest?.id))).toEqual(new Set([requested.newest?.id]))
  const file = (id: string | undefined) => browser.send({ path: `${dataExportFile.path}?id=${id}` })
  expect((await file(requested.newest?.id)).body).toMatchObject({ code: 'unknown_export' })

  expect(await prepareExports(app.ctx)).toBe(1)
  const ready = await browser.must(dataExport.getExport, {})
  expect(ready.newest).toMatchObject({ state: 'ready', bytes: expect.any(Number) })
  expect(await browser.call(dataExport.prepareExport, {})).toMatchObject({ body: { code: 'export_too_soon' } })
  const mail = (await app.mails(ann.canaries.email)).at(-1)
  expect(mail).toMatchObject({ template: 'data_ready', language: 'de', data: { days: 7 } })
  expect(String(mail?.data.link)).toMatch(/\/users\/profile#your-data$/)

  const id = ready.newest?.id
  const got = await browser.send({ path: `${dataExportFile.path}?id=${id}` })
  expect(got.headers).toMatchObject({
    'content-length': String(ready.newest?.bytes),
    'content-type': 'application/zip',
  })
  expect((await app.browser().send({ path: `${dataExportFile.path}?id=${id}` })).status).toBe(401)
  for (const other of [bob.browser, ann.member.browser])
    expect((await other.send({ path: `${dataExportFile.path}?id=${id}` })).body).toMatchObject({
      code: 'unknown_export',
    })
  const log = await app.operator(operator.listAudit, { email: ann.canaries.email, limit: 5 })
  expect(JSON.stringify(log.body)).toMatch(/data_export_downloaded.*data_export_asked/)

  app.clock.forward(DAY_MS)
  await ann.signIn()
  expect((await browser.must(dataExport.prepareExport, {})).newest?.id).not.toBe(id)
  await app.database.owner.query("update data_exports set state = 'failed' where state = 'preparing'")
  expect((await browser.must(dataExport.getExport, {})).newest).toMatchObject({ state: 'failed' })
  app.clock.forward(1000)
  expect((await browser.must(dataExport.prepareExport, {})).newest).toMatchObject({ state: 'preparing' })
  await prepareExports(app.ctx)
  app.clock.forward(6 * 60_000)
  expect(await browser.call(dataExport.prepareExport, {})).toMatchObject({ body: { code: 'reauth_needed' } })
})

/** In whose log each download by this person is. */
async function downloads(by: number): Promise<number[]> {
  const { rows } = await app.database.pool.query<{ user_id: number }>(
    "select user_id from audit_log where action = 'data_export_downloaded' and actor = $1 order by id",
    [`user:${by}`],
  )
  return rows.map(({ user_id }) => user_id)
}

test('an archive has the addresses of customers and visitors, and none of staff or the operator', async () => {
  const { ctx } = app
  const from = { ...ctx, request: { id: 'test', ip: '192.0.2.9', user_agent: '' } } as unknown as RequestCtx
  const actors = [`user:${bob.id}`, 'visitor', 'staff:7', 'operator:ops', 'operator:token:billing']
  for (const actor of actors) await audit(from, 'all_sessions_ended', { user_id: bob.id, actor })
  const archive = await archiveOf({ user_id: bob.id, owner_id: bob.id }, 'account')
  const rows = rowsIn(archive, 'activity').filter(({ action }) => action === 'all_sessions_ended')
  expect(rows.map(({ actor, ip }) => [actor, ip])).toEqual([
    [`user:${bob.id}`, '192.0.2.9'],
    ['visitor', '192.0.2.9'],
    ...actors.slice(2).map((actor) => [actor, '']),
  ])
})

test('a member gets their own archive; a former owner does not get that of the account', async () => {
  const { browser, id, email } = ann.member
  browser.cookies.clear()
  await browser.signIn(email, PASSWORD)
  await browser.must(users.setActiveApiUser, { login: ann.login.login })
  expect(await browser.must(dataExport.getExport, {})).toMatchObject({ scope: 'person', newest: null })
  const own = await browser.must(dataExport.prepareExport, {})
  await prepareExports(app.ctx)
  expect((await browser.send({ path: `${dataExportFile.path}?id=${own.newest?.id}` })).status).toBe(200)
  expect(await downloads(id), 'in their own log, not in that of the account').toEqual([id])
  await app.database.owner.query('delete from data_exports where user_id = $1', [id])
  await ann.signIn()
  await ann.browser.must(team.changeRole, { user_id: id, role: 'owner' })
  browser.cookies.clear()
  await browser.signIn(email, PASSWORD)
  await browser.must(users.setActiveApiUser, { login: ann.login.login })
  const { newest } = await browser.must(dataExport.prepareExport, {})
  expect(newest).toMatchObject({ scope: 'account' })
  await prepareExports(app.ctx)
  const file = () => browser.send({ path: `${dataExportFile.path}?id=${newest?.id}` })
  expect((await file()).status).toBe(200)
  expect(await downloads(id), 'one of the account is in its log').toEqual([id, ann.id])
  await ann.browser.must(team.changeRole, { user_id: id, role: 'developer' })
  expect((await file()).body).toMatchObject({ code: 'unknown_export' })

  await ann.browser.must(team.changeRole, { user_id: id, role: 'owner' })
  app.clock.forward(DAY_MS)
  await ann.signIn()
  browser.cookies.clear()
  await browser.signIn(email, PASSWORD)
  await browser.must(users.setActiveApiUser, { login: ann.login.login })
  await browser.must(dataExport.prepareExport, {})
  await ann.browser.must(team.changeRole, { user_id: id, role: 'developer' })
  const before = (await app.mails(email)).length
  await prepareExports(app.ctx)
  const { rows } = await app.database.pool.query(
    'select state from data_exports where user_id = $1 order by created_at',
    [id],
  )
  expect(rows.at(-1), 'the role was taken away before it was made').toEqual({ state: 'failed' })
  expect(await app.mails(email)).toHaveLength(before)
})

test('an archive begun by a dead process is taken up again; one that cannot be made fails after three tries', async () => {
  await bob.signIn()
  const requested = await bob.browser.must(dataExport.prepareExport, {})
  await claimExport(app.ctx.db, app.clock.now(), new Date(app.clock.now().getTime() + 120_000))
  expect(await prepareExports(app.ctx), 'it is in hand').toBe(0)
  app.clock.forward(120_000)
  await app.database.owner.query('alter table usage_views rename to usage_views_gone')
  for (let at = 0; at < 2; at += 1) {
    expect(await prepareExports(app.ctx)).toBe(1)
    app.clock.forward(60_000)
  }
  expect((await bob.browser.must(dataExport.getExport, {})).newest).toMatchObject({ state: 'failed' })
  await app.database.owner.query('alter table usage_views_gone rename to usage_views')
  const again = await bob.browser.must(dataExport.prepareExport, {})
  expect(again.newest?.id).not.toBe(requested.newest?.id)
  await prepareExports(app.ctx)
  const { newest } = await bob.browser.must(dataExport.getExport, {})
  const path = join(app.data_dir, 'exports', `${newest?.id}.zip`)
  expect(existsSync(path)).toBe(true)
  app.clock.forward(7 * DAY_MS)
  await deleteOldExports(app.ctx)
  expect(existsSync(path), 'after seven days the file is gone').toBe(false)
})
