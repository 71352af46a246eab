import type { subscriptions } from '@portico/contract/subscriptions.ts'
import type { Handlers } from '#http/mount.ts'
import { activate, cancel, resume } from './change-subscription.ts'
import { getActive } from './get-active.ts'
import { getCalculator } from './get-calculator.ts'
import { getSubscriptions } from './get-subscriptions.ts'

export const subscriptionsHandlers: Handlers<typeof subscriptions> = {
  getActive,
  getSubscriptions,
  getCalculator,
  activate,
  cancel,
  resume,
}
