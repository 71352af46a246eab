import type { Alerts } from '@portico/contract/settings.ts'
import { balanceBelow } from './balance-below.ts'
import { daysLeftBelow } from './days-left-below.ts'
import { errorRateAbove } from './error-rate-above.ts'
import { limitShare } from './limit-share.ts'
import type { Alert, Facts, Kind, Rule, Sent } from './rule.ts'

const RULES: Record<Kind, Rule> = {
  balance: balanceBelow,
  runway: daysLeftBelow,
  limit: limitShare,
  errors: errorRateAbove,
}

export const KINDS = Object.keys(RULES) as Kind[]

/** What to write about now, and what was written about and is over; of these kinds. */
export function dueAlerts(
  facts: Facts,
  wishes: Alerts,
  already_sent: Sent[],
  kinds = KINDS,
): { due: Alert[]; ended: Sent[] } {
  const holding = kinds.flatMap((kind) => RULES[kind].holding(facts, wishes))
  const isHolding = (sent: Sent) => holding.some(({ kind, keys }) => kind === sent.kind && keys.includes(sent.key))
  return {
    due: holding.filter(({ kind, keys: [key] }) => {
      const sent = already_sent.find((one) => one.kind === kind && one.key === key)
      return !sent || (sent.ended_at !== null && RULES[kind].mayRepeat(sent.sent_at, facts.now))
    }),
    ended: already_sent.filter((sent) => kinds.includes(sent.kind) && sent.ended_at === null && !isHolding(sent)),
  }
}
