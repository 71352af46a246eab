import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { face } from '../server/src/db/db.ts'
import { startEmbedded } from '../server/src/db/embedded.ts'
import { migrate } from '../server/src/db/migrate.ts'
import { createPool } from '../server/src/db/pool.ts'
import { openAdmission } from '../server/src/gateway/admission.ts'
import { bookGift, keepPartitions, newCallId, openMeter } from '../server/src/ledger/room.ts'
import { insertTestLogin } from '../server/src/ledger/test-login-store.ts'
import { freshFolder } from './run-server.ts'
const silent = { debug: () => {}, info: () => {}, warn: console.warn, error: console.error }
const dataDir = freshFolder()
const e = await startEmbedded({ dataDir, log: silent })
const pool = createPool(e.url, silent)
const { db, close } = face(pool, true)
const clock = { now: () => new Date() }
const ctx = { db, clock, log: silent }
await migrate(pool, join(import.meta.dirname, '../server/src/db/migrations'), silent)
await keepPartitions(ctx)
const { id: login_id } = await insertTestLogin(db)
await bookGift(ctx, { id: randomUUID(), login_id, amount_micros: 1e12, memo: 'x', actor: 'x' })
const meter = openMeter(ctx)
const adm = openAdmission(ctx, randomUUID())
await adm.beat()
const times: Record<string, number[]> = { ping: [], admit: [], hold: [], settle: [] }
const timed = async <T>(name: string, f: () => Promise<T>) => { const s = performance.now(); const r = await f(); times[name]!.push(performance.now() - s); return r }
const caller = { login_id, per_minute: 1e8, simultaneous: 1e5 }
async function one() {
  await timed('ping', () => pool.query('select 1'))
  const a = await timed('admit', () => adm.enter(caller))
  const id = newCallId(clock.now())
  await timed('hold', () => meter.hold({ id, login_id, api: 'serp', function: 'google/organic', amount_micros: 2000 }))
  await timed('settle', () => meter.settle({ id, cost_micros: 2000, usage: { login_id, api: 'serp', function: 'google/organic', method: 'live', priority: 1, path: '/x', task_id: id, status_code: 20000, http_status: 200, results: 10, time_ms: 1, ip: '1.1.1.1' } }))
  if (a.ok) a.leave()
}
const show = (label: string) => { for (const [k, t] of Object.entries(times)) { t.sort((x, y) => x - y); console.log(label, k, 'p50', t[t.length >> 1]?.toFixed(2), 'p90', t[Math.floor(t.length * .9)]?.toFixed(2), t.length); times[k] = [] } }
for (let i = 0; i < 300; i++) await one()
show('alone')
const end = performance.now() + 4000; let n = 0
await Promise.all(Array.from({ length: 64 }, async () => { while (performance.now() < end) { await one(); n++ } }))
show('64'); console.log(n / 4, 'a second')
await close(); await e.stop(); rmSync(dataDir, { recursive: true, force: true })
process.exit(0)
