import { CODE } from '@portico/contract/codes.ts'
import { scopeKind } from '@portico/contract/spend-scopes.ts'
import { utcDay } from '@portico/contract/time.ts'
import { recordEvent } from '#business-events/index.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { inTx } from '#db/tx.ts'
import { spendToday } from '#ledger/limits/index.ts'
import { isLimitReached, latestRefusals } from '#refusals/index.ts'
import { changedLevels, EMPTY_MICROS, type Level, limitedLogins, putFirstLevels, putLevel } from './level-store.ts'

type WatchCtx = Pick<Ctx, 'db' | 'clock' | 'env' | 'log'>

/** Interval of the job. */
export const WATCH_EVERY_MS = 5000

/**
 * Job, every few seconds: events that no single booking makes true, of balances and daily limits. The level of a balance
 * changes in the transaction that records the event, so on any number of instances each change is one event. A balance
 * that falls and recovers between two runs is not noticed.
 */
export async function watchCustomers(ctx: WatchCtx): Promise<void> {
  await watchBalances(ctx)
  await watchLimits(ctx)
}

async function watchBalances(ctx: WatchCtx): Promise<void> {
  const changed = await changedLevels(ctx.db, ctx.env.low_balance_micros)
  const fresh = changed.filter(({ is_new }) => is_new)
  if (fresh.length > 0) await putFirstLevels(ctx.db, fresh)
  for (const level of changed) if (!level.is_new) await inTx(ctx.db, (db) => reportLevel({ ...ctx, db }, level))
}

async function reportLevel(ctx: WatchCtx, row: Level): Promise<void> {
  const changes = await putLevel(ctx.db, row)
  const { login_id, login, owner_id, level, balance_micros } = row
  if (changes === undefined || level === 'fine') return
  const below_micros = level === 'empty' ? EMPTY_MICROS : ctx.env.low_balance_micros
  await recordEvent(ctx, {
    type: level === 'empty' ? 'balance.empty' : 'balance.low',
    key: `${login_id} ${changes}`,
    owner_id,
    data: { login, balance_micros, below_micros },
  })
}

async function watchLimits(ctx: WatchCtx): Promise<void> {
  const now = ctx.clock.now()
  const day = utcDay(now)
  const midnight = new Date(`${day}T00:00:00.000Z`)
  const logins = await limitedLogins(ctx.db, day, midnight)
  if (logins.length === 0) return
  for (const login of logins) {
    // One login that fails must not silence the others.
    await reportLimits(ctx, login, midnight).catch((error) =>
      ctx.log.warn(
        { err: error, login_id: login.id },
        'limits of a login could not be checked, retrying in the next run',
      ),
    )
  }
}

/** Each limit once a day, also where it is changed: the key of the event names login, day and scope. */
async function reportLimits(
  ctx: WatchCtx,
  { id, login, owner_id }: { id: number; login: string; owner_id: number },
  midnight: Date,
): Promise<void> {
  const { day, limits, spent } = await spendToday(ctx, id)
  const refusals = await latestRefusals(ctx.db, [id], [CODE.costLimit], midnight)
  for (const { kind, scope, limit_micros } of limits) {
    if (kind !== 'daily_limit' || scopeKind(scope) === 'member' || limit_micros <= 0) continue
    const used_micros = spent.find((row) => row.scope === scope)?.spent_micros ?? 0
    if (!isLimitReached({ kind, scope, limit_micros, used_micros }, refusals)) continue
    const data = { login, limit: 'day' as const, scope, period: day, limit_micros, spent_micros: used_micros }
    const key = `day ${id} ${day} ${scope}`
    await inTx(ctx.db, (db) => recordEvent({ ...ctx, db }, { type: 'limit.reached', key, owner_id, data }))
  }
}
