import { payments } from '@portico/contract/payments.ts'
import { testProcessor } from '@portico/contract/test-processor.ts'
import type { FastifyInstance } from 'fastify'
import type { Ctx } from '#ctx/ctx.ts'
import { type Mounting, mount } from '#http/mount.ts'
import { paymentsHandlers, testProcessorHandlers } from './handlers.ts'
import { webhookRoutes } from './webhook-routes.ts'

/** Routes for customers and for the processor's messages. */
export function paymentRoutes(app: FastifyInstance, ctx: Ctx, to: Mounting): void {
  mount(app, ctx, to, payments, paymentsHandlers)
  // Pressing Approve there counts as payment: with any other processor these addresses do not exist.
  if (ctx.payments.processor?.name === 'test') mount(app, ctx, to, testProcessor, testProcessorHandlers)
  webhookRoutes(app, ctx)
}
