// What one hostile body costs the only thread of the server, in milliseconds of processor time; none may cost more than 50.
// Read from the kernel's own account of that thread, so that other work of the machine does not count (Linux only).
import { readFileSync, rmSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { openClient } from '../dashboard-client.ts'
import { DEMO } from '../gateway-client.ts'
import { freshFolder, runServer } from '../run-server.ts'

const LIMIT_MS = 50
const TRIES = 3
const MEGABYTE = 1_000_000
const DATA_DIR = freshFolder()

const marks = (bytes: number) => `${'\u0300'.repeat(bytes / 4)}${'\u0316'.repeat(bytes / 4)}`
const BODIES: Record<string, (bytes: number) => string> = {
  'combining marks in an e-mail': (bytes) =>
    JSON.stringify({ email: `a${marks(bytes)}@x.example`, password: 'abcdefgh', captcha: '' }),
  'combining marks in a password': (bytes) =>
    JSON.stringify({ email: 'a@x.example', password: `a${marks(bytes)}`, captcha: '' }),
  'empty lists, [[],[],…]': (bytes) => `[${'[],'.repeat(bytes / 3 - 2)}[]]`,
  'lists within lists': (bytes) => `${'['.repeat(bytes / 2)}${']'.repeat(bytes / 2)}`,
  'objects within objects': (bytes) => `${'{"a":'.repeat(bytes / 6)}1${'}'.repeat(bytes / 6)}`,
  'many unknown fields': (bytes) =>
    JSON.stringify(Object.fromEntries(Array.from({ length: bytes / 12 }, (_, at) => [`k${at}`, 1]))),
}
/** A path and its caller; `fits` is about the maximum length of its bodies. */
const TARGETS = [
  { path: '/api/auth/authenticate', who: 'stranger', fits: 16_000 },
  { path: '/api/auth/register', who: 'stranger', fits: 48_000 },
  { path: '/api/auth/forgot-password', who: 'stranger', fits: 16_000 },
  { path: '/api/team/invite', who: 'owner', fits: 64_000 },
  { path: '/api/access/ips-save', who: 'owner', fits: 64_000 },
  { path: '/api/settings/alerts', who: 'owner', fits: 64_000 },
] as const

const server = await runServer({ DATA_DIR, NODE_ENV: 'development', BOT_CHECK: 'off' })

/** Processor time of the thread so far. */
function threadMs(): number {
  const [ran = '0'] = readFileSync(`/proc/${server.pid}/task/${server.pid}/schedstat`, 'utf8').split(' ')
  return Number(ran) / 1e6
}

/** The least of a few tries: jobs of the server run now and then beside them. */
async function cost(ask: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let at = 0; at < TRIES; at += 1) {
    await pause(50)
    const before = threadMs()
    await ask()
    // Work after the reply counts as well.
    await pause(30)
    times.push(threadMs() - before)
  }
  return Math.min(...times)
}

let dear = 0
try {
  const clients = { stranger: openClient(server.url), owner: openClient(server.url) }
  for (const client of Object.values(clients)) await client.send({ path: '/api/boot' })
  await clients.owner.must('/api/auth/authenticate', { ...DEMO, captcha: '' })
  console.log('     ms  status  bytes    call                        body')
  for (const { path, who, fits } of TARGETS)
    for (const [name, make] of Object.entries(BODIES))
      for (const { bytes, chunked } of [
        { bytes: fits - 400, chunked: false },
        { bytes: MEGABYTE, chunked: false },
        { bytes: MEGABYTE, chunked: true },
      ]) {
        const body = make(bytes)
        let status = 0
        const ms = await cost(async () => {
          // A server that has read enough may close before everything is sent.
          const reply = await clients[who].send({ method: 'POST', path, body, chunked }).catch(() => undefined)
          status = reply?.status ?? 0
        })
        const is_dear = ms > LIMIT_MS
        if (is_dear) dear += 1
        console.log(
          `${ms.toFixed(1).padStart(7)}  ${String(status).padStart(6)}  ${String(Buffer.byteLength(body)).padEnd(8)} ${path.padEnd(27)} ${name}${chunked ? ', in pieces' : ''}${is_dear ? '  ✗' : ''}`,
        )
      }
} finally {
  await server.stop()
  rmSync(DATA_DIR, { recursive: true, force: true })
}
console.log(dear > 0 ? `${dear} cost more than ${LIMIT_MS} ms` : `none costs more than ${LIMIT_MS} ms`)
process.exit(dear > 0 ? 1 : 0)
