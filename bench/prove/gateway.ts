// The gateway under kill -9 (`npm run prove -- gateway 500 50000`: rounds, then fuzzed requests), on a real server and a durable
// database: nothing lost, nothing twice, no 5xx, balanced books.
import { randomInt } from 'node:crypto'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { openCatalogue } from '../../server/src/catalogue/index.ts'
import { createPool } from '../../server/src/db/pool.ts'
import { signal } from '../../server/src/db/process-facts.ts'
import { createFuzz, faultOf } from '../../server/src/testing/gateway/fuzz.ts'
import { readBrand } from '../../server/src/whitelabel/index.ts'
import { root } from '../../tools/ready/folders.mjs'
import { readAuthorization } from '../gateway-client.ts'
import { crashRounds } from '../gateway-crash.ts'
import { freshFolder, runServer } from '../run-server.ts'

const rounds = Number(process.argv[2] ?? 500)
const requests = Number(process.argv[3] ?? 50_000)
const AT_ONCE = 8
const DATA_DIR = freshFolder()
// Bundled once, as the server is started hundreds of times.
const NODE_COMPILE_CACHE = join(root, '.cache/compiled')
const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
const url = `postgresql:///portico?host=${encodeURIComponent(join(DATA_DIR, 'pg'))}&port=5432&user=portico&sslmode=disable`
const start = () =>
  runServer({
    DATA_DIR,
    NODE_COMPILE_CACHE,
    NODE_ENV: 'development',
    DEMO: 'on',
    BOT_CHECK: 'off',
    TASK_DELAY_MS: '0',
    // Generous timeouts, so that a busy machine does not cause failures.
    BOOKING_TIMEOUT_MS: '15000',
  })
let running: Awaited<ReturnType<typeof start>> | undefined

async function query(text: string): Promise<Record<string, unknown>[]> {
  const pool = createPool(url, silent, 1)
  try {
    return (await pool.query(text)).rows
  } finally {
    await pool.end()
  }
}

function killDatabase(): void {
  const file = join(DATA_DIR, 'pg/postmaster.pid')
  if (existsSync(file)) signal(Number.parseInt(readFileSync(file, 'utf8'), 10), 'SIGKILL')
}

async function fuzzed(server: { url: string; operator(...args: string[]): Promise<string> }): Promise<string[]> {
  const provider = join(import.meta.dirname, '../../provider')
  const { entries } = openCatalogue(provider, readBrand(provider).product)
  const seed = randomInt(2 ** 32)
  console.log(`fuzz, seed ${seed}`)
  const next = createFuzz(seed, entries, await readAuthorization(server.url))
  const faults: string[] = []
  let left = requests
  const worker = async () => {
    while (left > 0 && faults.length < 20) {
      left -= 1
      const { method, path, headers, body } = next()
      const reply = await fetch(`${server.url}${path}`, {
        method,
        headers,
        redirect: 'manual',
        ...(body && method !== 'GET' && { body: new Uint8Array(body) }),
      }).catch((error: Error) => error)
      if (reply instanceof Error) {
        faults.push(`${reply.message}: ${method} ${path.slice(0, 200)}`)
        continue
      }
      const fault = faultOf(reply.status, await reply.text())
      if (fault) faults.push(`${fault}: ${method} ${path.slice(0, 200)} ${body?.toString().slice(0, 200)}`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  const books = await server.operator('books').catch((error: Error) => error.message)
  console.log(`${requests - left} fuzzed requests, ${faults.length} faults, books ${books.split('\n')[0]}`)
  return books.startsWith('balanced') ? faults : [...faults, books]
}

try {
  const stage = {
    rounds,
    query,
    killDatabase,
    log: console.log,
    start: async () => {
      running = await start()
      return running
    },
  }
  const faults = rounds > 0 ? await crashRounds(stage) : []
  running ??= await start()
  await query('update api_logins set per_minute = 1000000, simultaneous = 1000')
  if (requests > 0) faults.push(...(await fuzzed(running)))
  for (const fault of faults) console.error(`✗ ${fault}`)
  process.exitCode = faults.length > 0 ? 1 : 0
} finally {
  await running?.stop()
  killDatabase()
  rmSync(DATA_DIR, { recursive: true, force: true })
}
