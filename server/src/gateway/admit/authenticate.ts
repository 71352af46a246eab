import { normaliseEmail } from '@portico/contract/rules.ts'
import { MINUTE_MS } from '@portico/contract/time.ts'
import { type ApiCaller, type Callers, keyPrefix, looksLikeKeySecret } from '#access/index.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { addressBlock, limitKey } from '#http/limits.ts'
import { countUse } from '#http/limits-store.ts'
import type { Authenticate } from '../gate.ts'
import { isUsedUp } from './failure-store.ts'

const FAILURES_A_MINUTE = 20
const KNOWN_MS = 10 * MINUTE_MS
const KNOWN_MAX = 50_000

/**
 * Returns the caller; undefined for an unknown login, a wrong password or key and a login that is off alike. After twenty failures in a
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
  /** Basic credentials may hold a key as the password; it has to be a key of that login. */
  const find = async (given: Credentials, login: string): Promise<Found> => {
    const secret = 'key' in given ? given.key : given.password
    if (!looksLikeKeySecret(secret)) return { caller: await callers.find(login, secret) }
    const key = await callers.findKey(secret)
    if (!key || ('login' in given && key.login !== login)) return NO_CALLER
    return { caller: key.caller, key }
  }
  return async (header, ip, onWrong) => {
    const given = readCredentials(header)
    const login = given && 'key' in given ? keyPrefix(given.key) : normaliseEmail(given?.login ?? '').slice(0, 300)
    const now_ms = ctx.clock.now().getTime()
    const window_start = new Date(now_ms - (now_ms % MINUTE_MS))
    const counters = () => [
      limitKey(ctx, { name: 'gateway-ip' }, addressBlock(ip)),
      ...(login ? [limitKey(ctx, { name: 'gateway-login' }, login)] : []),
    ]
    const pair = `${addressBlock(ip)} ${login}`
    const is_known = (known.get(pair) ?? 0) > now_ms
    if (!is_known && (await isUsedUp(ctx.db, counters(), window_start, FAILURES_A_MINUTE))) return undefined
    const { caller, key } = given ? await find(given, login) : NO_CALLER
    if (caller && !caller.is_off) {
      if (!is_known) remember(pair, now_ms)
      if (key) callers.keyUsed(key)
      return caller
    }
    // The login of a key that works is off; a key that was right but has ended is shown to its owner.
    if (!caller && key) onWrong?.(key.login, key)
    else if (!caller && login) onWrong?.(login)
    for (const counter of counters())
      if (isWorthCounting(counter, window_start.getTime())) await countUse(ctx.db, counter, window_start)
    return undefined
  }
}

const LONGEST = 1000

export type Credentials = { login: string; password: string } | { key: string }
interface Found {
  caller: ApiCaller | undefined
  /** Right, but without a caller where it works no longer. */
  key?: Awaited<ReturnType<Callers['findKey']>>
}
const NO_CALLER: Found = { caller: undefined }

/** Parses a Basic header, where the password may hold colons and the login may not, or the key of a Bearer header. */
export function readCredentials(header: string | undefined): Credentials | undefined {
  if (!header || header.length > LONGEST) return undefined
  const [, token] = /^bearer +(\S+) *$/i.exec(header) ?? []
  if (token) return looksLikeKeySecret(token) ? { key: token } : undefined
  const [, encoded] = /^basic +([a-z0-9+/_-]+={0,2}) *$/i.exec(header) ?? []
  if (!encoded) return undefined
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  if (colon < 1 || text.includes('\0')) return undefined
  const [login, password] = [text.slice(0, colon), text.slice(colon + 1)]
  return password === '' && looksLikeKeySecret(login) ? { key: login } : { login, password }
}
