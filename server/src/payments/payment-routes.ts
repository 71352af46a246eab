import { payments } from '@portico/contract/payments.ts'
import { testProcessor } from '@portico/contract/test-processor.ts'
import type { FastifyInstance } from 'fastify'
import type { Ctx } from '#ctx/ctx.ts'
import type { AccessChecks } from '#http/admit.ts'
import { mount } from '#http/mount.ts'
import { paymentsHandlers, testProcessorHandlers } from './handlers.ts'
import { webhookRoutes } from './webhook-routes.ts'

/** Routes for customers and for the messages of the processor. */
export function paymentRoutes(app: FastifyInstance, ctx: Ctx, checks: AccessChecks): void {
  mount(app, ctx, checks, payments, paymentsHandlers)
  // Pressing Approve there counts as payment: with any other processor these addresses do not exist.
  if (ctx.payments.processor?.name === 'test') mount(app, ctx, checks, testProcessor, testProcessorHandlers)
  webhookRoutes(app, ctx)
}
