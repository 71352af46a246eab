import { type IncomingHttpHeaders, request } from 'node:http'
import type { FieldSchema } from '@portico/contract/catalogue.ts'
import { requestAddress, requestBody } from '@portico/contract/request-address.ts'
import fc from 'fast-check'
import type { Entry, PlainEntry } from '#catalogue/index.ts'
import { openTestServer, type TestServer } from './upstream.ts'

/** A request as it is written on the wire. */
interface Written {
  method: string
  path: string
  headers: Record<string, string>
  body: Buffer
}

interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

export type PlainSold = Entry & { plain: PlainEntry }

export const isPlainSold = (entry: Entry): entry is PlainSold => entry.plain !== null && !entry.is_unpriced

type Echo = TestServer & { answerWith(answer: Answer): void }

/** A source that answers each request by its number, with bytes that no reader could have made itself. */
export async function openEcho(): Promise<Echo> {
  const server = await openTestServer(() => undefined)
  const answerWith = ({ status, headers, body }: Answer) =>
    server.setAnswer((_, response) => response.writeHead(status, headers).end(body))
  return { ...server, answerWith }
}

interface Sides {
  url: string
  authorization: string
  /** The operator's, which the source must get. */
  credentials: string
  /** The base path of the source. */
  base: string
}

/**
 * Calls an operation with a request made from its description and compares both sides byte for byte. Returns what differs; an empty
 * list means that neither the request nor the answer was changed. A sample that its own description refuses is completed first.
 */
export async function compareOnce(entry: PlainSold, echo: Echo, at: Sides): Promise<string[]> {
  const first = await compareWith(entry, echo, at, entry.sample)
  return first[0]?.startsWith('refused') ? compareWith(entry, echo, at, completed(entry)) : first
}

