import type { SubscriptionState } from '@portico/contract/subscriptions.ts'
import type { StoredState } from './transition.ts'

/**
 * The state shown to a customer. A payment in progress shows where nothing else gives access; a grant of the operator needs no
 * subscription, and is shown unless one is running anyway.
 */
export function shownState(
  stored: StoredState | undefined,
  { is_given, has_open_order }: { is_given: boolean; has_open_order: boolean },
): SubscriptionState {
  if (stored === 'active' || stored === 'canceling' || stored === 'past_due') return stored
  if (has_open_order) return 'pending'
  if (is_given) return 'not_required'
  return stored ?? 'inactive'
}
