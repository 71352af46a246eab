import { errorCode } from './error-code.ts'

const SYSTEM = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]
/**
 * Broken connections, too few resources, a server that stops or starts (classes 08, 53 and 57) or is read-only, a lock
 * that could not be taken in time, and transactions PostgreSQL aborted in favour of others.
 */
const STATES = /^(08\w{3}|53\w{3}|57(014|P\d\d)|25006|55P03|40001|40P01)$/
/** Messages the pool and the client throw without a code. */
const WORDS =
  /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Cannot use a pool after calling end|Query read timeout)/

/** True where the database was out of reach or too busy, so that the same request may succeed a little later. */
export function isUnavailable(error: unknown): boolean {
  const code = errorCode(error)
  if (code !== undefined && (SYSTEM.includes(code) || STATES.test(code))) return true
  return error instanceof Error && WORDS.test(error.message)
}
