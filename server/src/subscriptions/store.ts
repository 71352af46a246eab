import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { SubscriptionState } from './transition.ts'

export interface SubscriptionRow extends SubscriptionState {
  owner_id: number
  product: string
  login_id: number
  price_micros: number
  price_version: string
  order_id: string
  method_label: string
  announced_version: string | null
  announced_at: Date | null
}

const ROW = [
  'owner_id',
  'product',
  'state',
  'login_id',
  'anchor_at',
  'periods',
  'period_start',
  'period_end',
  'access_until',
  'price_micros',
  'price_version',
  'order_id',
  'method_label',
  'tries',
  'next_try_at',
  'announced_version',
  'announced_at',
] as const

export function rowsOf(db: Db, owner_id: number): Promise<SubscriptionRow[]> {
  return db.selectFrom('subscriptions').select(ROW).where('owner_id', '=', owner_id).execute()
}

/** Locked until the end of the transaction. */
export function lockRow(db: Db, owner_id: number, product: string): Promise<SubscriptionRow | undefined> {
  return db
    .selectFrom('subscriptions')
    .select(ROW)
    .where('owner_id', '=', owner_id)
    .where('product', '=', product)
    .forUpdate()
    .executeTakeFirst()
}

export async function putRow(db: Db, { owner_id, product, ...row }: SubscriptionRow, now: Date): Promise<void> {
  const change = { ...row, changed_at: now }
  await db
    .insertInto('subscriptions')
    .values({ owner_id, product, ...change })
    .onConflict((on) => on.columns(['owner_id', 'product']).doUpdateSet(change))
    .execute()
}

/** Nothing is renewed for an account that is being closed; if the closing is withdrawn, the next run continues. */
const ACCOUNT_STAYS = sql<boolean>`account_closes_at(owner_id) is null`

/** Subscriptions whose next step is due by the clock. A disabled account waits as it is, and is not charged. */
export function dueRows(db: Db, now: Date): Promise<{ owner_id: number; product: string }[]> {
  return db
    .selectFrom('subscriptions')
    .innerJoin('users', 'users.id', 'subscriptions.owner_id')
    .select(['owner_id', 'product'])
    .where('users.status', '=', 'active')
    .where('state', '!=', 'expired')
    .where('next_try_at', '<=', now)
    .where(ACCOUNT_STAYS)
    .orderBy('next_try_at')
    .limit(500)
    .execute()
}

/** Subscriptions that will be renewed after this moment. */
export function rowsToRenew(db: Db, product: string, after: Date): Promise<SubscriptionRow[]> {
  return db
    .selectFrom('subscriptions')
    .select(ROW)
    .where('product', '=', product)
    .where('state', '=', 'active')
    .where('period_end', '>=', after)
    .where(ACCOUNT_STAYS)
    .execute()
}

export async function markAnnounced(db: Db, row: SubscriptionRow, version: string, now: Date): Promise<void> {
  await db
    .updateTable('subscriptions')
    .set({ announced_version: version, announced_at: now, changed_at: now })
    .where('owner_id', '=', row.owner_id)
    .where('product', '=', row.product)
    .execute()
}

/** False when this payment has its period already. */
export async function addPeriod(db: Db, row: SubscriptionRow, at: Date): Promise<boolean> {
  const { owner_id, product, order_id, period_start, period_end, price_micros, price_version, method_label } = row
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('subscription_periods')
    .values({
      order_id,
      owner_id,
      product,
      period_start,
      period_end,
      price_micros,
      price_version,
      method_label,
      at,
    })
    .onConflict((on) => on.column('order_id').doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

export function periodsOf(db: Db, owner_id: number, limit: number) {
  return db
    .selectFrom('subscription_periods')
    .select(['order_id', 'product', 'period_start', 'period_end', 'price_micros', 'method_label', 'at'])
    .where('owner_id', '=', owner_id)
    .orderBy('at', 'desc')
    .orderBy('order_id')
    .limit(limit)
    .execute()
}

export interface SubscriptionOrder {
  order_id: string
  owner_id: number
  product: string
  price_version: string
  is_renewal: boolean
}

/** The same order again changes nothing. */
export async function addOrder(db: Db, order: SubscriptionOrder, now: Date): Promise<void> {
  await db
    .insertInto('subscription_orders')
    .values({ ...order, at: now })
    .onConflict((on) => on.column('order_id').doNothing())
    .execute()
}

export function findOrder(db: Db, order_id: string): Promise<SubscriptionOrder | undefined> {
  return db
    .selectFrom('subscription_orders')
    .select(['order_id', 'owner_id', 'product', 'price_version', 'is_renewal'])
    .where('order_id', '=', order_id)
    .executeTakeFirst()
}

/** The number of orders of an account for a product, by hand or by renewal. */
export async function countOrders(db: Db, owner_id: number, product: string): Promise<number> {
  const { count } = await db
    .selectFrom('subscription_orders')
    .select((is) => is.fn.countAll<number>().as('count'))
    .where('owner_id', '=', owner_id)
    .where('product', '=', product)
    .executeTakeFirstOrThrow()
  return Number(count)
}
