import { type dashboard, START_STEPS, type StartStep } from '@portico/contract/dashboard.ts'
import type { Output } from '@portico/contract/endpoint.ts'
import { MICROS_PER_UNIT } from '@portico/contract/money.ts'
import { DAY_MS } from '@portico/contract/time.ts'
import { activeLogin } from '#access/index.ts'
import { activityOf } from '#audit/index.ts'
import type { UserCtx } from '#ctx/ctx.ts'
import { balanceOf } from '#ledger/index.ts'
import { spendToday } from '#ledger/limits/index.ts'
import { firstCallDay, paidSlice, usageOf } from '#traffic/index.ts'
import { userById } from '#users/index.ts'
import { standings } from './store.ts'
import { utcDay } from './utc-days.ts'

/** An account with calls for so long has started, whatever steps are open. */
const NEWCOMER_DAYS = 14
/** The trial credit; an account that had more has paid or was given credit. */
const TRIAL_MICROS = MICROS_PER_UNIT
const SEEN = ['api_password_shown', 'api_password_mailed', 'api_password_regenerated', 'key_added']

/** The first steps, ticked by what happened instead of by clicks. */
export async function getStart(ctx: UserCtx): Promise<Output<typeof dashboard.getStart>> {
  const { id, owner_id } = await activeLogin(ctx)
  const now_ms = ctx.clock.now().getTime()
  const first_day = await firstCallDay(ctx.db, [id])
  const [state] = await standings(ctx.db, [id], ctx.clock.now())
  const since_ms = state?.owner_created_at.getTime() ?? now_ms
  const done: Record<StartStep, boolean> = {
    confirm: state?.is_verified ?? false,
    credentials: first_day !== undefined || (await activityOf(ctx, owner_id, { actions: SEEN, limit: 1 })).length > 0,
    call: first_day !== undefined,
    funds: (await credited(ctx, id, since_ms)) > TRIAL_MICROS,
    limit: (await spendToday(ctx, id)).limits.some(({ kind }) => kind === 'daily_limit'),
  }
  const person = await userById(ctx, ctx.session.user_id)
  const is_newcomer = first_day === undefined || first_day > utcDay(now_ms - NEWCOMER_DAYS * DAY_MS)
  return {
    // Only owners have first steps: a member joins a team that has started.
    is_shown:
      owner_id === ctx.session.user_id &&
      !person?.start_dismissed_at &&
      is_newcomer &&
      !Object.values(done).every(Boolean),
    steps: START_STEPS.map((step) => ({ id: step, is_done: done[step] })),
  }
}

/** Everything ever paid in: the balance and all spend. */
async function credited(ctx: UserCtx, login_id: number, since_ms: number): Promise<number> {
  const { totals } = await usageOf(ctx, paidSlice([login_id], [since_ms - DAY_MS, ctx.clock.now().getTime() + 1]))
  return (await balanceOf(ctx, login_id)) + totals.cost_micros
}
