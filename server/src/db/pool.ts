import pg from 'pg'
import { dropSilent, KEEP_ALIVE_MS } from './drop-silent.ts'
import type { Log } from './log.ts'
import { PrimaryClient } from './primary-client.ts'

const INT8 = 20
const INT8_ARRAY: number = 1016
const DATE = 1082
const NAME = /^\s*\/\* (\w+) \*\//
const STATEMENT_MS = 5000
const LOCK_MS = 2000
const CONNECT_MS = 2000
const IDLE_MS = 10_000

/** Connections of one process. */
export const POOL = 10

export interface PoolOptions {
  to?: 'primary' | 'any'
  /** Replaces every limit of a wait: tests on a busy machine wait longer. */
  waits_ms?: number | undefined
}

/** Every wait has an end, so one stuck query or lock cannot take the whole server with it. */
export function createPool(url: string, log: Log, max = POOL, { to = 'primary', waits_ms }: PoolOptions = {}): pg.Pool {
  const statement_ms = waits_ms ?? STATEMENT_MS
  const pool = new pg.Pool({
    max,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    connectionTimeoutMillis: waits_ms ?? CONNECT_MS,
    statement_timeout: statement_ms,
    // PostgreSQL ends a statement at its own limit; an answer that is missing a second later will never come.
    query_timeout: statement_ms + 1000,
    lock_timeout: waits_ms ?? LOCK_MS,
    idle_in_transaction_session_timeout: waits_ms ?? IDLE_MS,
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
