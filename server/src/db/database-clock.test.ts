import { pino } from 'pino'
import { expect, test } from 'vitest'
import { sharedDatabase } from '#testing/shared-app.ts'
import { openDatabaseClock } from './database-clock.ts'

const database = sharedDatabase()
const HOUR_MS = 3_600_000

test('O14 a machine whose clock is ahead, or is set while it runs, still uses the time of the database', async () => {
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line) => lines.push(line) })
  const local = { ahead_ms: HOUR_MS, steady_ms: () => performance.now(), wall_ms: () => Date.now() + local.ahead_ms }
  const clock = await openDatabaseClock(database.db, log, local)
  const offBy = async () => {
    const { rows } = await database.pool.query('select clock_timestamp() as now')
    return Math.abs(clock.now().getTime() - rows[0].now.getTime())
  }
  expect(await offBy()).toBeLessThan(60_000)
  local.ahead_ms = -24 * HOUR_MS
  expect(await offBy()).toBeLessThan(60_000)
  await clock.compare()
  expect(lines.filter((line) => line.includes('differs from that of the database'))).toHaveLength(1)
  local.ahead_ms = 0
  await clock.compare()
  expect(await offBy()).toBeLessThan(60_000)
  clock.close()
})
