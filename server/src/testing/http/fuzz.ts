import { randomNumbers } from '#crypto/random.ts'
import type { EndpointRequest } from './endpoints.ts'
import { ADDRESSES, COOKIES, KEYS, KNOWN, NUMBERS, TEXTS, VALUES } from './fuzz-values.ts'

export const ACTORS = ['anonymous', 'owner', 'member'] as const
export type Actor = (typeof ACTORS)[number]

export interface FuzzedRequest {
  actor: Actor
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE'
  path: string
  headers: Record<string, string>
  /** Cookies sent in addition to those of the actor's browser. */
  cookies: Record<string, string>
  body: string | undefined
}

interface Def {
  type: string
  [part: string]: unknown
}
type Schema = { _zod: { def: Def } }

/** Called without a session only, as they would end the sessions of the other actors. */
const ENDING =
  /signout|end-other-sessions|end-session|profile\/password|team\/remove|login-off|team\/role|language|active-login/

/** Requests to the dashboard from nearly valid to nonsense, repeatable by seed. */
export function createFuzz(seed: number, endpoints: readonly EndpointRequest[], known: Record<string, unknown[]> = {}) {
  const next = randomNumbers(seed)
  const below = (count: number) => Math.floor(next() * count)
  const chance = (share: number) => next() < share
  const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T
  const targets = endpoints.filter(({ caller }) => caller !== 'operator' || chance(0.2))

  /** A value that the schema probably accepts. */
  function sample({ _zod: { def } }: Schema, name: string): unknown {
    const hints = [...(known[name] ?? []), ...(KNOWN[name] ?? [])]
    if (hints.length > 0 && chance(0.8)) return pick(hints)
    const inner = () => sample((def.innerType ?? def.element ?? def.in) as Schema, name)
    switch (def.type) {
      case 'object':
        return fields(def.shape as Record<string, Schema>)
      case 'array':
        return Array.from({ length: below(4) }, inner)
      case 'optional':
      case 'nullable':
      case 'default':
        return chance(0.5) ? inner() : def.type === 'nullable' ? null : undefined
      case 'pipe':
        return inner()
      case 'union':
        return sample(pick(def.options as Schema[]), name)
      case 'enum':
        return pick(Object.values(def.entries as Record<string, unknown>))
      case 'literal':
        return pick(def.values as unknown[])
      case 'boolean':
        return chance(0.5)
      case 'number':
        return pick(NUMBERS)
      case 'null':
        return null
      case 'string':
        return chance(0.7) ? `some ${name}` : pick(TEXTS)
      default:
        return pick(VALUES)
    }
  }
  function fields(shape: Record<string, Schema>): Record<string, unknown> {
    return Object.fromEntries(Object.entries(shape).map(([name, part]) => [name, sample(part, name)]))
  }

  function spoil(value: unknown): unknown {
    if (typeof value !== 'object' || value === null || chance(0.2)) return pick(VALUES)
    if (Array.isArray(value))
      return value.length > 0 ? value.map((part) => (chance(0.5) ? spoil(part) : part)) : [pick(VALUES)]
    const spoilt: Record<string, unknown> = { ...value }
    const names = Object.keys(spoilt)
    for (let at = 1 + below(2); at > 0; at -= 1) {
      const name = names.length > 0 && chance(0.8) ? pick(names) : pick(KEYS)
      const worse = chance(0.1) ? undefined : spoil(spoilt[name])
      Object.defineProperty(spoilt, name, { value: worse, enumerable: true, configurable: true, writable: true })
    }
    return spoilt
  }
  function nest(depth: number): unknown {
    let value: unknown = 'deep'
    for (let at = 0; at < depth; at += 1) value = chance(0.5) ? [value] : { a: value }
    return value
  }

  function bodyOf(input: unknown): string | undefined {
    if (chance(0.03))
      return pick(['', '{', '[]', 'null', '"x"', '1', '{"a":1,"a":2}', '{"__proto__":{"a":1}}', '\u0000'])
    if (chance(0.02)) return JSON.stringify(nest(below(3_000)))
    if (chance(0.02)) return `[${'[],'.repeat(below(30_000))}[]]`
    if (chance(0.02)) return JSON.stringify({ email: '\u0300'.repeat(below(80_000)) })
    const text = JSON.stringify(input) ?? ''
    if (chance(0.02)) return text.slice(0, below(text.length))
    // The same names again, with other values.
    return chance(0.02) ? text.replace(/}$/, `,${JSON.stringify(spoil(input)).slice(1)}`) : text
  }
  function queryOf(input: unknown): string {
    const pairs = typeof input === 'object' && input !== null ? Object.entries(input) : []
    const parts = pairs.flatMap(([name, value]) => (value === undefined ? [] : [`${escaped(name)}=${escaped(value)}`]))
    if (chance(0.05)) parts.push(pick([...parts, 'x', '=', '%', 'a[]=1', 'a[b]=1', '%ED%A0%80=1', '__proto__=1']))
    return parts.length > 0 ? `?${parts.join('&')}` : ''
  }
  const escaped = (value: unknown) =>
    chance(0.02) ? pick(['%', '%00', '%ED%A0%80', '%C0%AE', '+']) : encodeURIComponent(asText(value).toWellFormed())

  function cookies(): Record<string, string> {
    if (chance(0.9)) return {}
    return { [pick(COOKIES)]: encodeURIComponent(pick(TEXTS).toWellFormed()).slice(0, 2_000) }
  }
  function headers(): Record<string, string> {
    const sent: Record<string, string> = { 'x-forwarded-for': `10.${below(256)}.${below(256)}.${below(256)}` }
    if (chance(0.02))
      sent['x-forwarded-for'] = pick(['unknown', '1.2.3.4:5', '[::1]:9', ',,', '::ffff:1.2.3.4', 'x'.repeat(900)])
    if (chance(0.02)) sent['accept-language'] = pick(['*', 'de;q=x', 'xx,,;;', 'a'.repeat(900)])
    if (chance(0.02))
      sent['content-type'] = pick(['text/plain', 'application/xml', 'nonsense', 'application/json; charset=utf-7'])
    if (chance(0.01)) sent['content-encoding'] = pick(['gzip', 'br', 'nonsense'])
    if (chance(0.01)) sent['x-xsrf-token'] = pick(['', 'x', 'x.y', '%00'])
    if (chance(0.01)) sent.origin = pick(['null', 'http://evil.example', 'x', 'http://['])
    return sent
  }

  function page(): FuzzedRequest {
    const path = pick(ADDRESSES).replaceAll('{}', () => escaped(pick(TEXTS)).slice(0, 1_500))
    const is_form = path.startsWith('/unsubscribe/') && chance(0.5)
    return {
      actor: pick(ACTORS),
      method: is_form ? 'POST' : chance(0.9) ? 'GET' : pick(['HEAD', 'POST', 'PUT', 'DELETE']),
      path,
      headers: { ...headers(), ...(is_form && { 'content-type': 'application/x-www-form-urlencoded' }) },
      cookies: cookies(),
      body: is_form ? pick(['List-Unsubscribe=One-Click', '', 'x'.repeat(3_000)]) : undefined,
    }
  }

  return (): FuzzedRequest => {
    if (chance(0.15)) return page()
    const endpoint = pick(targets)
    const right = sample(endpoint.input as unknown as Schema, '')
    const input = chance(0.5) ? right : spoil(right)
    const method = chance(0.98) ? endpoint.method : pick(['GET', 'POST', 'PUT', 'DELETE'] as const)
    const is_read = method === 'GET' || method === 'DELETE'
    return {
      actor: ENDING.test(endpoint.path) ? 'anonymous' : pick(ACTORS),
      method,
      path: is_read ? `${endpoint.path}${queryOf(input)}` : endpoint.path,
      headers: headers(),
      cookies: cookies(),
      body: is_read ? undefined : bodyOf(input),
    }
  }
}

function asText(value: unknown): string {
  return typeof value === 'object' && value !== null ? (JSON.stringify(value) ?? '') : String(value)
}

/** Describes the fault of a response, undefined if it has none. */
export function faultOf(status: number, text: string): string | undefined {
  if (status >= 500) return `status ${status}`
  return /\bat .+\.[tj]s:\d+|\bselect .* from "|\bpg_|syntax error at|ECONN|node_modules/i.test(text)
    ? 'tells internals'
    : undefined
}
