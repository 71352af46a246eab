import { normaliseEmail } from '@portico/contract/rules.ts'
import type { Callers } from '#access/index.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { addressBlock, limitKey } from '#http/limits.ts'
import { countUse } from '#http/limits-store.ts'
import type { Authenticate } from '../gate.ts'
import { isUsedUp } from './failure-store.ts'

const FAILURES_A_MINUTE = 20
const MINUTE_MS = 60_000
const KNOWN_MS = 10 * MINUTE_MS
const KNOWN_MAX = 50_000

/**
 * Returns the caller; undefined for an unknown login, a wrong password and a login that is off alike. After twenty failures in a
 * minute, from an address or at a login, no password is tried for unknown pairs of address and login. A pair that has succeeded
 * before is not locked out by others who guess.
 */
export function openAuthentication(ctx: Pick<Ctx, 'db' | 'clock' | 'keys'>, callers: Callers): Authenticate {
  const known = new Map<string, number>()
  let failures = { window_ms: 0, by_key: new Map<string, number>() }

  /** Failures above the bound are not written: a program with an old password must not keep the database busy. */
  const isWorthCounting = (key: string, window_ms: number) => {
    if (failures.window_ms !== window_ms) failures = { window_ms, by_key: new Map() }
    const count = (failures.by_key.get(key) ?? 0) + 1
    failures.by_key.set(key, count)
    return count <= FAILURES_A_MINUTE
  }
  const remember = (pair: string, now_ms: number) => {
    if (known.size >= KNOWN_MAX) known.clear()
    known.set(pair, now_ms + KNOWN_MS)
  }
  return async (header, ip, onWrong) => {
    const given = readCredentials(header)
    const login = normaliseEmail(given?.login ?? '').slice(0, 300)
    const now_ms = ctx.clock.now().getTime()
    const window_start = new Date(now_ms - (now_ms % MINUTE_MS))
    const counters = () => [
      limitKey(ctx, { name: 'gateway-ip' }, addressBlock(ip)),
      ...(login ? [limitKey(ctx, { name: 'gateway-login' }, login)] : []),
    ]
    const pair = `${addressBlock(ip)} ${login}`
    const is_known = (known.get(pair) ?? 0) > now_ms
    if (!is_known && (await isUsedUp(ctx.db, counters(), window_start, FAILURES_A_MINUTE))) return undefined
    const caller = given && (await callers.find(login, given.password))
    if (caller && !caller.is_off) {
      if (!is_known) remember(pair, now_ms)
      return caller
    }
    if (login && !caller) onWrong?.(login)
    for (const key of counters())
      if (isWorthCounting(key, window_start.getTime())) await countUse(ctx.db, key, window_start)
    return undefined
  }
}

const LONGEST = 1000

/** Parses a Basic header; the password may hold colons, the login may not. */
export function readCredentials(header: string | undefined): { login: string; password: string } | undefined {
  if (!header || header.length > LONGEST) return undefined
  const [, encoded] = /^basic +([a-z0-9+/_-]+={0,2}) *$/i.exec(header) ?? []
  if (!encoded) return undefined
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  if (colon < 1 || text.includes('\0')) return undefined
  return { login: text.slice(0, colon), password: text.slice(colon + 1) }
}
