// Stalled uploads (`npm run prove -- uploads 200`): that many connections of eight logins send 9.9 of 10 MB and then stop. The
// server stays below 512 MiB, keeps answering another customer, and ends stalled connections.
import { readFileSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { macOf } from '../../server/src/access/secret.ts'
import { openKeyRing } from '../../server/src/crypto/key-ring.ts'
import { openPool } from '../../server/src/db/db.ts'
import { createPool } from '../../server/src/db/pool.ts'
import { DEMO, LIVE, POST, readAuthorization } from '../gateway-client.ts'
import { freshFolder, runServer } from '../run-server.ts'

const UPLOADS = Number(process.argv[2] ?? 200)
const LOGINS = 8
const [WHOLE, SENT] = [10_000_000, 9_900_000]
const MOST_MIB = 512
const HELD_MS = 20_000
const SECRET = 'a secret of the proof, long enough for it'
const PASSWORD = 'pk_of_the_proof'
const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
const part = Buffer.alloc(SENT, ' ')
const body = JSON.stringify([{ keyword: 'standing desk', location_code: 2840, language_code: 'en' }])

/** An upload that stalls; `outcome` is the status code of the reply, or whether the connection is closed or held. */
function stuckUpload(port: number, login: string): { socket: Socket; outcome(): string } {
  const authorization = Buffer.from(`${login}:${PASSWORD}`).toString('base64')
  const socket = connect(port, '127.0.0.1')
  let text = ''
  let is_closed = false
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
  })
  socket
    .on('error', () => undefined)
    .on('close', () => {
      is_closed = true
    })
  socket.write(
    `POST ${POST} HTTP/1.1\r\nhost: localhost\r\nauthorization: Basic ${authorization}\r\ncontent-length: ${WHOLE}\r\n\r\n`,
  )
  socket.write(part)
  const outcome = () => /"status_code":(\d+)/.exec(text)?.[1] ?? (is_closed ? 'closed' : 'held')
  return { socket, outcome }
}

function counts(messages: string[]): string {
  return [...Map.groupBy(messages, (one) => one)].map(([one, all]) => `${all.length} × ${one}`).join(', ')
}

const DATA_DIR = freshFolder()
const server = await runServer({ DATA_DIR, SECRET, BOT_CHECK: 'off', NODE_ENV: 'development' })
const rssMib = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) / 1024
const faults: string[] = []
try {
  await server.operator('credit', DEMO.email, '1000', '--reason', 'proof')
  const authorization = await readAuthorization(server.url)
  const url = `postgresql:///portico?host=${encodeURIComponent(join(DATA_DIR, 'pg'))}&port=5432&user=portico&sslmode=disable`
  const database = createPool(url, silent, 1)
  const keys = await openKeyRing(openPool(database, true).db, {
    data_dir: DATA_DIR,
    secret: SECRET,
    secret_old: undefined,
  })
  for (let at = 0; at < LOGINS; at += 1) {
    const { rows } = await database.query(
      `insert into api_logins (login, owner_id, kind, created_at)
        select $1, owner_id, 'machine', now() from api_logins where login = $2 returning id`,
      [`upload-${at}@example.com`, DEMO.email],
    )
    await database.query('insert into api_passwords (login_id, made_at, mac) values ($1, now(), $2)', [
      rows[0].id,
      macOf(keys, rows[0].id, PASSWORD),
    ])
  }
  await database.end()

  const healthy = async () => {
    const since = performance.now()
    const reply = await fetch(`${server.url}${LIVE}`, { method: 'POST', headers: { authorization }, body })
    const text = await reply.text()
    if (!text.includes('"items"')) faults.push(`somebody else was answered ${reply.status} ${text.slice(0, 200)}`)
    return performance.now() - since
  }
  for (let at = 0; at < 20; at += 1) await healthy()
  const before = rssMib()
  const uploads = Array.from({ length: UPLOADS }, (_, at) =>
    stuckUpload(Number(new URL(server.url).port), `upload-${at % LOGINS}@example.com`),
  )
  let most = before
  const waits: number[] = []
  for (const end = performance.now() + HELD_MS; performance.now() < end; ) {
    most = Math.max(most, rssMib())
    waits.push(await healthy())
    await pause(20)
    if (waits.length === 100)
      console.log(`after 100 calls of another customer: ${counts(uploads.map(({ outcome }) => outcome()))}`)
  }
  const is_held = () => uploads.some(({ outcome }) => outcome() === 'held')
  for (const end = performance.now() + HELD_MS; is_held() && performance.now() < end; ) await pause(100)
  const end = counts(uploads.map(({ outcome }) => outcome()))
  const sorted = waits.toSorted((a, b) => a - b)
  console.log(`${UPLOADS} uploads that stall at ${SENT / 1e6} MB: ${end}`)
  console.log(`memory ${before.toFixed(0)} MiB before, ${most.toFixed(0)} MiB at most (budget ${MOST_MIB})`)
  console.log(
    `another customer: ${waits.length} calls, median ${(sorted[sorted.length >> 1] ?? 0).toFixed(0)} ms, longest ${(sorted.at(-1) ?? 0).toFixed(0)} ms`,
  )
  if (most > MOST_MIB) faults.push(`memory rose to ${most.toFixed(0)} MiB`)
  if (is_held()) faults.push(`an upload that stopped is still held: ${end}`)
  for (const { socket } of uploads) socket.destroy()
} finally {
  await server.stop()
  rmSync(DATA_DIR, { recursive: true, force: true })
}
for (const fault of new Set(faults)) console.error(`✗ ${fault}`)
process.exitCode = faults.length > 0 ? 1 : 0
