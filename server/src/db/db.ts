import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { type Embedded, startEmbedded } from './embedded/embedded.ts'
import { checkGiven } from './given.ts'
import { type Listener, type Listening, listenOn } from './listen.ts'
import type { Log } from './log.ts'
import { createPool } from './pool.ts'
import { openReader, type ReadAs } from './reader.ts'
import { openReplicas, type Replicas } from './replicas.ts'
import { type Addresses, inRoleOf, prepareRoles } from './roles.ts'
import type { Tables } from './tables.ts'

export type Db = Kysely<Tables>

export interface Database {
  db: Db
  pool: pg.Pool
  /** The database as this session may read it; for reading only. */
  readAs: ReadAs
  /** Undefined where none are set. */
  replicas?: Replicas
  embedded: boolean
  /** Receives messages of any process on this channel, over a connection beside the pool. */
  listen(channel: string, ears: Listener): Listening
  close(): Promise<void>
}
export type Listen = Database['listen']

/** The database as its owner, who migrates it; the server works with the result of `openAsApp`. */
export interface OwnedDatabase extends Database {
  /** Connection string of the server. */
  url: string
  logins: Embedded['logins'] | undefined
}

export const READERS = 5

/**
 * Opens PostgreSQL: the operator's when `databaseUrl` is given, otherwise our own in `dataDir`, which the caller holds
 * (`openDataDir`) until after `close()`.
 */
export async function openDatabase(options: {
  databaseUrl: string | undefined
  /** Set where another user than the server's runs migrations. */
  ownerUrl?: string | undefined
  dataDir: string
  log: Log
}): Promise<OwnedDatabase> {
  const { databaseUrl, ownerUrl, dataDir, log } = options
  if (databaseUrl) {
    await checkGiven(databaseUrl)
    if (ownerUrl) await checkGiven(ownerUrl, 'DATABASE_OWNER_URL')
    const database = openPool(createPool(ownerUrl ?? databaseUrl, log), false)
    return { ...database, url: databaseUrl, logins: undefined }
  }
  const server = await startEmbedded({ dataDir, log })
  return { ...openPool(createPool(server.url, log), true, server.stop), url: server.url, logins: server.logins }
}

/** The migrated database as the roles that own nothing. Close it before the owner's. */
export async function openAsApp(owned: OwnedDatabase, log: Log, read_urls: string[] = []): Promise<Database> {
  const { pool, url, logins, embedded } = owned
  return openAddresses(await prepareRoles(pool, { url, logins, log }), log, { embedded, read_urls })
}

export function openAddresses(
  { app, reader }: Addresses,
  log: Log,
  {
    embedded,
    max,
    readers = READERS,
    read_urls = [],
    waits_ms,
  }: { embedded: boolean; max?: number; readers?: number; read_urls?: string[]; waits_ms?: number | undefined },
): Database {
  const pool = createPool(app, log, max, { waits_ms })
  const readerPool = reader && createPool(reader.url, log, readers, { waits_ms })
  const addresses = read_urls.map((url) => ({
    app: inRoleOf(url, app),
    reader: reader && { ...reader, url: inRoleOf(url, reader.url) },
  }))
  const replicas = addresses.length > 0 ? openReplicas(pool, addresses, log, { max: readers, readers }) : undefined
  async function closeOthers() {
    await replicas?.close()
    if (readerPool) await endPool(readerPool)
  }
  return {
    ...openPool(pool, embedded, closeOthers),
    ...(reader && readerPool && { readAs: openReader(readerPool, reader) }),
    ...(replicas && { replicas }),
  }
}

const pools = new WeakMap<Db, pg.Pool>()

/** The pool beneath; undefined within a transaction. */
export const poolOf = (db: Db): pg.Pool | undefined => pools.get(db)

export function openPool(pool: pg.Pool, embedded: boolean, afterwards?: () => Promise<void>): Database {
  const db: Db = new Kysely({ dialect: new PostgresDialect({ pool }) })
  pools.set(db, pool)
  let closing: Promise<void> | undefined
  async function close() {
    await endPool(pool)
    await afterwards?.()
  }
  return {
    db,
    pool,
    readAs: () => db,
    embedded,
    listen: (channel, ears) => listenOn(pool.options.connectionString ?? '', channel, ears),
    close: () => {
      closing ??= close()
      return closing
    },
  }
}

/** A client that was never released must not keep the server from stopping. */
async function endPool(pool: pg.Pool) {
  if (pool.ending) return
  const timeouts = Promise.withResolvers<void>()
  const timer = setTimeout(timeouts.resolve, 5000)
  await Promise.race([pool.end(), timeouts.promise])
  clearTimeout(timer)
}
