import { sql } from 'kysely'
import type { Db } from './db.ts'
import { errorText } from './error-code.ts'
import type { Log } from './log.ts'

const EVERY_MS = 10_000
const REPORTED_FROM_MS = 2000

export interface DatabaseClock {
  now(): Date
  /** Compares with the database again. */
  compare(): Promise<void>
  close(): void
}

/**
 * The time of the database, which is the same for all processes: one whose own clock is wrong would give back holds of
 * others, drop what is retained and count into other minutes. Between two comparisons it follows a monotonic clock.
 */
export async function openDatabaseClock(
  db: Db,
  log: Log,
  local: { steady_ms(): number; wall_ms(): number } = { steady_ms: () => performance.now(), wall_ms: () => Date.now() },
): Promise<DatabaseClock> {
  let known: { at_ms: number; steady_ms: number } | undefined
  let is_answered = false

  async function compare() {
    const requested_ms = local.steady_ms()
    const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
    const steady_ms = (requested_ms + local.steady_ms()) / 2
    const at_ms = rows[0]?.now.getTime() ?? local.wall_ms()
    known = { at_ms, steady_ms }
    const off_ms = Math.round(local.wall_ms() - (at_ms + local.steady_ms() - steady_ms))
    if (Math.abs(off_ms) > REPORTED_FROM_MS && !is_answered)
      log.warn({ off_ms }, 'clock of this machine differs from that of the database, which is used')
    is_answered = Math.abs(off_ms) > REPORTED_FROM_MS
  }
  await compare()
  const timer = setInterval(() => {
    compare().catch((error) => log.warn({ reason: errorText(error) }, 'time of the database could not be read'))
  }, EVERY_MS)
  timer.unref()
  return {
    now: () => new Date(known ? Math.round(known.at_ms + local.steady_ms() - known.steady_ms) : local.wall_ms()),
    compare,
    close: () => clearInterval(timer),
  }
}
