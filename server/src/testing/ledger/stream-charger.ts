import { writeSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { newCallId } from '#crypto/call-id.ts'
import { openPool } from '#db/db.ts'
import { createPool } from '#db/pool.ts'
import { openBegunCalls, openMeter } from '#ledger/index.ts'
import { callUsage } from './call-usage.ts'

export const BEGIN_MICROS = 500
export const EVENT_MICROS = 10
export const HELD_MICROS = 100_000
const STREAMS = 12
const STDOUT = 1
const now = () => new Date(performance.timeOrigin + performance.now())

/**
 * A process that tests kill: it streams answers without end, and writes the id of each before its first byte, and how many events
 * it had delivered, before it reports them to the ledger.
 */
async function run(url: string, login_id: number) {
  const log = pino({ level: 'silent' })
  const { db } = openPool(createPool(url, log, 3), false)
  const meter = openMeter({ db, log })
  const begun = openBegunCalls({ db, log }, meter)
  async function stream(pace_ms: number) {
    const id = newCallId(now())
    const usage = callUsage(login_id)
    const held = await meter.hold({
      id,
      login_id,
      api: usage.api,
      function: usage.function,
      amount_micros: HELD_MICROS,
    })
    if (!held.ok) throw new Error(`no hold: ${held.reason}`)
    print(`held ${id}\n`)
    await begun.begin({ id, cost_micros: BEGIN_MICROS, usage: { ...usage, results: 0 } })
    print(`begun ${id}\n`)
    for (let results = 1; results < 400; results += 1) {
      print(`passed ${id} ${results}\n`)
      const cost_micros = BEGIN_MICROS + EVENT_MICROS * results
      begun.progress({ id, cost_micros, results, time_ms: results * pace_ms })
      await sleep(pace_ms)
    }
  }
  await Promise.all(Array.from({ length: STREAMS }, (_, at) => stream(5 + at)))
}

/** The line is written when this returns, also to a reader that is slow. */
function print(line: string): void {
  for (;;)
    try {
      writeSync(STDOUT, line)
      return
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) throw error
    }
}

if (import.meta.main) await run(process.argv[2] ?? '', Number(process.argv[3]))
