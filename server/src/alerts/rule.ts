import type { Alerts, AlertValues } from '@portico/contract/alert-fields.ts'
import type { LoginAlertKind } from '@portico/contract/alert-kinds.ts'
import type { Ctx } from '#ctx/ctx.ts'

/**
 * An alert condition that holds. `keys[0]` identifies it in `alerts_sent`; the other keys are covered by the same mail.
 */
export type Alert = {
  [K in LoginAlertKind]: { kind: K; keys: [string, ...string[]]; values: AlertValues[K] }
}[LoginAlertKind]

export interface Sent {
  kind: LoginAlertKind
  key: string
  sent_at: Date
  /** When the condition was seen to have ended. */
  ended_at: Date | null
}

/** The rule of one kind of alert, without its texts. */
export interface Rule<Facts> {
  isEnabled(thresholds: Alerts): boolean
  /** The numbers the screens show; read only where the customer set a threshold. */
  read(ctx: Pick<Ctx, 'db' | 'clock'>, login_id: number): Promise<Facts>
  holding(facts: Facts, thresholds: Alerts, now: Date): Alert[]
  /** True where a condition that ended and holds again may be sent again. */
  mayRepeat(sent_at: Date, now: Date): boolean
  /** True where it can end without a call or a booking. */
  ends_by_itself: boolean
}
