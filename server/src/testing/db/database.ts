import type pg from 'pg'
import { pino } from 'pino'
import { inject } from 'vitest'
import { type Database, openAddresses } from '#db/db.ts'
import { createPool } from '#db/pool.ts'
import { copyTemplate, dropDatabase, inDatabase, randomName, type TestServer } from './server.ts'

const log = pino({ level: 'silent' })

export interface TestDatabase extends Database {
  name: string
  /** May change tables and append-only rows, which the product's role may not. */
  owner: pg.Pool
  /** May see and end all connections. */
  admin: pg.Pool
}

/** Generous, so that a busy machine does not cause failures. */
export const PATIENT_MS = 45_000

export interface TestDatabaseOptions {
  readers?: number
  replicas?: string[] | undefined
  /** With the limits of a release on every wait, for a test of what happens at them. */
  has_own_waits?: boolean | undefined
}

/** A migrated database for one test file, with the rights the product has, dropped when closed. */
export async function openTestDatabase(
  server: TestServer = inject('testServer'),
  { readers, replicas = [], has_own_waits = false }: TestDatabaseOptions = {},
): Promise<TestDatabase> {
  if (!server) throw new Error('name server/src/testing/db/server.ts as globalSetup in the vitest config')
  const name = randomName('portico_test')
  await copyTemplate(server, name)
  const reader = server.reader && {
    ...server.reader,
    url: inDatabase(server.reader.url, name),
    key: Buffer.from(server.reader.key, 'hex'),
  }
  const database = openAddresses({ app: inDatabase(server.appUrl, name), reader }, log, {
    embedded: server.embedded,
    max: 5,
    waits_ms: has_own_waits ? undefined : PATIENT_MS,
    ...(readers && { readers }),
    read_urls: replicas.map((url) => inDatabase(url, name)),
  })
  const owner = createPool(inDatabase(server.url, name), log, 2, { waits_ms: PATIENT_MS })
  const admin = createPool(inDatabase(server.adminUrl, name), log, 1, { waits_ms: PATIENT_MS })
  let closing: Promise<void> | undefined
  const close = async () => {
    await Promise.all([database.close(), owner.end(), admin.end()])
    await dropDatabase(server, name)
  }
  return {
    ...database,
    name,
    owner,
    admin,
    close: () => {
      closing ??= close()
      return closing
    },
  }
}
