import type { dashboard } from '@portico/contract/dashboard.ts'
import type { Handlers } from '#http/mount.ts'
import { dismissStartOf } from '#users/index.ts'
import { getBalance } from './get-balance.ts'
import { getMonth } from './get-month.ts'
import { getServiceStatus } from './get-service-status.ts'
import { getSpendByDay } from './get-spend-by-day.ts'
import { getStart } from './get-start.ts'
import { getStates } from './get-states.ts'
import { getSubscriptions } from './get-subscriptions.ts'
import { getToday } from './get-today.ts'
import { getTopFunctions } from './get-top-functions.ts'
import type { IsSourceDown } from './watch-source.ts'

export function dashboardHandlers(isSourceDown: IsSourceDown): Handlers<typeof dashboard> {
  return {
    getStates: (ctx, input) => getStates(ctx, isSourceDown, input),
    getBalance,
    getToday,
    getMonth,
    getSpendByDay,
    getTopFunctions,
    getServiceStatus: (ctx, input) => getServiceStatus(ctx, isSourceDown, input),
    getSubscriptions,
    getStart,
    dismissStart: async (ctx) => {
      await dismissStartOf(ctx, ctx.session.user_id)
      return {}
    },
  }
}
