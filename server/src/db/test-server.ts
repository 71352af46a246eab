import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from './embedded.ts'
import { migrate } from './migrate.ts'
import { createPool } from './pool.ts'

/** What a test file needs to copy the template; plain values, because they travel to the workers. */
export interface TestServer {
  /** May create and drop databases. */
  adminUrl: string
  /** Has the rights the product has. */
  url: string
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
  const { server, stop } = await startTestServer(join(import.meta.dirname, 'migrations'))
  project.provide('testServer', server)
  return stop
}

export async function startTestServer(migrations: string): Promise<{ server: TestServer; stop(): Promise<void> }> {
  const given = process.env.TEST_DATABASE_URL || process.env.DATABASE_URL
  const host = given ? { adminUrl: given, url: given, stop: async () => {} } : await throwAwayServer()
  const { adminUrl, url } = host
  const server = { adminUrl, url, template: randomName('portico_template'), embedded: !given }
  async function stop() {
    await dropDatabase(server, server.template)
    await host.stop()
  }
  try {
    await asAdmin(server, `create database ${server.template} owner ${productRole(url)}`)
    if (existsSync(migrations)) await fillTemplate(server, migrations)
    return { server, stop }
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
  await asAdmin({ adminUrl }, `create database ${name} template ${template} owner ${productRole(url)}`)
}

export async function dropDatabase({ adminUrl }: Pick<TestServer, 'adminUrl'>, name: string) {
  await asAdmin({ adminUrl }, `drop database if exists ${name} with (force)`)
}

async function throwAwayServer() {
  const dataDir = mkdtempSync(join(tmpdir(), 'portico-test-'))
  // Started as root, PostgreSQL runs as another user, who must pass through this folder.
  chmodSync(dataDir, 0o711)
  const remove = () => rmSync(dataDir, { recursive: true, force: true })
  const embedded = await startEmbedded({ dataDir, log, isDurable: false }).catch((e) => {
    remove()
    throw e
  })
  return { ...embedded, stop: () => embedded.stop().then(remove) }
}

async function fillTemplate({ url, template }: TestServer, migrations: string) {
  const pool = createPool(inDatabase(url, template), log, 1)
  try {
    await migrate(pool, migrations, log)
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
