import { CODE } from '@portico/contract/codes.ts'
import { scopeKind } from '@portico/contract/spend-scopes.ts'
import { utcDay } from '@portico/contract/time.ts'
import { spendToday } from '#ledger/limits/index.ts'
import { hasRefused, latestRefusals } from '#refusals/index.ts'
import type { Rule } from './rule.ts'

interface Limit {
  scope: string
  limit_micros: number
  spent_micros: number
  is_refused: boolean
}

/**
 * Sends each share of each limit once a UTC day, even when the limit changes. Of several passed at once it sends the
 * highest. A limit is at 100 % also when it refused a call for which too little of it was left. A limit of zero is
 * never reported.
 */
export const limitShare: Rule<Limit[]> = {
  isEnabled: ({ limit_percents }) => limit_percents.length > 0,
  read: async (ctx, login_id) => {
    const { day, limits, spent } = await spendToday(ctx, login_id)
    const daily = limits.filter(({ kind, scope }) => kind === 'daily_limit' && scopeKind(scope) !== 'member')
    if (daily.length === 0) return []
    const refusals = await latestRefusals(ctx.db, [login_id], [CODE.costLimit], new Date(`${day}T00:00:00.000Z`))
    return daily.map(({ kind, scope, limit_micros }) => {
      return {
        scope,
        limit_micros,
        spent_micros: spent.find((row) => row.scope === scope)?.spent_micros ?? 0,
        is_refused: hasRefused({ kind, scope, limit_micros }, refusals),
      }
    })
  },
  holding: (limits, { limit_percents }, now) =>
    limits.flatMap(({ scope, limit_micros, spent_micros, is_refused }) => {
      if (limit_micros <= 0) return []
      const share = is_refused ? 100 : (spent_micros / limit_micros) * 100
      const passed = limit_percents.filter((percent) => percent <= share).toSorted((a, b) => b - a)
      const [percent] = passed
      if (percent === undefined) return []
      const keyOf = (one: number) => `${utcDay(now)} ${one} ${scope}`
      const values = { scope, percent, spent_micros, limit_micros }
      return [{ kind: 'limit' as const, keys: [keyOf(percent), ...passed.slice(1).map(keyOf)], values }]
    }),
  mayRepeat: () => false,
  ends_by_itself: false,
}
