import { randomUUID } from 'node:crypto'
import type { Micros } from '@portico/contract/money.ts'
import { Problem } from '@portico/contract/problem.ts'
import type { Ctx, PaymentListener } from '#ctx/ctx.ts'
import type { Db } from '#db/db.ts'
import { promoReturns } from '#ledger/books/index.ts'
import { bookingId, bookMoney } from '#ledger/index.ts'
import { bonusOn, leftOf } from './bonus.ts'
import {
  addSpent,
  codesOfPayments,
  creditedOn,
  endWaiting,
  insertCode,
  listCodes,
  lockCode,
  lockCodeById,
  setEnd,
  waitingUse,
} from './store.ts'

/**
 * Promo codes: an amount that is credited when the code is redeemed, or a percentage that waits for the next time the account adds
 * funds. Each account uses a code once; a budget is never exceeded, because spending from it locks the row of the code.
 */
export async function waitingPromo(ctx: Pick<Ctx, 'db'>, owner_id: number) {
  const row = await waitingUse(ctx.db, owner_id)
  if (!row || row.percent === null || leftOf(row) === 0) return null
  const { code, percent, max_micros } = row
  return { code, percent, max_micros }
}

/** The bonus of the waiting percentage on a payment of this amount. */
export async function promoOn(ctx: Pick<Ctx, 'db'>, owner_id: number, amount_micros: Micros): Promise<Micros> {
  const row = await waitingUse(ctx.db, owner_id)
  return row ? bonusOn(row, amount_micros) : 0
}

/** The bonus credited on top of each of these orders. */
export function promoOfOrders(ctx: Pick<Ctx, 'db'>, order_ids: string[]): Promise<Map<string, Micros>> {
  return creditedOn(ctx.db, order_ids)
}

interface Paid {
  id: string
  reference: string
  owner_id: number
  login_id: number
  purpose: string
  amount_micros: Micros
}

/** A refunded or restored part of a payment: the rest of the payment before and after it. */
interface Reversed {
  left_before_micros: Micros
  left_micros: Micros
}

/**
 * Credits the waiting percentage of an account, in the transaction that makes its order paid. Only when a customer adds funds: an
 * automatic charge shows no bonus beforehand.
 */
export async function creditWaitingPromo(ctx: Pick<Ctx, 'clock'>, db: Db, order: Paid): Promise<void> {
  if (order.purpose !== 'top_up') return
  const waiting = await waitingUse(db, order.owner_id)
  if (!waiting) return
  const code = await lockCodeById(db, waiting.id)
  const bonus = bonusOn(code, order.amount_micros)
  const outcome = { order_id: order.id, amount_micros: bonus || null, credited_at: ctx.clock.now() }
  if (!(await endWaiting(db, { code_id: code.id, owner_id: order.owner_id }, outcome)) || bonus === 0) return
  await addSpent(db, code.id, bonus)
  await bookMoney(
    { db, clock: ctx.clock },
    {
      id: bookingId('promo', `order ${order.id}`),
      kind: 'promo',
      memo: `${code.code}, ${order.reference}`,
      actor: 'system',
      login_id: order.login_id,
      world: 'world:promos',
      amount_micros: bonus,
    },
  )
}

/**
 * A refund takes back its part of the percentage, otherwise it would leave a gift, and a reversed refund restores it. The part
 * follows from all refunds together, so that the parts of many refunds sum to the whole.
 */
export async function followPromo(ctx: Pick<Ctx, 'clock'>, db: Db, order: Paid, reversal: Reversed): Promise<void> {
  const bonus = await bonusOf({ db }, order)
  const gone = (left: Micros) => Number((bonus * BigInt(order.amount_micros - left)) / BigInt(order.amount_micros))
  const amount_micros = gone(reversal.left_before_micros) - gone(reversal.left_micros)
  const memo = `${amount_micros < 0 ? 'taken back' : 'given back'}, ${order.reference}`
  await bookPart(ctx, db, order, { id: randomUUID(), memo, amount_micros })
}

/** The share of the order's percentage that belongs to a part of its amount, at most. */
async function promoPart(
  { db }: Pick<Ctx, 'db'>,
  order: Pick<Paid, 'id' | 'amount_micros'>,
  amount_micros: Micros,
): Promise<Micros> {
  const whole = BigInt(order.amount_micros)
  return Number(((await bonusOf({ db }, order)) * BigInt(amount_micros) + whole - 1n) / whole)
}

async function bonusOf({ db }: Pick<Ctx, 'db'>, { id }: Pick<Paid, 'id'>): Promise<bigint> {
  return BigInt((await creditedOn(db, [id])).get(id) ?? 0)
}

async function bookPart(
  { clock }: Pick<Ctx, 'clock'>,
  db: Db,
  { login_id }: Pick<Paid, 'login_id'>,
  part: { id: string; memo: string; amount_micros: Micros },
): Promise<void> {
  if (part.amount_micros === 0) return
  await bookMoney({ db, clock }, { ...part, kind: 'promo', actor: 'system', login_id, world: 'world:promos' })
}

/** The listener of payments. */
export const promoListener: PaymentListener = {
  paid: creditWaitingPromo,
  reversed: followPromo,
  restored: followPromo,
  waitingPromo,
  promoOn,
  promoOfOrders,
  promoOfPart: promoPart,
}

/** Creates a code for the operator. An existing code is not changed. */
export async function addPromo(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  row: Omit<Parameters<typeof insertCode>[1], 'created_at'>,
): Promise<void> {
  if (!(await insertCode(ctx.db, { ...row, created_at: ctx.clock.now() }))) throw new Problem('already_there')
}

export async function promoRows(ctx: Pick<Ctx, 'db'>, code?: string) {
  const rows = await listCodes(ctx.db, code)
  const returned = await returnedByCode(ctx)
  return rows.map(({ id, starts_at, ends_at, ...row }) => ({
    ...row,
    returned_micros: returned.get(id) ?? 0,
    starts_at: starts_at?.toISOString() ?? null,
    ends_at: ends_at?.toISOString() ?? null,
  }))
}

/** What refunds of payments took back of each code. */
async function returnedByCode({ db }: Pick<Ctx, 'db'>): Promise<Map<number, Micros>> {
  const returns = await promoReturns(db)
  const sums = new Map<number, Micros>()
  if (returns.size === 0) return sums
  for (const { code_id, reference } of await codesOfPayments(db, [...returns.keys()]))
    sums.set(code_id, (sums.get(code_id) ?? 0) + (returns.get(reference) ?? 0))
  return sums
}

/** Ends a code: no account can redeem it from now on; waiting percentages remain valid. False where it was over already. */
export async function endPromo(ctx: Pick<Ctx, 'db' | 'clock'>, code: string): Promise<boolean> {
  const row = await lockCode(ctx.db, code)
  if (!row) throw new Problem('promo_unknown')
  const now = ctx.clock.now()
  if (row.ends_at && row.ends_at <= now) return false
  await setEnd(ctx.db, row.id, now)
  return true
}
