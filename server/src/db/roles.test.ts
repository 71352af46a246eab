import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { inDatabase } from '#testing/db/server.ts'
import { variants } from '#testing/variants.ts'
import { type Database, openAsApp, openDatabase } from './db.ts'
import { type Embedded, startEmbedded } from './embedded/embedded.ts'
import { errorCode } from './error-code.ts'
import { migrate } from './migrate.ts'
import { databaseFailure } from './ping-store.ts'
import { createPool } from './pool.ts'
import { checkRoles } from './role-states.ts'
import { SCHEMA } from './schema-folders.ts'

// Real servers on a busy machine take their time; no test here is about speed.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let location: string
let server: Embedded

beforeAll(async () => {
  location = mkdtempSync(join(tmpdir(), 'portico-roles-'))
  chmodSync(location, 0o711)
  const log = pino({ level: 'silent' })
  server = await startEmbedded({ dataDir: location, log, isDurable: false })
  await admin('create role builder login', 'create database built', 'grant all on database built to builder')
  await adminOf('built', 'grant all on schema public to builder')
  const builder = createPool(as('builder', 'built'), log, 1)
  await migrate(builder, SCHEMA, log)
  await builder.end()
})
afterAll(async () => {
  await server.stop()
  rmSync(location, { recursive: true, force: true })
})

const admin = (...statements: string[]) => adminOf('postgres', ...statements)

async function adminOf(database: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: inDatabase(server.adminUrl, database) })
  await client.connect()
  for (const text of statements) await client.query(text)
  await client.end()
}

/** A database that its owner has migrated: copied, as each migration takes a second. */
async function createMigrated(name: string, owner: string): Promise<void> {
  const [id, role] = [pg.escapeIdentifier(name), pg.escapeIdentifier(owner)]
  await admin(`create database ${id} template built owner ${role}`)
  await adminOf(name, `reassign owned by builder to ${role}`)
}

function as(user: string, database: string): string {
  const url = new URL(inDatabase(server.url, database))
  url.searchParams.set('user', user)
  return url.href
}

/** A start of the server up to its pool; its warnings are returned beside it. */
async function start(databaseUrl: string, ownerUrl?: string): Promise<Database & { warnings: string[] }> {
  const warnings: string[] = []
  const log = pino({ level: 'warn', base: null }, { write: (line) => warnings.push(JSON.parse(line).msg) })
  const owned = await openDatabase({ databaseUrl, ownerUrl, dataDir: '/nowhere', log })
  await migrate(owned.pool, SCHEMA, log)
  const database = await openAsApp(owned, log)
  return { ...database, warnings, close: () => database.close().then(owned.close) }
}

const whoOf = async ({ pool }: Database) => (await pool.query('select current_user as who')).rows[0].who
const changed = ({ pool }: Database) =>
  pool.query('update audit_log set ip = ip').then(
    () => 'changed',
    (e) => errorCode(e),
  )

test('SEC-L13 the server uses the embedded database by a login that owns nothing, also on an existing one', async () => {
  const log = pino({ level: 'silent' })
  await admin('create database old owner portico')
  const owned = await openDatabase({ databaseUrl: inDatabase(server.url, 'old'), dataDir: '/nowhere', log })
  await migrate(owned.pool, SCHEMA, log)
  const logins = { app: inDatabase(server.logins.app, 'old'), reader: inDatabase(server.logins.reader, 'old') }
  const database = await openAsApp({ ...owned, logins }, log)
  const { rows } = await database.pool.query('select current_user as who, session_user as login')
  expect(rows).toEqual([{ who: 'portico_app', login: 'portico_app' }])
  expect(await changed(database)).toBe('42501')
  await expect(database.pool.query('set role portico')).rejects.toThrow('permission denied')
  await database.close()
  await owned.close()
})

test('SEC-L13 one address of a user who may create roles is enough: the server steps down from owner', async () => {
  await admin('create role maker login createrole', 'create database made owner maker')
  const database = await start(as('maker', 'made'))
  expect(database.warnings).toEqual([])
  expect(await whoOf(database)).toBe('maker_app')
  expect(await changed(database)).toBe('42501')
  await database.pool.query('reset role')
  expect(await changed(database), 'a reset goes back to the role of the connection').toBe('42501')
  await database.close()
  const again = await start(as('maker', 'made'))
  expect([await whoOf(again), again.warnings]).toEqual(['maker_app', []])
  await again.close()
})

