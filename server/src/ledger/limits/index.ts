import type { Micros } from '@portico/contract/money.ts'
import { utcDay } from '@portico/contract/time.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { recallLeases } from '../leases/recall.ts'
import {
  daysOfScope,
  deleteLimit,
  limitsOf,
  putLimit,
  recount,
  type SpendLimit,
  spentOn,
  totalSpentByAgent,
} from './spend-store.ts'

/** What a login may spend, for everything, an API, a function, a member or an agent; null lifts the limit. */
export async function setSpendLimit(
  ctx: Pick<Ctx, 'db'>,
  { limit_micros, ...key }: Omit<SpendLimit, 'limit_micros'> & { limit_micros: Micros | null },
): Promise<void> {
  if (limit_micros === null) await deleteLimit(ctx.db, key)
  else await putLimit(ctx.db, { ...key, limit_micros })
  // Calls to come are measured by this limit, also those whose money was taken in advance.
  await recallLeases(ctx, [key.login_id])
}

/** The limits of a login, and what is spent and held today (UTC) in every scope that was used. */
export async function spendToday(ctx: Pick<Ctx, 'db' | 'clock'>, login_id: number) {
  const day = utcDay(ctx.clock.now())
  return { day, limits: await limitsOf(ctx.db, login_id), spent: await spentOn(ctx.db, login_id, day) }
}

/** All-time spend and current holds per agent of a login. */
export function spentInTotal(ctx: Pick<Ctx, 'db'>, login_id: number) {
  return totalSpentByAgent(ctx.db, login_id)
}

/** What these logins spent and hold in a scope, by UTC day, both included. */
export function spendOfDays(ctx: Pick<Ctx, 'db'>, login_ids: number[], scope: string, from: string, to: string) {
  return daysOfScope(ctx.db, login_ids, scope, from, to)
}

/** Counts the calls of an account with this tag in a month, also those that began before the tag was counted. */
export function recountTag(ctx: Pick<Ctx, 'db'>, owner_id: number, tag: string, month: Date): Promise<void> {
  return recount(ctx.db, owner_id, tag, utcDay(month))
}
