import type { Ctx } from '#ctx/ctx.ts'
import { customersOfClosed, markDeleted } from './method-store.ts'

/**
 * Job, hourly: who closed their account is deleted at the processor too, with the cards stored there. The account is erased here
 * whether the processor answers or not; what could not be deleted is tried again the next time.
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
      ctx.log.error({ err: error, owner_id }, 'customer could not be deleted at the processor, will be tried again')
    }
  }
  return forgotten
}
