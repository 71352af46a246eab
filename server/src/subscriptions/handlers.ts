import type { subscriptions } from '@portico/contract/subscriptions.ts'
import type { Catalogue } from '#catalogue/index.ts'
import type { Handlers } from '#http/mount.ts'
import { activate, cancel, resume } from './change-subscription.ts'
import { getActive } from './get-active.ts'
import { getCalculator } from './get-calculator.ts'
import { getSubscriptions } from './get-subscriptions.ts'

export function subscriptionsHandlers(catalogue: Catalogue): Handlers<typeof subscriptions> {
  return {
    getActive: (ctx) => getActive(ctx, catalogue),
    getSubscriptions: (ctx) => getSubscriptions(ctx, catalogue),
    getCalculator: (ctx, input) => getCalculator(ctx, catalogue, input),
    activate,
    cancel,
    resume,
  }
}
