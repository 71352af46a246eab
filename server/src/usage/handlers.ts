import type { usage } from '@portico/contract/usage.ts'
import type { Catalogue } from '#catalogue/room.ts'
import type { Handlers } from '#http/mount.ts'
import { getUsageChoices } from './get-usage-choices.ts'
import { getUsageOverview } from './get-usage-overview.ts'
import { getUsageSeries } from './get-usage-series.ts'
import { getUsageSummary } from './get-usage-summary.ts'
import { getUsageTask } from './get-usage-task.ts'
import { getUsageTasks } from './get-usage-tasks.ts'

export { usageViewHandlers } from './view-handlers.ts'

export function usageHandlers(sold: Catalogue): Handlers<typeof usage> {
  return {
    getUsageChoices: (ctx, input) => getUsageChoices(ctx, sold, input),
    getUsageSummary: (ctx, input) => getUsageSummary(ctx, sold, input),
    getUsageSeries: (ctx, input) => getUsageSeries(ctx, sold, input),
    getUsageTasks: (ctx, input) => getUsageTasks(ctx, sold, input),
    getUsageTask: (ctx, input) => getUsageTask(ctx, sold, input),
    getUsageOverview: (ctx, input) => getUsageOverview(ctx, sold, input),
  }
}
