// Measures the processor time of one body on the server's thread (`npm run prove -- gateway-bodies 10`: requests of each case), on a real server: hostile
// bodies of one megabyte, and small ones that unpack to ten, stay below 50 ms.
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { createPool } from '../../server/src/db/pool.ts'
import { DEMO, LIVE, POST, readAuthorization } from '../gateway-client.ts'
import { freshFolder, runServer } from '../run-server.ts'

const ROUNDS = Number(process.argv[2] ?? 10)
const MOST_MS = 50
const MB = 1_000_000
const KEYWORDS = '/sandbox/v3/keywords_data/google_ads/search_volume/task_post'
const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

const list = (parts: string[]) => `[${parts.join()}]`
const repeat = (part: string, bytes: number) => list(Array(Math.floor(bytes / (part.length + 1))).fill(part))
const numbered = (count: number, make: (at: number) => string) => Array.from({ length: count }, (_, at) => make(at))
const task = { keyword: 'standing desk', location_code: 2840, language_code: 'en' }
const tasks = (fields: Record<string, unknown>, count = 1) => JSON.stringify(Array(count).fill({ ...task, ...fields }))

interface Case {
  path: string
  body: string
  pack?: 'gzip' | 'br'
  headers?: Record<string, string>
  /** As large as its kind may be: reported without a limit. */
  is_large?: boolean
}

const CASES: Record<string, Case> = {
  'an ordinary call': { path: `/sandbox${LIVE}`, body: tasks({}) },
  'lists, 1 MB': { path: POST, body: repeat('[]', MB) },
  'maps, 1 MB': { path: POST, body: repeat('{}', MB) },
  'numbers, 1 MB': { path: POST, body: repeat('1', MB) },
  'as many values as may be, 1 MB': { path: POST, body: list(numbered(119_990, () => '"abc"')) },
  'as many lists as may be': { path: POST, body: `[{"keyword":${list(Array(119_980).fill('[]'))}}]` },
  'maps of one name each, 1 MB': { path: POST, body: list(numbered(49_000, (at) => `{"name${at}":1}`)) },
  'as many names as may be': { path: POST, body: list(numbered(5_900, (at) => `{"name${at}":1}`)) },
  'as many names as may be in one map': { path: POST, body: `[{${numbered(5_900, (at) => `"n${at}":1`).join()}}]` },
  'as many numbers as names as may be': {
    path: POST,
    body: `[{${numbered(5_900, (at) => `"${at * 4099}":1`).join()}}]`,
  },
  'one map, names, 1 MB': { path: POST, body: `[{${numbered(80_000, (at) => `"n${at}":1`).join()}}]` },
  'maps of a thousand names, 1 MB': {
    path: POST,
    body: list(numbered(70, (of) => `{${numbered(1000, (at) => `"n${of * 1000 + at}":1`).join()}}`)),
  },
  'numbers as names, 1 MB': {
    path: POST,
    body: list(numbered(60, (of) => `{${numbered(1000, (at) => `"${(of * 1000 + at) * 4099}":1`).join()}}`)),
  },
  'nesting, 1 MB': { path: POST, body: '['.repeat(MB) },
  'nesting as deep as may be, 1 MB': {
    path: POST,
    body: repeat(`${'['.repeat(60)}${']'.repeat(60)}`, MB / 5),
  },
  'one string, 1 MB': { path: POST, body: tasks({ keyword: 'a'.repeat(MB) }) },
  'one string in other letters, 1 MB': { path: POST, body: tasks({ keyword: 'ж'.repeat(MB / 2) }) },
  'escapes, 1 MB': { path: POST, body: `[{"keyword":"${'\\u0416'.repeat(MB / 6)}"}]` },
  'quotes, 1 MB': { path: POST, body: `[{"keyword":"${'\\"'.repeat(MB / 2)}"}]` },
  'suspicious values, 1 MB': { path: POST, body: list(numbered(119_000, () => '"\\u00e9"')) },
  'a number, 1 MB': { path: POST, body: `[${'7'.repeat(MB)}]` },
  'blanks, 1 MB': { path: POST, body: ' '.repeat(MB) },
  'a hundred refused tasks, 1 MB': { path: POST, body: tasks({ keyword: 'a'.repeat(9_800) }, 100) },
  'unknown fields, 1 MB': {
    path: '/v3/appendix/webhook_resend',
    body: list(numbered(3, (of) => `{${numbered(900, (at) => `"n${of}_${at}":1`).join()}}`)),
  },
  'the same under a key, 1 MB': {
    path: POST,
    body: tasks({ keyword: 'a'.repeat(9_800) }, 100),
    headers: { 'idempotency-key': 'k' },
  },
  'many values under a key': {
    path: POST,
    body: `[{"keyword":"a","more":${list(numbered(19_000, (at) => `"${at}"`))}}]`,
    headers: { 'idempotency-key': 'k' },
  },
  'gzip, 10 MB of lists': { path: POST, body: repeat('[]', 10 * MB), pack: 'gzip' },
  'gzip, 10 MB of one string': { path: POST, body: `[{"keyword":"${'a'.repeat(10 * MB)}"}]`, pack: 'gzip' },
  'gzip, 10 MB of blanks': { path: POST, body: ' '.repeat(10 * MB), pack: 'gzip' },
  'gzip, 10 MB of digits': { path: POST, body: '7'.repeat(10 * MB), pack: 'gzip' },
  'gzip, 10 MB within the ratio': {
    path: POST,
    body: `[{"keyword":"${numbered(100_000, (at) => `${at} `.padEnd(99, 'a')).join('')}"}]`,
    pack: 'gzip',
    is_large: true,
  },
  'gzip, 300 MB': { path: POST, body: ' '.repeat(300 * MB), pack: 'gzip' },
  'brotli, 10 MB of lists': { path: POST, body: repeat('[]', 10 * MB), pack: 'br' },
  'gzip, 10 MB to a small call': { path: '/v3/serp/id_list', body: repeat('[]', 10 * MB), pack: 'gzip' },
  'honest: 100 tasks × 1,000 keywords, 8 MB': {
    path: KEYWORDS,
    body: JSON.stringify(
      Array(100).fill({
        keywords: numbered(1000, (at) => `keyword number ${at} `.padEnd(79, 'x')),
        location_code: 2840,
        language_code: 'en',
      }),
    ),
    is_large: true,
  },
}

