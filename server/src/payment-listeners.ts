import { billingListener } from '#billing/room.ts'
import { databaseListener } from '#databases/room.ts'
import { promoListener } from '#promo/room.ts'
import { rechargeListener } from '#recharge/room.ts'
import { subscriptionListener } from '#subscriptions/room.ts'
import type { PaymentListener } from './ctx.ts'

/** Who hears of payments, in this order: promotions and documents before what they may unlock. */
export const paymentListeners: PaymentListener[] = [
  promoListener,
  billingListener,
  subscriptionListener,
  rechargeListener,
  databaseListener,
]
