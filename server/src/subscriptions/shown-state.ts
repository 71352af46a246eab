import type { SubscriptionState } from '@portico/contract/subscriptions.ts'
import type { StoredState } from './transition.ts'

/**
 * What a customer reads. A payment that is under way shows where nothing else lets them in; what the operator gave by hand needs
 * no subscription, and says so unless one is running anyway.
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
