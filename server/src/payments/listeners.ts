import type { OrderPurpose, PaymentFailure, Processor } from '@portico/contract/payments.ts'
import type { Db } from '#db/db.ts'
import type { Ctx } from '../ctx.ts'

/** An order as other rooms see it. */
export interface OrderFacts {
  id: string
  reference: string
  owner_id: number
  login_id: number
  processor: Processor
  purpose: OrderPurpose
  product: string | null
  amount_micros: number
  tax_micros: number
  tax_facts: Record<string, unknown>
  method_label: string
  created_at: Date
}

export interface Reversal {
  /** Of the reversal, not of the order. */
  id: string
  kind: 'refund' | 'dispute'
  amount_micros: number
  tax_micros: number
}

/**
 * What happens to an order, told in the transaction that makes it true (`db` is that transaction), once for each order. A listener
 * that throws undoes the change, which is tried again; so it only writes to the database.
 */
export interface PaymentListener {
  paid?(ctx: Ctx, db: Db, order: OrderFacts & { paid_at: Date }): Promise<void>
  failed?(ctx: Ctx, db: Db, order: OrderFacts & { failure: PaymentFailure }): Promise<void>
  /** Money went back: a credit note is due. */
  reversed?(ctx: Ctx, db: Db, order: OrderFacts, reversal: Reversal): Promise<void>
}
