import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { errorText } from './error-code.ts'
import type { Log } from './log.ts'
import { createPool } from './pool.ts'
import { openReader, type ReadAs, type ReaderAddress } from './reader.ts'
import { factsOf, type Position, type ReplicaFacts } from './replica-position.ts'
import type { Tables } from './tables.ts'

/** How long a read waits for a replica before it goes to the primary. */
const WAIT_MS = 300
const PAUSE_MS = 3
/** A replica that is further behind is not waited for at all. */
const MOST_LAG_S = 3

/** Only `serving` takes reads; every other state is left by itself once its reason is over. */
export type ReplicaState = 'serving' | 'behind' | 'gone' | 'promoted' | 'foreign'

export interface ReplicaAddress {
  app: string
  reader: ReaderAddress | undefined
}

/** The database on a replica, for one read. */
export interface ReplicaDb {
  db: Kysely<Tables>
  readAs: ReadAs
}

export type Replica = ReturnType<typeof openReplica>

class Late extends Error {}

export const isLate = (error: unknown): boolean => error instanceof Late

export function openReplica({ app, reader }: ReplicaAddress, log: Log, size: { max: number; readers: number }) {
  const pool = createPool(app, log, size.max, { to: 'any' })
  const readerPool = reader && createPool(reader.url, log, size.readers, { to: 'any' })
  const readAsOn = reader && readerPool && openReader(readerPool, reader)
  /** What each connection has shown: behind one address there may be several replicas. */
  const shown = new WeakMap<pg.PoolClient, Position>()
  const location = hostOf(app)
  let state: ReplicaState = 'gone'
  let lag_s: number | undefined

  function become(next: ReplicaState, reason?: string) {
    if (next === state) return
    state = next
    const about = { replica: location, state, ...(reason && { reason }) }
    if (next === 'serving') log.info(about, 'replica serves reads')
    else log.warn(about, 'replica is left out, its reads go to the primary')
  }

  async function reach(client: pg.PoolClient, { lsn, history }: Position, deadline_ms: number): Promise<void> {
    for (;;) {
      const known = shown.get(client)
      if (known && known.history === history && known.lsn >= lsn) return
      const facts = await factsOf(client)
      if (!facts.is_replica) throw new Late('it is no replica any more')
      if (facts.history !== null && facts.lsn !== null) shown.set(client, { history: facts.history, lsn: facts.lsn })
      if (facts.history === history && (facts.lsn ?? 0) >= lsn) return
      if (performance.now() >= deadline_ms) throw new Late('it is behind')
      await sleep(PAUSE_MS)
    }
  }

  /** A connection that shows the position; one that comes too late is given back when it comes. */
  async function connectAt(from: pg.Pool, position: Position): Promise<pg.PoolClient> {
    const deadline_ms = performance.now() + WAIT_MS
    const coming = (async () => {
      const client = await from.connect()
      try {
        await reach(client, position, deadline_ms)
        return client
      } catch (e) {
        client.release(!isLate(e))
        throw e
      }
    })()
    const over = new AbortController()
    const late = sleep(WAIT_MS + PAUSE_MS, undefined, { signal: over.signal }).then(() => {
      coming.then((client) => client.release()).catch(() => undefined)
      throw new Late('it does not answer in time')
    })
    try {
      return await Promise.race([coming, late])
    } finally {
      over.abort()
      late.catch(() => undefined)
    }
  }

  return {
    location,
    facts: () => ({ state, lag_s }),
    leaveOut: (error: unknown) => become(isLate(error) ? 'behind' : 'gone', errorText(error)),
    /** The database as it was at this position or later; throws where the replica is not there in time. */
    async at(position: Position): Promise<ReplicaDb> {
      const first = await connectAt(pool, position)
      first.release()
      const db: Kysely<Tables> = new Kysely({ dialect: dialectOf(pool, () => connectAt(pool, position)) })
      const readAs: ReadAs = (who) =>
        readAsOn && readerPool ? readAsOn(who, () => connectAt(readerPool, position)) : db
      return { db, readAs }
    },
    async probe(primary_now: Date, history: string) {
      let facts: ReplicaFacts
      try {
        const client = await pool.connect()
        try {
          facts = await factsOf(client)
        } finally {
          client.release()
        }
      } catch (e) {
        lag_s = undefined
        return become('gone', errorText(e))
      }
      lag_s = facts.at ? Math.max(0, (primary_now.getTime() - facts.at.getTime()) / 1000) : undefined
      if (!facts.is_replica) return become('promoted')
      if (facts.history !== null && facts.history !== history) return become('foreign')
      return become(lag_s !== undefined && lag_s <= MOST_LAG_S ? 'serving' : 'behind')
    },
    close: async () => void (await Promise.all([pool.end(), readerPool?.end()])),
  }
}

function dialectOf({ options }: pg.Pool, connect: () => Promise<pg.PoolClient>) {
  return new PostgresDialect({ pool: { options, connect, end: async () => {} } })
}

/** Host and port, for logs and metrics: an address has a password. */
function hostOf(url: string): string {
  const { host, searchParams } = new URL(url)
  const folder = searchParams.get('host')
  return folder ? `${folder}:${searchParams.get('port') ?? 5432}` : host
}
