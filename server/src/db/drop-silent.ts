import type { Socket } from 'node:net'
import type pg from 'pg'
import type { Log } from './log.ts'

/** After this long without a word the system asks the other end whether it is still there. */
export const KEEP_ALIVE_MS = 10_000
/** For what may take as long as it takes. */
export const NO_LIMIT_MS = 2 ** 31 - 1
const LIFTS_LIMIT = /\bset (local )?statement_timeout = 0\b/
const ENDS_LOCAL = /^\s*(commit|rollback)\b/i

type Connected = pg.ClientBase & { connection: { stream: Socket } }

/**
 * A connection whose other end is gone without a word (a failed-over host, a firewall that forgot it) answers nothing, for hours.
 * The first query that gets no answer in time closes it, and with it every idle connection of the pool, which most likely goes
 * the same way. Whoever lifts the time limit of PostgreSQL on a connection has none here either.
 */
export function dropSilent(pool: pg.Pool, log: Log): void {
  const idle = new Set<pg.ClientBase>()
  pool.on('acquire', (client) => idle.delete(client))
  pool.on('release', (error, client) => !error && idle.add(client))
  pool.on('remove', (client) => idle.delete(client))
  pool.on('connect', (client) => {
    const dropAll = () => {
      log.warn({ idle: idle.size }, 'a database connection does not answer, closing it and the idle ones')
      for (const one of [client, ...idle]) (one as Connected).connection.stream.destroy()
    }
    limitQueries(client, dropAll)
  })
}

function limitQueries(client: pg.ClientBase, onSilence: () => void) {
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
      if (isSilence(error)) onSilence()
      throw error
    })
  }
  client.query = limited as typeof client.query
}

function isSilence(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout'
}
