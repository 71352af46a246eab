import { ERROR_RATE_FEWEST_CALLS } from '@portico/contract/alert-kinds.ts'
import { HOUR_MS } from '@portico/contract/time.ts'
import { paidSlice, usageOf } from '#traffic/index.ts'
import type { Rule } from './rule.ts'

/**
 * Sent once per crossing and at most once an hour, which is as long as a call counts. Fewer than twenty calls within
 * the hour end it as a better rate does: a customer who calls once a night is notified each night.
 */
export const errorRateAbove: Rule<{ calls: number; errors: number }> = {
  isEnabled: ({ error_rate_above }) => error_rate_above !== null,
  read: async (ctx, login_id) => {
    const now_ms = ctx.clock.now().getTime()
    const { totals } = await usageOf(ctx, paidSlice([login_id], [now_ms - HOUR_MS, now_ms + 1]))
    return { calls: totals.calls - totals.queued, errors: totals.errors }
  },
  holding: ({ calls, errors }, { error_rate_above: above_percent }) => {
    if (above_percent === null || calls < ERROR_RATE_FEWEST_CALLS) return []
    const rate_percent = (errors / calls) * 100
    // No rate is above 100 %: a threshold of 100 means that all calls failed.
    if (rate_percent <= above_percent && rate_percent < 100) return []
    return [{ kind: 'errors', keys: [String(above_percent)], values: { rate_percent, above_percent, errors, calls } }]
  },
  mayRepeat: (sent_at, now) => now.getTime() - sent_at.getTime() >= HOUR_MS,
  ends_by_itself: true,
}
