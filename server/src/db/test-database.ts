import { pino } from 'pino'
import { inject } from 'vitest'
import { type Database, face } from './db.ts'
import { createPool } from './pool.ts'
import { copyTemplate, dropDatabase, inDatabase, randomName, type TestServer } from './test-server.ts'

const log = pino({ level: 'silent' })

/** A migrated database for one test file, dropped when closed. */
export async function openTestDatabase(
  server: TestServer = inject('testServer'),
): Promise<Database & { name: string }> {
  if (!server) throw new Error('name server/src/db/test-server.ts as globalSetup in the vitest config')
  const name = randomName('portico_test')
  await copyTemplate(server, name)
  const database = face(createPool(inDatabase(server.url, name), log, 5), server.embedded, () =>
    dropDatabase(server, name),
  )
  return { ...database, name }
}
