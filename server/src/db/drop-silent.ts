import type { Socket } from 'node:net'
import type pg from 'pg'
import { errorCode } from './error-code.ts'
import { FULL, noteFull } from './full-disk.ts'
import type { Log } from './log.ts'
import { READ_ONLY } from './primary-client.ts'

/** After this long without traffic the operating system sends a keep-alive probe. */
export const KEEP_ALIVE_MS = 10_000
/** For statements without a time limit. */
export const NO_LIMIT_MS = 2 ** 31 - 1
const LIFTS_LIMIT = /\bset (local )?statement_timeout = 0\b/
const ENDS_LOCAL = /^\s*(commit|rollback)\b/i

type Connected = pg.ClientBase & { connection: { stream: Socket } }

/**
 * A connection whose other end has vanished (a failed-over host, a firewall that dropped it) stays silent for hours.
 * The first query without an answer in time closes it, and with it every idle connection of the pool, which most likely
 * takes the same route. So does a refused write: that server is no longer the primary, and a new connection finds the
 * one that is. A statement without PostgreSQL's time limit has none here either.
 */
export function dropSilent(pool: pg.Pool, log: Log): void {
  const idle = new Set<pg.ClientBase>()
  pool.on('acquire', (client) => idle.delete(client))
  pool.on('release', (error, client) => !error && idle.add(client))
  pool.on('remove', (client) => idle.delete(client))
  pool.on('connect', (client) => {
    const dropAll = (reason: string) => {
      log.warn({ idle: idle.size }, `${reason}, closing its connection and the idle ones`)
      for (const one of [client, ...idle]) (one as Connected).connection.stream.destroy()
    }
    limitQueries(client, dropAll, () => noteFull(pool))
  })
}

function limitQueries(client: pg.ClientBase, onLost: (reason: string) => void, onFull: () => void) {
  const query: (...args: unknown[]) => unknown = client.query.bind(client)
  // With `local` until the transaction ends; without it for as long as the connection lives.
  const lifted = { local: false, session: false }
  const limited = (...args: unknown[]) => {
    const [first, values, ...rest] = args
    const text = typeof first === 'string' ? first : ''
    const lifts = LIFTS_LIMIT.exec(text)
    if (lifts) lifted[lifts[1] ? 'local' : 'session'] = true
    else if (ENDS_LOCAL.test(text)) lifted.local = false
    const is_unlimited = lifted.local || lifted.session
    const result =
      is_unlimited && text !== '' ? query({ text, query_timeout: NO_LIMIT_MS }, values, ...rest) : query(...args)
    if (!(result instanceof Promise)) return result
    return result.catch((error) => {
      if (isSilence(error)) onLost('the database does not answer')
      else if (errorCode(error) === READ_ONLY) onLost('the database takes no writes')
      else if (errorCode(error) === FULL) onFull()
      throw error
    })
  }
  client.query = limited as typeof client.query
}

function isSilence(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout'
}
