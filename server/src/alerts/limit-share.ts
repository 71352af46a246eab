import { type Rule, utcDay } from './rule.ts'

/**
 * Each share of each limit once a UTC day, whatever the limit is changed to. Of several passed at once the highest is told.
 * A limit is at 100 % also when it refused a call for which too little of it was left. A limit of nothing is no news.
 */
export const limitShare: Rule = {
  holding: ({ now, limits }, { limit_percents }) =>
    limits.flatMap(({ scope, limit_micros, spent_micros, is_refused }) => {
      if (limit_micros <= 0) return []
      const share = is_refused ? 100 : (spent_micros / limit_micros) * 100
      const passed = limit_percents.filter((percent) => percent <= share).toSorted((a, b) => b - a)
      const [percent] = passed
      if (percent === undefined) return []
      const keyOf = (one: number) => `${utcDay(now)} ${one} ${scope}`
      const figures = { scope, percent, spent_micros, limit_micros }
      return [{ kind: 'limit' as const, keys: [keyOf(percent), ...passed.slice(1).map(keyOf)], figures }]
    }),
  mayRepeat: () => false,
}
