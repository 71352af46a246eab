import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import type { TestProject } from 'vitest/node'
import { type Embedded, startEmbedded } from '#db/embedded/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { createPool } from '#db/pool.ts'
import { prepareRoles } from '#db/roles.ts'
import { SCHEMA, type SchemaFolders } from '#db/schema-folders.ts'

/** The values a test file needs to copy the template; plain, because they are sent to the workers. */
export interface TestServer {
  /** May create and drop databases. */
  adminUrl: string
  /** Owns the tables. */
  url: string
  /** The role of the product. */
  appUrl: string
  reader: { url: string; key: string; is_login: boolean } | undefined
  template: string
  embedded: boolean
}

declare module 'vitest' {
  export interface ProvidedContext {
    testServer: TestServer
  }
}

const log = pino({ level: 'silent' })

/** For vitest's `globalSetup`: one server for the whole run, its template database migrated once. */
export async function setup(project: Pick<TestProject, 'provide'>) {
  const { server, stop } = await startTestServer()
  project.provide('testServer', server)
  return stop
}

export async function startTestServer(schema = SCHEMA): Promise<{ server: TestServer; stop(): Promise<void> }> {
  const given = process.env.TEST_DATABASE_URL || process.env.DATABASE_URL
  const host = given
    ? { adminUrl: given, url: given, logins: undefined, stop: async () => {} }
    : await throwAwayServer()
  const { adminUrl, url } = host
  const server: TestServer = {
    adminUrl,
    url,
    appUrl: url,
    reader: undefined,
    template: randomName('portico_template'),
    embedded: !given,
  }
  async function stop() {
    await dropDatabase(server, server.template)
    await host.stop()
  }
  try {
    await asAdmin(server, `create database ${server.template} owner ${productRole(url)}`)
    const roles = await fillTemplate(server, schema, host.logins)
    return { server: { ...server, ...roles }, stop }
  } catch (e) {
    await stop()
    throw e
  }
}

export function randomName(prefix: string): string {
  return `${prefix}_${randomBytes(5).toString('hex')}`
}

export function inDatabase(url: string, name: string): string {
  const other = new URL(url)
  other.pathname = name
  return other.href
}

export async function copyTemplate({ adminUrl, url, template }: TestServer, name: string) {
  await asAdmin(
    { adminUrl },
    `create database ${name} template ${template} strategy file_copy owner ${productRole(url)}`,
  )
}

export async function dropDatabase({ adminUrl }: Pick<TestServer, 'adminUrl'>, name: string) {
  await asAdmin({ adminUrl }, `drop database if exists ${name} with (force)`)
}

/** Copying a database on a busy disk took up to five times the processor time that it takes in memory. */
const MEMORY_DISK = '/dev/shm'
const LEAST_BYTES = 2 * 1024 ** 3

function parentFolder(): string {
  if (!existsSync(MEMORY_DISK)) return tmpdir()
  const { bavail, bsize } = statfsSync(MEMORY_DISK)
  return bavail * bsize >= LEAST_BYTES ? MEMORY_DISK : tmpdir()
}

async function throwAwayServer() {
  const dataDir = mkdtempSync(join(parentFolder(), 'portico-test-'))
  // Started as root, PostgreSQL runs as another user, which must be able to enter this folder.
  chmodSync(dataDir, 0o711)
  const remove = () => rmSync(dataDir, { recursive: true, force: true })
  const embedded = await startEmbedded({ dataDir, log, isDurable: false }).catch((e) => {
    remove()
    throw e
  })
  return { ...embedded, stop: () => embedded.stop().then(remove) }
}

async function fillTemplate(
  { url, template }: TestServer,
  schema: SchemaFolders,
  logins: Embedded['logins'] | undefined,
) {
  const location = inDatabase(url, template)
  const pool = createPool(location, log, 1)
  try {
    await migrate(pool, schema, log)
    const own = logins && { app: inDatabase(logins.app, template), reader: inDatabase(logins.reader, template) }
    const { app, reader } = await prepareRoles(pool, { url: location, logins: own, log })
    return { appUrl: app, reader: reader && { ...reader, key: reader.key.toString('hex') } }
  } finally {
    await pool.end()
  }
}

function productRole(url: string): string {
  const { user, host } = new pg.Client({ connectionString: url })
  if (!user) throw new Error(`no user in the database address for ${host}`)
  return pg.escapeIdentifier(user)
}

async function asAdmin({ adminUrl }: Pick<TestServer, 'adminUrl'>, sql: string) {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
