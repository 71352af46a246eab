import type { Alerts, AlertValues } from '@portico/contract/alert-fields.ts'
import type { AlertKind } from '@portico/contract/alert-kinds.ts'
import type { Ctx } from '#ctx/ctx.ts'

/** Something that is so now. The first key says whether it was told; the others need no mail of their own after it. */
export type Alert = {
  [K in AlertKind]: { kind: K; keys: [string, ...string[]]; values: AlertValues[K] }
}[AlertKind]

export interface Sent {
  kind: AlertKind
  key: string
  sent_at: Date
  /** When it was seen to be over. */
  ended_at: Date | null
}

/** All there is to know about one kind of alert, but for its words. */
export interface Rule<Facts> {
  isEnabled(thresholds: Alerts): boolean
  /** The numbers the screens show; asked for only where somebody wants to hear of them. */
  read(ctx: Pick<Ctx, 'db' | 'clock'>, login_id: number): Promise<Facts>
  holding(facts: Facts, thresholds: Alerts, now: Date): Alert[]
  /** Whether what was over and is so again may be told again. */
  mayRepeat(sent_at: Date, now: Date): boolean
  /** Whether it ends also while nobody calls and nothing is booked. */
  ends_by_itself: boolean
  /** The screen where something can be done about it. */
  path: string
}

export function utcDay(at: Date): string {
  return at.toISOString().slice(0, 10)
}
