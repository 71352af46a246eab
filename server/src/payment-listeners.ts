import { billingListener } from '#billing/index.ts'
import { paymentEventListener } from '#business-events/index.ts'
import type { PaymentListener } from '#ctx/ctx.ts'
import { databaseListener } from '#databases/index.ts'
import { promoListener } from '#promo/index.ts'
import { rechargeListener } from '#recharge/index.ts'
import { subscriptionListener } from '#subscriptions/index.ts'

/** Listeners of payments, in this order: promotions and documents before what they may unlock. */
export const paymentListeners: PaymentListener[] = [
  promoListener,
  billingListener,
  subscriptionListener,
  rechargeListener,
  databaseListener,
  paymentEventListener,
]