/** Processor time of the main thread. */
function threadMs(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
}

const DATA_DIR = freshFolder()
const server = await runServer({ DATA_DIR, BOT_CHECK: 'off', NODE_ENV: 'development', TASK_DELAY_MS: '600000' })
const dear: string[] = []
try {
  await server.operator('credit', DEMO.email, '1000', '--reason', 'proof')
  const authorization = await readAuthorization(server.url)
  const url = `postgresql:///portico?host=${encodeURIComponent(join(DATA_DIR, 'pg'))}&port=5432&user=portico&sslmode=disable`
  const database = createPool(url, silent, 1)
  await database.query('update api_logins set per_minute = 100000')
  await database.end()
  const call = async ({ path, headers }: Case, body: Uint8Array<ArrayBuffer>, packed: Record<string, string>) => {
    const all = { authorization, 'content-type': 'application/json', ...packed, ...headers }
    const reply = await fetch(`${server.url}${path}`, { method: 'POST', headers: all, body })
    const text = await reply.text()
    const { status_code, tasks: done } = JSON.parse(text)
    return `${reply.status} ${status_code}${done?.[0] ? ` ${done[0].status_code}` : ''}`
  }
  for (const [name, one] of Object.entries(CASES)) {
    const packers = { gzip: gzipSync, br: brotliCompressSync }
    const body = new Uint8Array(one.pack ? packers[one.pack](one.body) : Buffer.from(one.body))
    const packed: Record<string, string> = one.pack ? { 'content-encoding': one.pack } : {}
    let message = await call(one, body, packed)
    const times: number[] = []
    for (let at = 0; at < ROUNDS; at += 1) {
      const since = threadMs(server.pid)
      message = await call(one, body, packed)
      times.push(threadMs(server.pid) - since)
    }
    const median = times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
    const is_dear = median > MOST_MS && !one.is_large
    if (is_dear) dear.push(name)
    const size = `${(body.length / 1000).toFixed(0)} kB`
    console.log(
      `${name.padEnd(42)} ${size.padStart(9)} ${median.toFixed(1).padStart(7)} ms, at most ${Math.max(...times)
        .toFixed(1)
        .padStart(6)} ms   ${message}${is_dear ? `   more than ${MOST_MS} ms` : ''}`,
    )
  }
  console.log((await server.operator('books')).trim().split('\n')[0])
} finally {
  await server.stop()
  rmSync(DATA_DIR, { recursive: true, force: true })
}
if (dear.length > 0) console.error(`over the limit: ${dear.join(', ')}`)
process.exitCode = dear.length > 0 ? 1 : 0
