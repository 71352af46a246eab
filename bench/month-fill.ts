// Past days of calls, booked by the meter itself, with its leases, its groups and its sums by minute.
import { newCallId } from '../server/src/crypto/call-id.ts'
import { openDatabase } from '../server/src/db/db.ts'
import { migrate } from '../server/src/db/migrate.ts'
import { SCHEMA } from '../server/src/db/schema-folders.ts'
import { readEnv } from '../server/src/env/env.ts'
import { closeDays } from '../server/src/ledger/books/index.ts'
import { openMeter } from '../server/src/ledger/index.ts'
import { deriveRollups, keepPartitions } from '../server/src/ledger/jobs/index.ts'
import { moveDays } from '../server/src/moved-days/index.ts'
import { openLogins, PRICE, usage } from './bookings.ts'

export const DAY_MS = 86_400_000
/** The least that KEEP_HOT_DAYS takes. */
const HOT_DAYS = 35
/** The demo account has calls of ninety days. */
const PARTITIONS = 100
const IN_FLIGHT = 64
const TIMEOUT_MS = 60_000
const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: console.error }
const clock = { now: () => new Date() }

/** The past days before `KEEP_HOT_DAYS`, the oldest first. */
export function pastDays(days: number): number[] {
  const end_ms = Math.floor(Date.now() / DAY_MS) * DAY_MS - HOT_DAYS * DAY_MS
  return Array.from({ length: days }, (_, n) => end_ms - (days - n) * DAY_MS)
}

export async function openHistory(url: string, data_dir: string) {
  const database = await openDatabase({ databaseUrl: url, dataDir: data_dir, log: silent })
  const { db } = database
  const env = readEnv({ DATA_DIR: data_dir, BOT_CHECK: 'off', KEEP_HOT_DAYS: String(HOT_DAYS) })
  const ctx = { db, env, bucket: undefined, clock, log: silent }
  await migrate(database.pool, SCHEMA, silent)
  // Before the demo account writes its history, as a day with rows gets no partition any more.
  await keepPartitions(ctx, { days_back: PARTITIONS, params_days: PARTITIONS + 1 })
  return {
    settings: { DATABASE_URL: url, DATA_DIR: data_dir, KEEP_HOT_DAYS: String(HOT_DAYS) },
    /** Calls spread over each day and over the demo account with nineteen others. */
    async fill(days: number[], calls: number, onDay: (n: number) => void): Promise<void> {
      const { rows } = await database.pool.query<{ id: number }>('select id from api_logins order by id limit 1')
      const logins = [...rows.map(({ id }) => id), ...(await openLogins(ctx, 19))]
      const meter = openMeter(ctx, { stored: env.stored, timeout_ms: TIMEOUT_MS, leases: { listen: database.listen } })
      for (const [n, day] of days.entries()) {
        const numbers = Array.from({ length: calls }, (_, at) => at).values()
        const caller = async () => {
          for (const at of numbers) {
            const login_id = logins[(at * 7 + (at >> 5)) % logins.length] ?? 0
            const id = newCallId(new Date(day + Math.floor((at * DAY_MS) / calls)))
            const held = await meter.hold({
              id,
              login_id,
              api: 'serp',
              function: 'google/organic',
              amount_micros: PRICE,
            })
            const settled = await meter.settle(usage(id, login_id, PRICE))
            if (!held.ok || !settled.ok) throw new Error(`a call was not booked: ${JSON.stringify([held, settled])}`)
          }
        }
        await Promise.all(Array.from({ length: IN_FLIGHT }, caller))
        await deriveRollups(ctx)
        onDay(n + 1)
      }
      await meter.close()
      await closeDays(ctx)
    },
    /** Returns the number of days. */
    move: () => moveDays(ctx),
    /** What was read of moved days leaves the database, as after an hour. */
    async forgetCopies(): Promise<void> {
      await database.pool.query(
        `update moved_hours set back_at = back_at - interval '2 hours' where back_at is not null`,
      )
      await moveDays(ctx)
    },
    query: async <Row extends object>(text: string) => (await database.pool.query<Row>(text)).rows,
    close: () => database.close(),
  }
}
