import { payments } from '@portico/contract/payments.ts'
import { promo } from '@portico/contract/promo.ts'
import { testProcessor } from '@portico/contract/test-processor.ts'
import type { FastifyInstance } from 'fastify'
import { type Mounting, mount } from '#http/mount.ts'
import { paymentsHandlers, testProcessorHandlers } from '#payments/handlers.ts'
import { webhookRoutes } from '#payments/webhook-routes.ts'
import { promoHandlers } from '#promo/handlers.ts'
import type { Ctx } from './ctx.ts'

/** The areas where money comes in. */
export function mountMoney(app: FastifyInstance, ctx: Ctx, to: Mounting): void {
  mount(app, ctx, to, payments, paymentsHandlers)
  // Whoever presses Approve there has paid: with any other processor these addresses do not exist.
  if (ctx.payments.processor?.name === 'test') mount(app, ctx, to, testProcessor, testProcessorHandlers)
  webhookRoutes(app, ctx)
  mount(app, ctx, to, promo, promoHandlers)
}
