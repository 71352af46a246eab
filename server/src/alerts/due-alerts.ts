import { LOGIN_ALERT_KINDS, type LoginAlertKind } from '@portico/contract/alert-kinds.ts'
import { RULES } from './kinds.ts'
import type { Alert, Sent } from './rule.ts'

/** Returns the alerts to send now, and the sent ones that have ended; of these kinds only. */
export function dueAlerts(
  all_holding: Alert[],
  already_sent: Sent[],
  now: Date,
  kinds: readonly LoginAlertKind[] = LOGIN_ALERT_KINDS,
): { due: Alert[]; ended: Sent[] } {
  const holding = all_holding.filter(({ kind }) => kinds.includes(kind))
  const isHolding = (sent: Sent) => holding.some(({ kind, keys }) => kind === sent.kind && keys.includes(sent.key))
  return {
    due: holding.filter(({ kind, keys: [key] }) => {
      const sent = already_sent.find((one) => one.kind === kind && one.key === key)
      return !sent || (sent.ended_at !== null && RULES[kind].mayRepeat(sent.sent_at, now))
    }),
    ended: already_sent.filter((sent) => kinds.includes(sent.kind) && sent.ended_at === null && !isHolding(sent)),
  }
}
