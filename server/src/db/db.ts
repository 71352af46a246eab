import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { startEmbedded } from './embedded.ts'
import { checkGiven } from './given.ts'
import { type Ears, type Listening, listenOn } from './listen.ts'
import type { Log } from './log.ts'
import { createPool } from './pool.ts'
import type { Tables } from './tables.ts'

export type Db = Kysely<Tables>

export interface Database {
  db: Db
  pool: pg.Pool
  embedded: boolean
  /** Hears what any process says on this channel, over a connection beside the pool. */
  listen(channel: string, ears: Ears): Listening
  close(): Promise<void>
}
export type Listen = Database['listen']

/**
 * The one face of PostgreSQL: the operator's when `databaseUrl` is given, otherwise our own in `dataDir`, which the
 * caller holds (`openDataDir`) until after `close()`.
 */
export async function openDatabase(options: {
  databaseUrl: string | undefined
  dataDir: string
  log: Log
}): Promise<Database> {
  const { databaseUrl, dataDir, log } = options
  if (databaseUrl) {
    await checkGiven(databaseUrl)
    return face(createPool(databaseUrl, log), false)
  }
  const server = await startEmbedded({ dataDir, log })
  return face(createPool(server.url, log), true, server.stop)
}

export function face(pool: pg.Pool, embedded: boolean, afterwards?: () => Promise<void>): Database {
  const db: Db = new Kysely({ dialect: new PostgresDialect({ pool }) })
  let closing: Promise<void> | undefined
  async function close() {
    await endPool(pool)
    await afterwards?.()
  }
  return {
    db,
    pool,
    embedded,
    listen: (channel, ears) => listenOn(pool.options.connectionString ?? '', channel, ears),
    close: () => {
      closing ??= close()
      return closing
    },
  }
}

/** A client that was never given back must not keep the whole server from stopping. */
async function endPool(pool: pg.Pool) {
  if (pool.ending) return
  const patience = Promise.withResolvers<void>()
  const timer = setTimeout(patience.resolve, 5000)
  await Promise.race([pool.end(), patience.promise])
  clearTimeout(timer)
}
