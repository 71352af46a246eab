import { gzipSync } from 'node:zlib'
import type { Entry } from '#catalogue/index.ts'
import { randomNumbers } from '#crypto/random.ts'

export interface FuzzedRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS'
  path: string
  headers: Record<string, string>
  body: Buffer | undefined
}

const NASTY = [
  '',
  ' ',
  '\u0000',
  '\ud83d',
  '😀',
  'é'.repeat(300),
  '../../etc/passwd',
  "'; drop table users; --",
  '#{7*7}',
  '<script>',
  '%00',
  '$id',
  'a'.repeat(5000),
  'http://127.0.0.1:22/',
  'javascript:alert(1)',
  '__proto__',
  'constructor',
  '1e309',
  'NaN',
  '-0',
]
const VALUES = [null, true, false, 0, -1, 1e308, -1e308, 0.1, 2 ** 53, [], {}, [[]], [null], { a: null }, ...NASTY]
const METHODS = ['GET', 'POST', 'POST', 'POST', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

/** Requests from nearly valid to nonsense, repeatable by seed. */
export function createFuzz(seed: number, entries: readonly Entry[], authorization: string) {
  const next = randomNumbers(seed)
  const below = (count: number) => Math.floor(next() * count)
  const chance = (share: number) => next() < share
  const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T
  const bytes = (count: number) => Buffer.from(Array.from({ length: count }, () => below(256)))

  function spoil(task: Record<string, unknown>): unknown {
    const spoilt: Record<string, unknown> = { ...task }
    const names = [
      ...Object.keys(task),
      'tag',
      'depth',
      'limit',
      'priority',
      'pingback_url',
      'id',
      'filters',
      pick(NASTY),
    ]
    for (let at = below(4); at > 0; at -= 1)
      Object.defineProperty(spoilt, pick(names), { value: pick(VALUES), enumerable: true, configurable: true })
    if (chance(0.05)) return pick(VALUES)
    if (chance(0.05)) return nest(below(2000))
    return spoilt
  }
  const nest = (depth: number) => {
    let value: unknown = 'deep'
    for (let at = 0; at < depth; at += 1) value = chance(0.5) ? [value] : { a: value }
    return value
  }

  function pathOf(entry: Entry): string {
    const id = () =>
      chance(0.5) ? '03021000-0000-0066-0000-5f2a1c9be001' : encodeURIComponent(pick(NASTY).toWellFormed())
    let path = entry.path.replaceAll(/\{[^}]+\}/g, id)
    if (chance(0.1)) path = path.replace('/', '//')
    if (chance(0.1))
      path += pick([
        '.ai',
        '/',
        '.ai/',
        '/..',
        '?x=1&x=2&%',
        '%',
        '%2e%2e',
        ';a=b',
        `?limit=${pick(NASTY).toWellFormed()}`,
      ])
    if (chance(0.05)) path = `/v3/${encodeURIComponent(pick(NASTY).toWellFormed())}/live`
    return (chance(0.2) ? `/sandbox${path}` : path).replaceAll(/[\s\p{Cc}]/gu, '%20')
  }

  function bodyOf(entry: Entry): Buffer | undefined {
    if (chance(0.05)) return undefined
    if (chance(0.05)) return bytes(below(2000))
    if (chance(0.05))
      return Buffer.from(
        pick(['', '[', '{}', '[]', 'null', '"x"', '1', '[{]', '{"0":{}}', '[[[[', '[null]', '{"a":1,"a":2}']),
      )
    const count = chance(0.8) ? 1 : below(120)
    const tasks = Array.from({ length: count }, () => (chance(0.4) ? entry.sample : spoil(entry.sample)))
    const text = JSON.stringify(chance(0.1) ? tasks[0] : tasks) ?? ''
    return Buffer.from(chance(0.05) ? text.slice(0, below(text.length)) : text)
  }

  return (): FuzzedRequest => {
    const entry = pick(entries)
    const method = chance(0.8) ? (entry.http_method === 'GET' ? 'GET' : 'POST') : pick(METHODS)
    const headers: Record<string, string> = {}
    if (chance(0.97)) headers.authorization = authorization
    else if (chance(0.5))
      headers.authorization = pick(['Basic', 'Basic %%%', 'Bearer x', `Basic ${bytes(20).toString('base64')}`])
    if (chance(0.8))
      headers['content-type'] = pick(['application/json', 'text/plain', 'application/xml', 'a/b; c=d', 'nonsense'])
    if (chance(0.05)) headers['idempotency-key'] = pick(['k', 'k', 'x'.repeat(300), '~'])
    if (chance(0.05)) headers['x-max-cost'] = pick(['0.01', '1e9', '-1', 'free', '99999999999', '0.0000001'])
    if (chance(0.05)) headers['accept-encoding'] = pick(['gzip', 'br', '*', 'gzip;q=0'])
    let body = method === 'GET' && chance(0.95) ? undefined : bodyOf(entry)
    if (body && chance(0.05)) {
      headers['content-encoding'] = pick(['gzip', 'br', 'deflate', 'nonsense', 'identity'])
      if (chance(0.5)) body = gzipSync(body)
    }
    return { method, path: pathOf(entry), headers, body }
  }
}

/** Describes the fault of a response, undefined if it has none. */
export function faultOf(status: number, text: string): string | undefined {
  if (![200, 204, 401, 402, 404, 409].includes(status)) return `status ${status}`
  if (status === 204) return undefined
  if (/\bat .+\.[tj]s:\d+|\bselect .* from\b|\bpg_|syntax error|ECONN|node_modules/i.test(text))
    return 'tells internals'
  const body: Record<string, unknown> = JSON.parse(text)
  if (!Number.isInteger(body.status_code) || typeof body.status_message !== 'string') return 'no status'
  if ('items' in body)
    return Array.isArray(body.items) && !body.items.includes(null) ? undefined : 'a flat answer without items'
  const fields = ['version', 'status_code', 'status_message', 'time', 'cost', 'tasks_count', 'tasks_error', 'tasks']
  return fields.every((field) => field in body) ? undefined : 'an incomplete envelope'
}
