// A large download with many interruptions (`npm run prove -- downloads 2000 100`: megabytes, interruptions). It arrives with the right
// SHA-256, and the server, in a process of its own, needs no more memory than before.
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { dirname, join } from 'node:path'
import { openKeyRing } from '../../server/src/crypto/key-ring.ts'
import { linkPath } from '../../server/src/databases/links.ts'
import { openPool } from '../../server/src/db/db.ts'
import { createPool } from '../../server/src/db/pool.ts'
import { DEMO } from '../gateway-client.ts'
import { freshFolder, runServer } from '../run-server.ts'

const MEGABYTES = Number(process.argv[2] ?? 2000)
const INTERRUPTIONS = Number(process.argv[3] ?? 100)
const MOST_MORE_MIB = 100
const MB = 1024 * 1024
const SIZE = MEGABYTES * MB
const SECRET = 'a secret of the proof, long enough for it'
const PATH = join('databases', 'large', 'large.parquet')
const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

function writeLarge(path: string): string {
  mkdirSync(dirname(path), { recursive: true })
  const [file, hash] = [openSync(path, 'w'), createHash('sha256')]
  for (let written = 0; written < MEGABYTES; written += 1) {
    const part = randomBytes(MB)
    hash.update(part)
    writeSync(file, part)
  }
  closeSync(file)
  return hash.digest('hex')
}

function open(url: string, headers: Record<string, string>): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => get(url, { headers, agent: false }, resolve).on('error', reject))
}

const DATA_DIR = freshFolder()
const server = await runServer({ DATA_DIR, SECRET, BOT_CHECK: 'off', NODE_ENV: 'development' })
const rssMib = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) / 1024
const faults: string[] = []
try {
  const sha256 = writeLarge(join(DATA_DIR, PATH))
  const url = `postgresql:///portico?host=${encodeURIComponent(join(DATA_DIR, 'pg'))}&port=5432&user=portico&sslmode=disable`
  const database = createPool(url, silent, 1)
  const purchase_id = randomUUID()
  const { rows } = await database.query('select id, owner_id from api_logins where login = $1', [DEMO.email])
  const { id: login_id, owner_id } = rows[0]
  await database.query(
    `insert into database_files values ('keywords', '2026-10', 'US', 'parquet', $1, $2, 1, $3, now())`,
    [PATH, SIZE, sha256],
  )
  await database.query(
    `insert into database_purchases (id, reference, owner_id, login_id, created_by, database_id, title, version, format, locations,
        amount_micros, state, created_at, changed_at, ready_at)
      values ($1, 'DB-PROOF', $2, $3, $2, 'keywords', 'Keywords', '2026-10', 'parquet', '{US}', 10000, 'ready', now(), now(), now())`,
    [purchase_id, owner_id, login_id],
  )
  await database.query(
    `insert into database_purchase_files values ($1, 'keywords', '2026-10', 'US', 'parquet', now())`,
    [purchase_id],
  )
  const ring = { data_dir: DATA_DIR, secret: SECRET, secret_old: undefined }
  const keys = await openKeyRing(openPool(database, true).db, ring)
  await database.end()
  const link = linkPath(
    { keys },
    {
      purchase_id,
      name: 'keywords-2026-10-US.parquet',
      user_id: owner_id,
      number: 1,
      until: Math.floor(Date.now() / 1000) + 3600,
    },
  )
  const before = rssMib()
  const hash = createHash('sha256')
  let [received, opened, most] = [0, 0, 0]
  while (received < SIZE) {
    const answer = await open(server.url + link, { range: `bytes=${received}-`, 'if-range': `"${sha256}"` })
    if (answer.statusCode !== 206) throw new Error(`answered ${answer.statusCode} at ${received}`)
    const breaks_at = opened < INTERRUPTIONS ? received + SIZE / (INTERRUPTIONS + 1) : SIZE
    for await (const chunk of answer) {
      hash.update(chunk)
      received += chunk.length
      if (received >= breaks_at) break
    }
    answer.destroy()
    opened += 1
    most = Math.max(most, rssMib())
  }
  if (hash.digest('hex') !== sha256) faults.push('another SHA-256 arrived')
  if (most - before > MOST_MORE_MIB) faults.push(`the server grew from ${before.toFixed()} to ${most.toFixed()} MiB`)
  console.log(
    `${MEGABYTES} MB in ${opened} connections, server from ${before.toFixed()} to at most ${most.toFixed()} MiB`,
  )
} finally {
  await server.stop()
  rmSync(DATA_DIR, { recursive: true, force: true })
}
for (const fault of faults) console.error(fault)
process.exitCode = faults.length > 0 ? 1 : 0
