import type { Insertable } from 'kysely'
import type { Db } from '#db/db.ts'
import type { Tables } from '#db/tables.ts'

const CODE = [
  'id',
  'code',
  'amount_micros',
  'percent',
  'max_micros',
  'budget_micros',
  'spent_micros',
  'starts_at',
  'ends_at',
  'note',
] as const

/** Locked until the end of the transaction: no other redemption spends from its budget meanwhile. */
export function lockCode(db: Db, code: string) {
  return db.selectFrom('promo_codes').select(CODE).where('code', '=', code).forUpdate().executeTakeFirst()
}

export function lockCodeById(db: Db, id: number) {
  return db.selectFrom('promo_codes').select(CODE).where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
}

export type CodeRow = NonNullable<Awaited<ReturnType<typeof lockCode>>>

export async function insertCode(db: Db, row: Insertable<Tables['promo_codes']>): Promise<boolean> {
  const added = await db
    .insertInto('promo_codes')
    .values(row)
    .onConflict((on) => on.column('code').doNothing())
    .returning('id')
    .executeTakeFirst()
  return added !== undefined
}

/** Newest first, with the number of accounts that used each and of those that wait. */
export function listCodes(db: Db, code?: string) {
  return db
    .selectFrom('promo_codes')
    .leftJoin('promo_uses', 'promo_uses.code_id', 'promo_codes.id')
    .select(CODE.map((name) => `promo_codes.${name}` as const))
    .select(({ fn }) => [
      fn.count<number>('promo_uses.owner_id').as('uses'),
      fn.count<number>('promo_uses.owner_id').filterWhere('promo_uses.credited_at', 'is', null).as('waiting'),
    ])
    .$if(code !== undefined, (query) => query.where('promo_codes.code', '=', code ?? ''))
    .groupBy('promo_codes.id')
    .orderBy('promo_codes.id', 'desc')
    .execute()
}

/** Which code gave the bonus of these payments. */
export function codesOfPayments(db: Db, references: string[]) {
  return db
    .selectFrom('promo_uses')
    .innerJoin('payment_orders', 'payment_orders.id', 'promo_uses.order_id')
    .select(['promo_uses.code_id', 'payment_orders.reference'])
    .where('payment_orders.reference', 'in', references)
    .execute()
}

/** It cannot be redeemed from that moment on. */
export async function setEnd(db: Db, id: number, ends_at: Date): Promise<void> {
  await db.updateTable('promo_codes').set({ ends_at }).where('id', '=', id).execute()
}

export async function addSpent(db: Db, id: number, amount_micros: number): Promise<void> {
  await db
    .updateTable('promo_codes')
    .set((is) => ({ spent_micros: is('spent_micros', '+', amount_micros) }))
    .where('id', '=', id)
    .execute()
}

export async function hasUsed(db: Db, code_id: number, owner_id: number): Promise<boolean> {
  const row = await db
    .selectFrom('promo_uses')
    .select('used_at')
    .where('code_id', '=', code_id)
    .where('owner_id', '=', owner_id)
    .executeTakeFirst()
  return row !== undefined
}

/** False where the account has used this code, or another percentage of it waits. */
export async function insertUse(db: Db, row: Insertable<Tables['promo_uses']>): Promise<boolean> {
  const added = await db
    .insertInto('promo_uses')
    .values(row)
    .onConflict((on) => on.doNothing())
    .returning('code_id')
    .executeTakeFirst()
  return added !== undefined
}

/** The percentage of an account that waits for its next payment, with its code. */
export function waitingUse(db: Db, owner_id: number) {
  return db
    .selectFrom('promo_uses')
    .innerJoin('promo_codes', 'promo_codes.id', 'promo_uses.code_id')
    .select(CODE.map((name) => `promo_codes.${name}` as const))
    .where('promo_uses.owner_id', '=', owner_id)
    .where('promo_uses.credited_at', 'is', null)
    .executeTakeFirst()
}

/** Ends the waiting of a percentage; false where it does not wait any more. */
export async function endWaiting(
  db: Db,
  { code_id, owner_id }: { code_id: number; owner_id: number },
  outcome: { order_id: string | null; amount_micros: number | null; credited_at: Date },
): Promise<boolean> {
  const row = await db
    .updateTable('promo_uses')
    .set(outcome)
    .where('code_id', '=', code_id)
    .where('owner_id', '=', owner_id)
    .where('credited_at', 'is', null)
    .returning('code_id')
    .executeTakeFirst()
  return row !== undefined
}

/** The codes an account used, newest first; a percentage was credited to the login of the payment. */
export function usesOf(db: Db, owner_id: number) {
  return db
    .selectFrom('promo_uses')
    .innerJoin('promo_codes', 'promo_codes.id', 'promo_uses.code_id')
    .leftJoin('payment_orders', 'payment_orders.id', 'promo_uses.order_id')
    .innerJoin('api_logins', (join) =>
      join.on((is) => is('api_logins.id', '=', is.fn.coalesce('payment_orders.login_id', 'promo_uses.login_id'))),
    )
    .select([
      'promo_codes.code',
      'promo_codes.percent',
      'promo_codes.max_micros',
      'promo_codes.budget_micros',
      'promo_uses.amount_micros',
      'promo_uses.used_at',
      'promo_uses.credited_at',
      'api_logins.login',
    ])
    .where('promo_uses.owner_id', '=', owner_id)
    .orderBy('promo_uses.used_at', 'desc')
    .orderBy('promo_codes.id', 'desc')
    .execute()
}

/** The bonus credited on top of these orders. */
export async function creditedOn(db: Db, order_ids: string[]): Promise<Map<string, number>> {
  if (order_ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('promo_uses')
    .select(['order_id', 'amount_micros'])
    .where('order_id', 'in', order_ids)
    .execute()
  return new Map(rows.flatMap(({ order_id, amount_micros }) => (order_id ? [[order_id, amount_micros ?? 0]] : [])))
}
