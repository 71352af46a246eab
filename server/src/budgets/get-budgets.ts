import type { BudgetList } from '@portico/contract/budgets.ts'
import { DAY_MS, monthStart } from '@portico/contract/time.ts'
import { accountLogins, activeLogin } from '#access/index.ts'
import type { UserCtx } from '#ctx/ctx.ts'
import { paidSlice, tagSums } from '#traffic/index.ts'
import { measure } from './measure.ts'
import { budgetsOf } from './store.ts'

const TAGS_SHOWN = 20
const TAGS_DAYS = 7

export async function getBudgets(ctx: UserCtx): Promise<BudgetList> {
  const { owner_id } = await activeLogin(ctx)
  const now = ctx.clock.now()
  const logins = await accountLogins(ctx, owner_id)
  const budgets = []
  for (const row of await budgetsOf(ctx.db, owner_id)) {
    const { spent_micros, forecast_micros, is_reached } = await measure(ctx, row, monthStart(now))
    const login = logins.find(({ id }) => id === row.login_id)?.login ?? null
    const { id, tag, soft_micros, hard_micros } = row
    budgets.push({ id, login, tag, soft_micros, hard_micros, spent_micros, forecast_micros, is_reached })
  }
  return {
    budgets,
    resets_at: monthStart(now, 1).toISOString(),
    logins: logins.map(({ login }) => login),
    tags: await newestTags(
      ctx,
      logins.map(({ id }) => id),
    ),
  }
}

async function newestTags(ctx: UserCtx, login_ids: number[]): Promise<string[]> {
  const now_ms = ctx.clock.now().getTime()
  const rows = await tagSums(ctx.db, paidSlice(login_ids, [now_ms - TAGS_DAYS * DAY_MS, now_ms + 1]), TAGS_SHOWN)
  return rows.map(({ tag }) => tag).filter((tag) => tag !== '')
}
