import { createHash } from 'node:crypto'
import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import type { Tables } from './tables.ts'

export interface ReaderAddress {
  url: string
  key: Buffer
  /**
   * True where it connects as the reading role itself; otherwise it has switched to it, and a statement could switch
   * back.
   */
  is_login: boolean
}

/** The reader: a user in a session, which single sign-on binds to one account. */
export interface Reader {
  user_id: number
  sso_owner_id: number | null
}
export type ReadAs = (reader: Reader) => Kysely<Tables>
/** With another way to get a connection of the pool. */
type ReadAsBy = (reader: Reader, take?: () => Promise<pg.PoolClient>) => Kysely<Tables>

/** Sets the role too: a statement that has left it must not affect the next one. */
const BECOME = `/* become_reader */ select set_config('role', null, false), become_reader($1, $2, $3)`

/**
 * The database as one session may read it: a role that may only select, and sees no row of other accounts. The reader
 * is set again for every connection taken from the pool, with a proof that no statement can make for another user.
 */
export function openReader(pool: pg.Pool, { key, is_login }: ReaderAddress): ReadAsBy {
  const pids = new WeakMap<pg.PoolClient, number>()

  async function pidOf(client: pg.PoolClient): Promise<number> {
    const known = pids.get(client)
    if (known !== undefined) return known
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    const pid = rows[0]?.pid ?? 0
    pids.set(client, pid)
    return pid
  }

  async function connectAs(
    { user_id, sso_owner_id }: Reader,
    take: () => Promise<pg.PoolClient>,
  ): Promise<pg.PoolClient> {
    const client = await take()
    try {
      const proof = createHash('sha256')
        .update(key)
        .update(`${await pidOf(client)};${user_id};${sso_owner_id ?? ''}`)
        .update(key)
        .digest('hex')
      await client.query(BECOME, [user_id, sso_owner_id, proof])
      return client
    } catch (e) {
      client.release(true)
      throw e
    }
  }

  return (reader, take = () => pool.connect()) => {
    const { options } = pool
    const fresh = () => connectAs(reader, take)
    const connect = is_login ? keepAMoment(fresh) : fresh
    return new Kysely({ dialect: new PostgresDialect({ pool: { options, connect, end: async () => {} } }) })
  }
}

/** The next query of a request follows at once: it gets the same connection again, without setting the reader again. */
function keepAMoment(connect: () => Promise<pg.PoolClient>): () => Promise<pg.PoolClient> {
  let stored: { client: pg.PoolClient; timer: NodeJS.Immediate } | undefined

  function takeIdle(): pg.PoolClient | undefined {
    if (!stored) return undefined
    const { client, timer } = stored
    clearImmediate(timer)
    stored = undefined
    return client
  }

  return async () => {
    const client = takeIdle() ?? (await connect())
    const giveBack = client.release.bind(client)
    client.release = (error) => {
      client.release = giveBack
      // A failed connection, or a second one beside it, is released as usual.
      if (error || stored) return giveBack(error)
      const end = () => {
        stored = undefined
        giveBack()
      }
      stored = { client, timer: setImmediate(end) }
    }
    return client
  }
}
