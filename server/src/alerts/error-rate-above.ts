import { ERROR_RATE_FEWEST_CALLS } from '@portico/contract/settings.ts'
import type { Rule } from './rule.ts'

const HOUR_MS = 60 * 60 * 1000

/**
 * Told once a crossing and at most once an hour, which is as long as a call counts. Fewer than twenty calls within the hour
 * end it as a better rate does: whoever calls once a night hears of each night.
 */
export const errorRateAbove: Rule = {
  holding: ({ last_hour: { calls, errors } }, { error_rate_above: above_percent }) => {
    if (above_percent === null || calls < ERROR_RATE_FEWEST_CALLS) return []
    const rate_percent = (errors / calls) * 100
    // Nothing is above 100 %, and who asks for that means all of them.
    if (rate_percent <= above_percent && rate_percent < 100) return []
    return [{ kind: 'errors', keys: [String(above_percent)], figures: { rate_percent, above_percent, errors, calls } }]
  },
  mayRepeat: (sent_at, now) => now.getTime() - sent_at.getTime() >= HOUR_MS,
}
