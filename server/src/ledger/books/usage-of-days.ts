import type { Db } from '#db/db.ts'
import { dayAfter } from './check-books.ts'
import { closedUsage } from './checkpoint-store.ts'
import { usageBetween } from './usage-sum-store.ts'

/**
 * What calls of these UTC days were charged, as `usageBetween`. A closed day receives no more bookings and has its sum; the days
 * after the last closed one are counted.
 */
export async function usageOfDays(db: Db, from: string, to: string): Promise<number> {
  let [micros, open_from] = [0, from]
  for (const { day, usage_micros } of await closedUsage(db, from, to)) {
    if (usage_micros === null) break
    micros += usage_micros
    open_from = dayAfter(day)
  }
  return open_from > to ? micros : micros + (await usageBetween(db, open_from, to)).micros
}
