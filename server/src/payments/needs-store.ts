import type { PaymentWait } from '@portico/contract/operator-payments.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/db.ts'

export interface OrderToMend {
  reference: string
  owner_id: number
  at: Date
  /** How many there are in all. */
  total: number
}

/** One partial index holds all of these. */
export const WAITING: Record<PaymentWait, RawBuilder<boolean>> = {
  held: sql`quarantine is not null`,
  disputed: sql`dispute = 'open'`,
  wire: sql`processor = 'wire' and state in ('created', 'open', 'processing')`,
}

/** Orders that wait for staff, the oldest first. */
export async function ordersToMend(db: Db, which: PaymentWait, limit: number): Promise<OrderToMend[]> {
  const { rows } = await sql<OrderToMend>`
    select reference, owner_id, created_at as at, count(*) over ()::integer as total
      from payment_orders where ${WAITING[which]} order by created_at, id limit ${limit}`.execute(db)
  return rows
}

/** Messages of the processor that could not be handled after several tries. */
export async function stuckMessages(db: Db, limit: number) {
  const { rows } = await sql<{ type: string; at: Date; total: number }>`
    select type, received_at as at, count(*) over ()::integer as total
      from payment_events where handled_at is null and tries >= 5 order by received_at limit ${limit}`.execute(db)
  return rows
}
