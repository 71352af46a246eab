// Folders, ports and databases of the servers under test; released when the test file ends.
import { chmodSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { copyTemplate, dropDatabase, inDatabase, randomName } from '../server/src/testing/db/server.ts'

const folders: string[] = []
const databases: string[] = []

export function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'portico-e2e-'))
  // Started as root, PostgreSQL runs as another user, which must be able to enter this folder.
  chmodSync(folder, 0o711)
  folders.push(folder)
  return folder
}

/** Settings of a server and its successors: a folder, and a database that already has the demo account. */
export async function seededServerEnv(): Promise<{ DATA_DIR: string; DATABASE_URL: string; SECRET: string }> {
  const seeded = inject('seeded')
  const name = randomName('portico_e2e')
  await copyTemplate(seeded, name)
  databases.push(name)
  const DATA_DIR = freshFolder()
  cpSync(inject('documents'), join(DATA_DIR, 'cache'), { recursive: true })
  return { DATA_DIR, DATABASE_URL: inDatabase(seeded.url, name), SECRET: inject('secret') }
}

/** Runs one statement on a connection of its own and returns its rows. */
export async function queryDatabase<Row>(
  connectionString: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return (await client.query(text, values)).rows
  } finally {
    await client.end()
  }
}

/** An empty folder: the server creates its own database, secret and demo account in it. */
export function emptyServerEnv(): { DATA_DIR: string; DATABASE_URL: string } {
  return { DATA_DIR: freshFolder(), DATABASE_URL: '' }
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

/** A killed server leaves its database running until the next start; a journey must not leave it for good. */
export function killDatabaseIn(dataDir: string): void {
  const pidFile = join(dataDir, 'pg', 'postmaster.pid')
  if (!existsSync(pidFile)) return
  try {
    process.kill(Number.parseInt(readFileSync(pidFile, 'utf8'), 10), 'SIGKILL')
  } catch {
    // Already gone.
  }
}

export async function releaseResources(): Promise<void> {
  for (const folder of folders.splice(0)) {
    killDatabaseIn(folder)
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  for (const name of databases.splice(0)) await dropDatabase(inject('seeded'), name)
}
