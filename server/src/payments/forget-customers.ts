import type { Ctx } from '#ctx/ctx.ts'
import { customersOfClosed, markDeleted } from './method-store.ts'

/**
 * Job, hourly: customers of closed accounts are deleted at the processor too, with the cards stored there. The account is erased
 * here whether the processor answers or not; a failed deletion is retried the next time.
 */
export async function forgetCustomers(ctx: Pick<Ctx, 'db' | 'clock' | 'log' | 'payments'>): Promise<number> {
  const { processor } = ctx.payments
  if (!processor) return 0
  let forgotten = 0
  for (const { owner_id, customer_ref, former_refs } of await customersOfClosed(ctx.db, processor.name)) {
    try {
      for (const ref of [customer_ref, ...former_refs]) await processor.deleteCustomer(ref)
      await markDeleted(ctx.db, owner_id, processor.name, ctx.clock.now())
      forgotten += 1
    } catch (error) {
      ctx.log.error({ err: error, owner_id }, 'deleting a customer at the processor failed, will be retried')
    }
  }
  return forgotten
}
