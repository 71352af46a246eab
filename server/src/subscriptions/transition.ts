import type { Product } from '@portico/contract/product.ts'
import { DAY_MS } from '@portico/contract/time.ts'

/** Days after the end of a period on which its renewal is retried. */
export const RETRY_DAYS = [1, 3, 5] as const

/** `inactive`: never paid for. A stored subscription has one of the others. */
export type StoredState = 'active' | 'canceling' | 'past_due' | 'expired'

/** The state of a subscription. */
export interface SubscriptionState {
  state: StoredState
  anchor_at: Date
  periods: number
  period_start: Date
  period_end: Date
  access_until: Date | null
  tries: number
  next_try_at: Date
}

export type SubscriptionEvent =
  /** A payment for it came in: the first one, a renewal, or one that was late. */
  | { kind: 'paid'; at: Date; is_renewal: boolean }
  /** A renewal could not be charged. */
  | { kind: 'failed'; at: Date }
  | { kind: 'cancel'; at: Date }
  | { kind: 'resume' }
  /** Time passed; `has_order`: a payment for it is in progress. */
  | { kind: 'clock'; at: Date; has_order: boolean }
  /** The payment of the running period was reversed. */
  | { kind: 'reversed' }
  /** The reversed payment is restored. */
  | { kind: 'restored'; at: Date }

/**
 * The subscription after an event; undefined where it cannot happen, and the same object where it changes nothing. Access ends with
 * the period for a customer who has canceled, and a grace period later for all others: no customer loses it because we charge late.
 */
export function transition(
  before: SubscriptionState | undefined,
  event: SubscriptionEvent,
  { grace_days }: Pick<Product, 'grace_days'>,
): SubscriptionState | undefined {
  const graceEnd = (end: Date) => new Date(end.getTime() + grace_days * DAY_MS)
  if (event.kind === 'paid') return paid(before, event, graceEnd)
  if (!before) return undefined
  const expired = (): SubscriptionState => ({ ...before, state: 'expired', access_until: null, tries: 0 })
  switch (event.kind) {
    case 'failed': {
      // A charge that fails after the customer has canceled changes nothing: the period ends by the clock.
      if (before.state === 'canceling' || before.state === 'expired') return before
      const planned_ms = before.period_end.getTime() + (RETRY_DAYS[before.tries] ?? grace_days) * DAY_MS
      return {
        ...before,
        state: 'past_due',
        tries: before.tries + 1,
        access_until: graceEnd(before.period_end),
        // A late first attempt does not bring the others close together.
        next_try_at: new Date(Math.max(planned_ms, event.at.getTime() + DAY_MS)),
      }
    }
    case 'cancel':
      // Days of grace are not paid for, so there is nothing to save for later.
      if (before.state === 'past_due') return expired()
      if (before.state !== 'active') return undefined
      return event.at >= before.period_end
        ? expired()
        : { ...before, state: 'canceling', access_until: before.period_end, next_try_at: before.period_end }
    case 'resume':
      if (before.state !== 'canceling') return undefined
      return { ...before, state: 'active', access_until: graceEnd(before.period_end) }
    case 'clock':
      if (before.state === 'canceling' && event.at >= before.period_end) return expired()
      // Includes periods that were never charged, for whatever reason. A payment in progress is awaited.
      if (before.state === 'canceling' || before.state === 'expired' || event.has_order) return before
      return event.at >= graceEnd(before.period_end) ? expired() : before
    case 'reversed':
      return before.state === 'expired' ? before : expired()
    case 'restored':
      // The rest of the month is paid for. The customer decides about another one.
      if (before.state !== 'expired' || event.at >= before.period_end) return before
      return {
        ...before,
        state: 'canceling',
        access_until: before.period_end,
        next_try_at: before.period_end,
      }
  }
}

/** One more month. A renewal within the grace period continues where the period ended; later, a new count begins. */
function paid(
  before: SubscriptionState | undefined,
  { at, is_renewal }: { at: Date; is_renewal: boolean },
  graceEnd: (end: Date) => Date,
): SubscriptionState {
  const isRunning = before && before.state !== 'expired'
  const continued = isRunning && at < graceEnd(before.period_end) ? before : undefined
  const anchor_at = continued?.anchor_at ?? at
  const periods = (continued?.periods ?? 0) + 1
  const period_end = addMonths(anchor_at, periods)
  // A customer who canceled while our charge was in progress gets the month that was paid, and no further one.
  const hasCanceled = before?.state === 'canceling' || (is_renewal && before?.state === 'expired')
  const state = hasCanceled ? 'canceling' : 'active'
  return {
    state,
    anchor_at,
    periods,
    period_start: continued?.period_end ?? at,
    period_end,
    access_until: state === 'canceling' ? period_end : graceEnd(period_end),
    tries: 0,
    next_try_at: period_end,
  }
}

/** The same day and hour (UTC) that many months later, or the last day of a month that has no such day. */
export function addMonths(from: Date, months: number): Date {
  const day = from.getUTCDate()
  const to = new Date(from)
  to.setUTCDate(1)
  to.setUTCMonth(to.getUTCMonth() + months)
  const last = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate()
  to.setUTCDate(Math.min(day, last))
  return to
}
