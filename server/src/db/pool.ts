import pg from 'pg'
import { dropSilent, KEEP_ALIVE_MS } from './drop-silent.ts'
import type { Log } from './log.ts'
import { PrimaryClient } from './primary-client.ts'

const INT8 = 20
const INT8_ARRAY: number = 1016
const DATE = 1082
const NAME = /^\s*\/\* (\w+) \*\//
const STATEMENT_MS = 5000

/** Connections of one process. */
export const POOL = 10

/** Every wait has an end, so one stuck query or lock cannot take the whole server with it. */
export function createPool(url: string, log: Log, max = POOL, to: 'primary' | 'any' = 'primary'): pg.Pool {
  const pool = new pg.Pool({
    max,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    connectionTimeoutMillis: 2000,
    statement_timeout: STATEMENT_MS,
    // PostgreSQL ends a statement at its own limit; an answer that is missing a second later will never come.
    query_timeout: STATEMENT_MS + 1000,
    lock_timeout: 2000,
    idle_in_transaction_session_timeout: 10_000,
    application_name: 'portico',
    types: { getTypeParser },
    connectionString: url,
    Client: PrimaryClient,
    onConnect: (client) => to === 'primary' && client instanceof PrimaryClient && client.requirePrimary(),
  })
  // Without a listener Node ends the process when an idle connection breaks.
  pool.on('error', (e) => pool.ending || log.warn({ reason: e.message }, 'idle database connection broke'))
  pool.on('connect', (client) => {
    client.on('error', () => undefined)
    prepareNamed(client)
  })
  dropSilent(pool, log)
  return pool
}

/**
 * A statement that begins with its name in a comment is parsed and planned once per connection: for the statements of
 * every call.
 */
function prepareNamed(client: pg.ClientBase) {
  const query: (...args: unknown[]) => unknown = client.query.bind(client)
  const named = (...args: unknown[]) => {
    const [text, values] = args
    const [, name] = (args.length === 2 && typeof text === 'string' && NAME.exec(text)) || []
    return name ? query({ name, text, values }) : query(...args)
  }
  client.query = named as typeof client.query
}

function getTypeParser(oid: number, format?: 'text' | 'binary') {
  if (format === 'binary') return pg.types.getTypeParser(oid, format)
  if (oid === INT8) return safeInteger
  if (oid === INT8_ARRAY) return integerArray
  // A day has no hour: as a Date it would shift with the time zone of the machine.
  if (oid === DATE) return String
  return pg.types.getTypeParser(oid, format)
}

/** Money is micros in int8; a silently rounded amount would be worse than a failed request. */
function safeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} does not fit a JavaScript number`)
  return value
}

function integerArray(text: string): (number | null)[] {
  const entries: (string | null)[] = pg.types.getTypeParser(INT8_ARRAY)(text)
  return entries.map((entry) => (entry === null ? null : safeInteger(entry)))
}