test('SEC-L13 with an address for the owner the server works as a separate login', async () => {
  await admin('create role keeper login createrole', 'create role worker login')
  await createMigrated('kept', 'keeper')
  const database = await start(as('worker', 'kept'), as('keeper', 'kept'))
  expect(database.warnings).toEqual([])
  const { rows } = await database.pool.query('select current_user as who, session_user as login')
  expect(rows).toEqual([{ who: 'worker', login: 'worker' }])
  expect(await changed(database)).toBe('42501')
  expect(await database.readAs({ user_id: 1, sso_owner_id: null }).selectFrom('users').select('id').execute()).toEqual(
    [],
  )
  await expect(database.readAs({ user_id: 1, sso_owner_id: null }).deleteFrom('users').execute()).rejects.toThrow(
    'permission denied',
  )
  await database.close()
})

test('SEC-L13 roles that the administrator made for a user who may not are used', async () => {
  await admin(
    'create role modest login',
    'create role modest_app nologin',
    'create role modest_reader nologin',
    'grant modest_app, modest_reader to modest',
  )
  await createMigrated('modest', 'modest')
  const database = await start(as('modest', 'modest'))
  expect(database.warnings).toEqual([])
  expect(await whoOf(database)).toBe('modest_app')
  await database.close()
})

/** The restrictions the database itself enforces on the server. */
async function whatHolds(database: Database) {
  const { rows } = await database.pool.query(
    `select count(*)::int as tables, count(*) filter (where pg_get_userbyid(relowner) = current_user)::int as owned,
        count(*) filter (where relrowsecurity)::int as bounded
      from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')`,
  )
  return {
    ...rows[0],
    audit: await changed(database),
    read: await database.readAs({ user_id: 1, sso_owner_id: null }).selectFrom('users').select('id').execute(),
  }
}

for (const [name, options] of variants(['With Space-and"quote', 'alone']))
  test(
    `SEC2-N8 the server of ${name}, who may not create roles, starts and prints the statements that fix it`,
    options,
    async () => {
      const id = pg.escapeIdentifier(name)
      await admin(`create role ${id} login`)
      await createMigrated(name, name)
      const url = as(name, name)
      const before = await start(url)
      expect(before.warnings).toEqual([
        expect.stringMatching(/^The server works as the owner of its tables, .+ As an administrator of PostgreSQL run/),
      ])
      expect(await whoOf(before)).toBe(name)
      expect(await checkRoles({ url, ownerUrl: undefined })).toEqual([
        expect.stringContaining(before.warnings[0]?.split('As an administrator')[1] ?? '-'),
      ])
      expect(await databaseFailure(before.db), '/readyz').toBeUndefined()
      const { tables, owned, bounded } = await whatHolds(before)
      expect([owned, bounded]).toEqual([tables, 0])
      await before.close()

      const [, printed = ''] = before.warnings[0]?.split('then start again: ') ?? []
      const statements = printed.match(/[^;]+;/g) ?? []
      expect(statements.length).toBe(4)
      await admin(...statements)
      const after = await start(url)
      expect([after.warnings, await checkRoles({ url, ownerUrl: undefined })]).toEqual([[], []])
      expect(await whoOf(after)).toBe(`${name}_app`)
      const held = await whatHolds(after)
      expect(held).toMatchObject({ owned: 0, audit: '42501', read: [] })
      expect(held.bounded).toBeGreaterThan(50)
      await after.close()
    },
  )

test('SEC2-N8 of statements that were run in part the rest is printed', async () => {
  await admin('create role part login', 'create role part_app nologin')
  await createMigrated('part', 'part')
  const database = await start(as('part', 'part'))
  const [, printed] = database.warnings[0]?.split('then start again: ') ?? []
  expect(printed).toMatch(
    /^grant "part_app" to "part"[^;]*; create role "part_reader" nologin; grant "part_reader"[^;]*;$/,
  )
  await database.close()
})

