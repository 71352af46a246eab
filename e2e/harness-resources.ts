// What a server of a journey stands on; given back when the test file ends.
import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll } from 'vitest'

const folders: string[] = []
const databases: string[] = []
const given = process.env.TEST_DATABASE_URL || process.env.DATABASE_URL

export function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'portico-e2e-'))
  // Started as root, PostgreSQL runs as another user, who must pass through this folder.
  chmodSync(folder, 0o711)
  folders.push(folder)
  return folder
}

/** A new database on the PostgreSQL the environment names; undefined when the embedded one is to be used. */
export async function freshDatabase(): Promise<string | undefined> {
  if (!given) return undefined
  const name = `portico_e2e_${randomBytes(5).toString('hex')}`
  await asAdmin(given, `create database ${name}`)
  databases.push(name)
  const url = new URL(given)
  url.pathname = name
  return url.href
}

async function asAdmin(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

export async function freePort(): Promise<number> {
  const probe = createServer()
  return new Promise((resolve, reject) => {
    probe.on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(address !== null && typeof address === 'object' ? address.port : 0))
    })
  })
}

/** A server killed by force leaves its database behind until the next start; no journey may leave it for good. */
export function killDatabaseIn(dataDir: string): void {
  const pidFile = join(dataDir, 'pg', 'postmaster.pid')
  if (!existsSync(pidFile)) return
  try {
    process.kill(Number.parseInt(readFileSync(pidFile, 'utf8'), 10), 'SIGKILL')
  } catch {
    // Already gone.
  }
}

afterAll(async () => {
  for (const folder of folders) {
    killDatabaseIn(folder)
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  for (const name of databases) if (given) await asAdmin(given, `drop database if exists ${name} with (force)`)
})
