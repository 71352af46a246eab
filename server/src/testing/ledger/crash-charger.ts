import { writeSync } from 'node:fs'
import { CODE } from '@portico/contract/codes.ts'
import { pino } from 'pino'
import { newCallId } from '#crypto/call-id.ts'
import { openPool } from '#db/db.ts'
import { createPool } from '#db/pool.ts'
import { openMeter } from '#ledger/meter.ts'

export const LOOP_PRICE_MICROS = 600
const CALLERS = 20
const STDOUT = 1
const now = () => new Date(performance.timeOrigin + performance.now())

/**
 * A process that tests and proofs kill: it charges calls without end, holding more than they cost, and writes the id of each
 * as soon as its settlement is acknowledged.
 */
async function run(url: string, login_id: number) {
  const log = pino({ level: 'silent' })
  const { db } = openPool(createPool(url, log, 3), false)
  const meter = openMeter({ db, log })
  const call = { api: 'serp', function: 'google/organic' }
  async function charge() {
    const id = newCallId(now())
    const held = await meter.hold({ id, login_id, ...call, amount_micros: 2 * LOOP_PRICE_MICROS })
    if (!held.ok) throw new Error(`no hold: ${held.reason}`)
    const settled = await meter.settle({
      id,
      cost_micros: LOOP_PRICE_MICROS,
      usage: {
        login_id,
        ...call,
        method: 'live',
        priority: 1,
        path: '/v3/serp/google/organic/live/advanced',
        task_id: id,
        status_code: CODE.ok,
        http_status: 200,
        results: 10,
        time_ms: 42,
        ip: '203.0.113.9',
      },
    })
    if (!settled.ok) throw new Error(`not settled: ${settled.reason}`)
    writeSync(STDOUT, `${id}\n`)
  }
  async function caller() {
    for (;;) await charge()
  }
  await Promise.all(Array.from({ length: CALLERS }, caller))
}

if (import.meta.main) await run(process.argv[2] ?? '', Number(process.argv[3]))
