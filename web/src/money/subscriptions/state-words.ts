import type { Subscription, SubscriptionState } from '@portico/contract/subscriptions.ts'
import type { MessageKey, Values } from '#i18n/i18n.tsx'
import type { BadgeTone } from '#ui/show/badge.tsx'

/** A state in a word. */
export const STATE_BADGES: Record<SubscriptionState, { tone: BadgeTone; label: MessageKey }> = {
  not_required: { tone: 'good', label: 'Not required' },
  inactive: { tone: 'neutral', label: 'Inactive' },
  pending: { tone: 'accent', label: 'Payment pending' },
  active: { tone: 'good', label: 'Active' },
  canceling: { tone: 'warn', label: 'Ends soon' },
  past_due: { tone: 'bad', label: 'Past due' },
  expired: { tone: 'neutral', label: 'Expired' },
}

/** The customer's options, the main one first. */
export type SubscriptionAction = 'activate' | 'pay' | 'continue' | 'drop' | 'cancel' | 'resume'

/** The meaning of the state for the reader; `date` formats a day, `money` an amount. */
export function stateSentence(
  { state, price, period_end, access_until, next_try_at }: Subscription,
  { date, money }: { date: (at: string) => string; money: (micros: number) => string },
): { text: MessageKey; values?: Values } {
  switch (state) {
    case 'not_required':
      return { text: 'Access was set up for this login by support. You do not need to subscribe.' }
    case 'inactive':
      return price
        ? { text: 'Requests are refused with code 40204 until you activate it. The sandbox works without it.' }
        : { text: 'This product is activated by support. Please contact them.' }
    case 'pending':
      return { text: 'Requests are accepted within a second after the payment is confirmed.' }
    case 'active':
      return {
        text: 'Renews on {date} for {amount}.',
        values: { date: date(period_end ?? ''), amount: money(price?.micros ?? 0) },
      }
    case 'canceling':
      return { text: 'Canceled. Requests are accepted until {date}.', values: { date: date(period_end ?? '') } }
    case 'past_due':
      return next_try_at !== null && access_until !== null && next_try_at < access_until
        ? {
            text: 'The renewal could not be charged. We will try again on {date}; requests are accepted until {until}.',
            values: { date: date(next_try_at), until: date(access_until) },
          }
        : {
            text: 'The renewal could not be charged. Requests are accepted until {until}.',
            values: { until: date(access_until ?? '') },
          }
    case 'expired':
      return {
        text: 'Ended on {date}. Requests are refused with code 40204.',
        values: { date: date(period_end ?? '') },
      }
  }
}

export function actionsOf({
  state,
  price,
  order,
}: Pick<Subscription, 'state' | 'price' | 'order'>): SubscriptionAction[] {
  if (!price) return state === 'active' ? ['cancel'] : []
  switch (state) {
    case 'not_required':
      return []
    case 'inactive':
    case 'expired':
      return ['activate']
    case 'pending':
      return order?.pay_url ? ['continue', 'drop'] : []
    case 'active':
      return ['cancel']
    case 'canceling':
      return ['resume']
    case 'past_due':
      return order?.pay_url ? ['continue', 'drop'] : ['pay', 'cancel']
  }
}