test('SEC2-N8 an owner and a login, neither of whom may create roles, get a warning about missing read protection', async () => {
  await admin('create role estate login', 'create role steward login')
  await createMigrated('estate', 'estate')
  const [url, ownerUrl] = [as('steward', 'estate'), as('estate', 'estate')]
  const before = await start(url, ownerUrl)
  expect(before.warnings).toEqual([expect.stringMatching(/^The database does not separate users: .+ create role/)])
  await before.close()
  const [, printed = ''] = before.warnings[0]?.split('then start again: ') ?? []
  await admin(...(printed.match(/[^;]+;/g) ?? []))
  const after = await start(url, ownerUrl)
  expect([after.warnings, await checkRoles({ url, ownerUrl })]).toEqual([[], []])
  expect(await whatHolds(after)).toMatchObject({ owned: 0, audit: '42501', read: [] })
  await after.close()
})

test('SEC2-N8 the database of deploy/compose.yaml restricts the server to its rights', async () => {
  const script = readFileSync(join(import.meta.dirname, '../../../deploy/postgres-init.sh'), 'utf8')
  const [, sql = ''] = /<<'SQL'\n(.+)\nSQL\n/s.exec(script) ?? []
  // The embedded server has roles and a database of these names.
  const own = sql.replaceAll(/\bportico/g, 'composed').replaceAll(/:'\w+'/g, "'secret'")
  await admin(...own.split(';').filter((one) => one.trim() !== ''))
  const url = as('composed', 'composed')
  const ownerUrl = as('composed_owner', 'composed')
  const database = await start(url, ownerUrl)
  expect([database.warnings, await checkRoles({ url, ownerUrl })]).toEqual([[], []])
  expect(await whoOf(database)).toBe('composed')
  const held = await whatHolds(database)
  expect(held).toMatchObject({ owned: 0, audit: '42501', read: [] })
  expect(held.bounded).toBeGreaterThan(50)
  await expect(database.pool.query('set role composed_owner')).rejects.toThrow('permission denied')
  const { rows } = await database.pool.query(
    `select rolname from pg_roles where rolname ~ '^composed' and (rolsuper or rolcreaterole or rolbypassrls)`,
  )
  expect(rows).toEqual([])
  await database.close()
})

test('SEC2-N8 a superuser as owner causes a warning', async () => {
  await admin('create role mighty login superuser')
  await createMigrated('mighty', 'mighty')
  const url = as('mighty', 'mighty')
  const database = await start(url)
  expect(database.warnings).toEqual([expect.stringMatching(/^DATABASE_URL connects as mighty, a superuser/)])
  expect(await checkRoles({ url, ownerUrl: undefined })).toEqual(database.warnings)
  expect(await whoOf(database)).toBe('mighty_app')
  await database.close()
})

test('SEC-L13 a role of that name with further rights is not ours and is left alone', async () => {
  await admin('create role taken login createrole', 'create role taken_app login createdb', 'grant taken_app to taken')
  await createMigrated('taken', 'taken')
  const database = await start(as('taken', 'taken'))
  expect(database.warnings[0]).toMatch(/^The server works as the owner of its tables/)
  const { rows } = await database.pool.query(`select has_table_privilege('taken_app', 'users', 'select') as may`)
  expect(rows).toEqual([{ may: false }])
  await database.close()
})

test('SEC-L13 a server whose login is in the role of the owner causes a warning', async () => {
  await admin('create role lord login createrole', 'create role heir login in role lord')
  await createMigrated('hall', 'lord')
  const database = await start(as('heir', 'hall'), as('lord', 'hall'))
  expect(database.warnings).toEqual([expect.stringContaining('heir is in the role of the owner')])
  await database.close()
})

test('SEC-L13 servers of several databases of a cluster that start at once share the roles and nothing else', async () => {
  const names = Array.from({ length: 4 }, (_, n) => `twin${n}`)
  await admin('create role twins login createrole')
  for (const name of names) await createMigrated(name, 'twins')
  const started = await Promise.all(names.flatMap((name) => [start(as('twins', name)), start(as('twins', name))]))
  for (const database of started) {
    expect(database.warnings).toEqual([])
    expect(await whoOf(database)).toBe('twins_app')
    expect(
      await database.readAs({ user_id: 1, sso_owner_id: null }).selectFrom('users').select('id').execute(),
    ).toEqual([])
  }
  await Promise.all(started.map((database) => database.close()))
  const stranger = new pg.Client({ connectionString: as('maker', 'twin0') })
  await stranger.connect()
  await expect(stranger.query('select from users'), 'another owner’s role').rejects.toThrow('permission denied')
  await expect(stranger.query('set role twins_app')).rejects.toThrow('permission denied')
  await stranger.end()
})
