import type { PaymentWait } from '@portico/contract/operator-payments.ts'
import { ORDER_STATUSES, type OrderStatus, PROCESSORS, type Processor } from '@portico/contract/payments.ts'
import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { type NamedWords, namedBy } from '#db/named-by.ts'
import { WAITING } from './needs-store.ts'
import type { OrderRow } from './order-store.ts'

const STATUS = sql<OrderStatus>`case when state <> 'paid' then state when dispute = 'open' then 'disputed'
  when dispute = 'lost' then 'dispute_lost' when refunded_micros = amount_micros then 'refunded'
  when refunded_micros > 0 then 'partly_refunded' else 'paid' end`

export type PagedOrder = OrderRow & { status: OrderStatus; login: string }

function ordersWithLogin(db: Db) {
  return db
    .selectFrom('payment_orders')
    .innerJoin('api_logins', 'api_logins.id', 'payment_orders.login_id')
    .selectAll('payment_orders')
    .select(['api_logins.login', STATUS.as('status')])
}

export function pagedOrder(db: Db, owner_id: number, id: string): Promise<PagedOrder | undefined> {
  return ordersWithLogin(db)
    .where('payment_orders.id', '=', id)
    .where('payment_orders.owner_id', '=', owner_id)
    .executeTakeFirst()
}

/** Those that the words name by reference, card, id or amount, newest first. */
export function ordersNamed(db: Db, owner_id: number, words: NamedWords, limit: number) {
  return db
    .selectFrom('payment_orders')
    .select(['id', 'reference', 'method_label', 'amount_micros', 'tax_micros', 'created_at'])
    .where('owner_id', '=', owner_id)
    .where(namedBy(words, sql`concat(reference, ' ', method_label)`))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

interface OrderFilter {
  status?: OrderStatus | undefined
  processor?: Processor | undefined
  waits?: PaymentWait | undefined
  from?: Date | undefined
  until?: Date | undefined
  before?: { at: Date; id: string } | undefined
  limit: number
}

/** Newest first, those after `before`. */
export function pageOfOrders(db: Db, owner_id: number | undefined, filter: OrderFilter): Promise<PagedOrder[]> {
  const { status, processor, waits, from, until, before, limit } = filter
  return ordersWithLogin(db)
    .$if(owner_id !== undefined, (query) => query.where('payment_orders.owner_id', '=', owner_id ?? 0))
    .$if(status !== undefined, (query) => query.where(STATUS, '=', status ?? ORDER_STATUSES[0]))
    .$if(processor !== undefined, (query) => query.where('payment_orders.processor', '=', processor ?? PROCESSORS[0]))
    .$if(waits !== undefined, (query) => query.where(WAITING[waits ?? 'wire']))
    .$if(from !== undefined, (query) => query.where('payment_orders.created_at', '>=', from ?? new Date(0)))
    .$if(until !== undefined, (query) => query.where('payment_orders.created_at', '<', until ?? new Date(0)))
    .$if(before !== undefined, (query) =>
      query.where(
        sql<boolean>`(payment_orders.created_at, payment_orders.id) < (${before?.at}::timestamptz, ${before?.id}::uuid)`,
      ),
    )
    .orderBy('payment_orders.created_at', 'desc')
    .orderBy('payment_orders.id', 'desc')
    .limit(limit)
    .execute()
}
