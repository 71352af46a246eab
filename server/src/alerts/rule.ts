import type { Alerts } from '@portico/contract/settings.ts'

/** What is known of one login when it is asked what to write about. */
export interface Facts {
  now: Date
  balance_micros: number
  /** At the pace of the last seven days; null when nothing is being spent. */
  days_left: number | null
  limits: { scope: string; limit_micros: number; spent_micros: number; is_refused: boolean }[]
  last_hour: { calls: number; errors: number }
}

interface Figures {
  balance: { balance_micros: number; below_micros: number }
  runway: { balance_micros: number; days_left: number; below_days: number }
  limit: { scope: string; percent: number; spent_micros: number; limit_micros: number }
  errors: { rate_percent: number; above_percent: number; errors: number; calls: number }
}
export type Kind = keyof Figures

/** Something that is so now. The first key says whether it was told; the others need no mail of their own after it. */
export type Alert = { [K in Kind]: { kind: K; keys: [string, ...string[]]; figures: Figures[K] } }[Kind]

export interface Sent {
  kind: Kind
  key: string
  sent_at: Date
  /** When it was seen to be over. */
  ended_at: Date | null
}

export interface Rule {
  holding(facts: Facts, wishes: Alerts): Alert[]
  /** Whether what was over and is so again may be told again. */
  mayRepeat(sent_at: Date, now: Date): boolean
}

export function utcDay(at: Date): string {
  return at.toISOString().slice(0, 10)
}