async function compareWith(
  entry: PlainSold,
  echo: Echo,
  { url, authorization, credentials, base }: Sides,
  task: Record<string, unknown>,
): Promise<string[]> {
  const params = Object.fromEntries(
    [...entry.path.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => [name, pathValue(entry.path_params[name])]),
  )
  const { headers, body } = partsOf(entry, task)
  const address = requestAddress(entry, params, task)
  const fill = (path: string) =>
    path.replaceAll(/\{([^{}]+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const [, query] = address.split(/(?=\?)/)
  const wanted = answerOf(entry)
  echo.answerWith(wanted)
  echo.received.length = 0
  const got = await send(url, {
    method: entry.http_method,
    path: address,
    headers: { ...headers, authorization },
    body,
  })
  const [seen, ...more] = echo.received
  if (!seen) return [`refused with ${got.status}: ${got.body.toString('utf8').slice(0, 200)}`]
  const sent_path = `${base}${fill(entry.upstream_path)}${query ?? ''}`
  const is = (name: string, here: unknown, there: unknown) => (here === there ? [] : [`${name}: ${here} → ${there}`])
  return [
    ...is('calls', 1, 1 + more.length),
    ...is('method', entry.http_method, seen.method),
    ...is('address', sent_path, seen.path),
    ...is('body', body.toString('latin1'), seen.body),
    ...Object.entries(headers).flatMap(([name, value]) => is(name, value, seen.headers[name])),
    ...is('credentials', credentials, seen.headers.authorization),
    ...is('status', wanted.status, got.status),
    ...is('answer', wanted.body.toString('latin1'), got.body.toString('latin1')),
    ...Object.entries(wanted.headers).flatMap(([name, value]) => is(`answer ${name}`, value, got.headers[name])),
  ]
}

const FORMATS: Record<string, string> = {
  uuid: '123e4567-e89b-12d3-a456-426614174000',
  date: '2026-01-31',
  'date-time': '2026-01-31T12:00:00Z',
  email: 'name@example.com',
  uri: 'https://example.com/',
  ipv4: '192.0.2.1',
  hostname: 'www.example.com',
}

/** A text that is safe in a path and fits the description. */
function pathValue({ enum: values, examples, type, format, pattern, minimum = 1, ...sizes }: FieldSchema = {}): string {
  const known = [...(values ?? []), ...(examples ?? [])].find((value) => /^[\w-]+$/.test(String(value)))
  if (known !== undefined) return String(known)
  if (type === 'integer' || type === 'number') return String(Math.max(1, minimum))
  if (type === 'boolean') return 'true'
  const { minLength = 1, maxLength = 200 } = sizes
  if (pattern !== undefined) return matching(pattern, minLength, maxLength)
  return FORMATS[format ?? ''] ?? 'Value-ü 1'.slice(0, maxLength).padEnd(minLength, 'x')
}

function matching(pattern: string, minLength: number, maxLength: number): string {
  const texts = fc.sample(fc.stringMatching(new RegExp(pattern)), { numRuns: 200, seed: 7 })
  const fits = (text: string) => text.length >= minLength && text.length <= maxLength && /^[\w-]+$/.test(text)
  return texts.find(fits) ?? texts[0] ?? ''
}

/** The sample with a part in each required list and map, which cannot be written empty in a query, and texts of the right form. */
function completed({ sample, schema }: PlainSold): Record<string, unknown> {
  const missing = (schema.required ?? []).filter((name) => {
    const { pattern, format } = schema.properties?.[name] ?? {}
    const value = sample[name]
    const is_empty = typeof value === 'object' && Object.keys(value ?? {}).length === 0
    return value === undefined || is_empty || pattern !== undefined || format !== undefined
  })
  return { ...sample, ...Object.fromEntries(missing.map((name) => [name, fieldValue(schema.properties?.[name])])) }
}

function fieldValue({ type, items, properties = {}, ...rest }: FieldSchema = {}): unknown {
  if (type === 'array') return [fieldValue(items)]
  if (type !== 'object')
    return type === 'boolean' ? true : type === 'string' ? pathValue(rest) : Number(pathValue({ type, ...rest }))
  const fields = Object.entries(properties).slice(0, 2)
  return fields.length > 0 ? Object.fromEntries(fields.map(([name, one]) => [name, fieldValue(one)])) : { a: 'b' }
}

function partsOf(entry: PlainSold, task: Record<string, unknown>): { headers: Record<string, string>; body: Buffer } {
  const { plain } = entry
  const selecting = plain.when.filter((one) => one.in === 'header').map(({ name, value = 'v' }) => [name, value])
  const headers = Object.fromEntries([
    ...plain.headers.filter((name) => !/^(accept|range|if-.*)$/.test(name)).map((name) => [name, `a; ${name}="1"`]),
    ...selecting,
  ])
  if (plain.body === 'bytes' && entry.http_method !== 'GET') {
    const type = plain.body_types[0] ?? 'application/octet-stream'
    const is_multipart = type.startsWith('multipart/')
    const text = is_multipart
      ? '--b0"1\r\ncontent-disposition: form-data; name="f"; filename="ü.bin"\r\n\r\n\0\x01\xff\r\n--b0"1--\r\n'
      : 'a=1&b=%20x\0\xff'
    const body = Buffer.from(text, 'latin1')
    return {
      headers: { ...headers, 'content-type': is_multipart ? `${type}; boundary="b0\\"1"` : concrete(type) },
      body,
    }
  }
  const json = plain.body === 'none' ? undefined : requestBody(entry, task)
  if (json === undefined) return { headers, body: Buffer.alloc(0) }
  const type = plain.body_types.find((one) => /json/.test(one)) ?? 'application/json'
  // Spaces and numbers as no serialiser writes them.
  return { headers: { ...headers, 'content-type': `${type}; charset=utf-8` }, body: Buffer.from(` ${json}\n`) }
}

function concrete(type: string): string {
  return type.replace(/^\*\/\*$/, 'application/x-any').replace('/*', '/x-any')
}

function answerOf({ plain }: PlainSold): Answer {
  const code = plain.statuses.find((one) => /^2\d\d$/.test(one)) ?? '200'
  const status = Number(code)
  const is_empty = status === 204 || status === 205
  const text = plain.is_json_answer ? '{ "n": 1.0e+2, "n": 12345678901234567890, "t": "\\u00fc" }' : '\0\x89PNG\r\n\xff'
  const named = plain.answer_headers
    .filter((name) => /^x-(?!amz|request-id|cost|balance|ratelimit)/.test(name))
    .slice(0, 3)
  return {
    status,
    headers: {
      ...Object.fromEntries(named.map((name) => [name, 'v; w="1"'])),
      ...(!is_empty && { 'content-type': plain.is_json_answer ? 'application/json; charset=utf-8' : 'image/x-odd' }),
    },
    body: is_empty ? Buffer.alloc(0) : Buffer.from(text, 'latin1'),
  }
}

/** Node's own client, which writes the address as it is given. */
async function send(url: string, { method, path, headers, body }: Written): Promise<Answer> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const call = request({ hostname, port, method, path, headers: { ...headers, 'content-length': body.length } })
    call.on('error', reject).on('response', (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', reject)
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      )
    })
    call.end(body)
  })
}
