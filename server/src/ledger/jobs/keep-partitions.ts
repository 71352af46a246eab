import { DAY_MS, utcDay } from '@portico/contract/time.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { DEFAULT_KEEP } from '#env/retention.ts'
import { deleteStored } from '../stored-volume-store.ts'
import {
  createPartition,
  deleteErrorCounts,
  deleteFromRest,
  dropPartition,
  type Expiring,
  partitionDays,
} from './partition-store.ts'

const TABLES = ['usage_events', 'usage_params', 'error_events'] as const

export interface Keep {
  /** Partitions created ahead, and in the past for a history that is about to be written. */
  days_ahead?: number
  days_back?: number
  /** Retention of request parameters and of errors. */
  params_days?: number
  errors_days?: number
}

/** Creates the partitions of the days to come and drops expired ones; usage itself is retained for ever. */
export async function keepPartitions(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  keep: Keep = {},
): Promise<{ created: number; dropped: number }> {
  const { days_ahead = 7, days_back = 0, params_days, errors_days } = { ...DEFAULT_KEEP, ...keep }
  const today = Math.floor(ctx.clock.now().getTime() / DAY_MS)
  const wanted = Array.from({ length: days_back + days_ahead + 1 }, (_, n) => dayOf(today - days_back + n))
  let created = 0
  for (const table of TABLES) {
    const there = new Set(await partitionDays(ctx.db, table))
    for (const day of wanted.filter((one) => !there.has(one)))
      if (await createPartition(ctx.db, table, day)) created += 1
  }
  // Lists are bounded by the counts, so the counts are deleted first.
  await deleteErrorCounts(ctx.db, new Date((today - errors_days) * DAY_MS))
  await deleteStored(ctx.db, new Date((today - 1) * DAY_MS))
  const dropped =
    (await dropBefore(ctx, 'usage_params', today - params_days)) +
    (await dropBefore(ctx, 'error_events', today - errors_days))
  return { created, dropped }
}

/** The start of the retention period of errors. */
export function errorsStoredSince(ctx: Pick<Ctx, 'clock' | 'env'>): Date {
  return new Date((Math.floor(ctx.clock.now().getTime() / DAY_MS) - ctx.env.keep.errors_days) * DAY_MS)
}

async function dropBefore(ctx: Pick<Ctx, 'db'>, table: Expiring, first: number): Promise<number> {
  const old = (await partitionDays(ctx.db, table)).filter((day) => day < dayOf(first))
  for (const day of old) await dropPartition(ctx.db, table, day)
  await deleteFromRest(ctx.db, table, new Date(first * DAY_MS))
  return old.length
}

function dayOf(number: number): string {
  return utcDay(new Date(number * DAY_MS))
}
