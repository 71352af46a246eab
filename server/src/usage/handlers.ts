import type { Input } from '@portico/contract/endpoint.ts'
import { may } from '@portico/contract/permissions.ts'
import { Problem } from '@portico/contract/problem.ts'
import type { usage } from '@portico/contract/usage.ts'
import { type usageViews, VIEWS_MAX } from '@portico/contract/usage-views.ts'
import { activeLogin, roleOf } from '#access/index.ts'
import type { UserCtx } from '#ctx/ctx.ts'
import type { Handlers } from '#http/mount.ts'
import { getUsageChoices } from './get-usage-choices.ts'
import { getUsageOverview } from './get-usage-overview.ts'
import { getUsageSeries } from './get-usage-series.ts'
import { getUsageSummary } from './get-usage-summary.ts'
import { getUsageAnswer, getUsageTask } from './get-usage-task.ts'
import { getUsageTasks } from './get-usage-tasks.ts'
import { addView, deleteView, upsertView, viewsOf } from './view-store.ts'

export const usageHandlers: Handlers<typeof usage> = {
  getUsageChoices,
  getUsageSummary,
  getUsageSeries,
  getUsageTasks,
  getUsageTask,
  getUsageAnswer,
  getUsageOverview,
}

/** Views belong to the account, so everyone in its team has the same ones. */
export const usageViewHandlers: Handlers<typeof usageViews> = {
  getUsageViews: async (ctx) => ({
    views: await viewsOf(ctx.db, (await activeLogin(ctx)).owner_id),
    can_save: may(await roleOf(ctx), 'save_views'),
  }),
  saveUsageView,
  removeUsageView: async (ctx, { name }) => {
    const { owner_id } = await activeLogin(ctx)
    await deleteView(ctx.db, owner_id, name)
    return { views: await viewsOf(ctx.db, owner_id) }
  },
}

async function saveUsageView(ctx: UserCtx, { replace, ...view }: Input<typeof usageViews.saveUsageView>) {
  const { owner_id } = await activeLogin(ctx)
  const stored = await viewsOf(ctx.db, owner_id)
  if (stored.length >= VIEWS_MAX && !stored.some(({ name }) => name === view.name)) throw new Problem('too_many')
  const row = { ...view, owner_id, created_by: ctx.session.user_id, created_at: ctx.clock.now() }
  if (replace) await upsertView(ctx.db, row)
  else if (!(await addView(ctx.db, row))) throw new Problem('already_there')
  return { views: await viewsOf(ctx.db, owner_id) }
}
