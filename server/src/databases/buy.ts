import { randomBytes } from 'node:crypto'
import { type databases, orderPrice, UPDATE_DAYS } from '@portico/contract/databases.ts'
import type { Input } from '@portico/contract/endpoint.ts'
import { Problem } from '@portico/contract/problem.ts'
import { DAY_MS } from '@portico/contract/time.ts'
import { activeLoginFor } from '#access/index.ts'
import { audit } from '#audit/index.ts'
import { idFrom } from '#crypto/keys.ts'
import type { Ctx, UserCtx } from '#ctx/ctx.ts'
import { inTx } from '#db/tx.ts'
import { bookPurchase, recallLeases } from '#ledger/outgoing/index.ts'
import { coverageOf, offerOf } from './shop.ts'
import { showPurchase } from './show-purchases.ts'
import { findPurchase, insertPurchase, type PurchaseRow } from './store.ts'
import { lockOffer } from './version-store.ts'

export type Order = Input<typeof databases.buy>

/**
 * Takes the money and records the purchase in one transaction: after a crash there is either both or neither. The files are made
 * afterwards, and the money is refunded if that fails.
 */
export async function buy(ctx: UserCtx, input: Order) {
  const order = inOrder(input)
  await recallLeases(ctx, [(await loginToBuyFor(ctx)).id])
  const { row, available_micros } = await inTx(ctx.db, async (db) => {
    const within = { ...ctx, db }
    const login = await loginToBuyFor(within)
    const bought = await findPurchase(db, order.id)
    if (!bought) await checkOrder(within, order)
    else if (bought.owner_id !== login.owner_id || !isSame(bought, order)) throw new Problem('already_there')
    const buyer = { user_id: ctx.session.user_id, login: bought ? { ...login, id: bought.login_id } : login }
    const { reference, available_micros } = await bookOrder(within, buyer, order)
    if (reference) await audit(within, 'database_bought', boughtDetail(login, order, reference))
    const row = await findPurchase(db, order.id)
    if (!row) throw new Problem('already_there')
    return { row, available_micros }
  })
  const { id, owner_id } = row
  return { purchase: await showPurchase(ctx, { id, owner_id, language: ctx.language }), available_micros }
}

/** Every location once, as the purchase stores them. */
export function inOrder(order: Order): Order {
  return { ...order, locations: [...new Set(order.locations)].toSorted() }
}

/** The active login, unless it is on hold. */
export async function loginToBuyFor(ctx: UserCtx) {
  const login = await activeLoginFor(ctx, 'buy_databases')
  if (login.status === 'on_hold') throw new Problem('login_on_hold')
  return login
}

export interface Buyer {
  user_id: number
  login: { id: number; owner_id: number; login: string }
}

type BookingCtx = Pick<Ctx, 'db' | 'clock' | 'databases'>

/** Books the price and records the purchase; without a reference it was booked before. */
export async function bookOrder(ctx: BookingCtx, buyer: Buyer, order: Order) {
  const { is_fresh, available_micros } = await bookPurchase(ctx, {
    id: bookingId(order.id),
    login_id: buyer.login.id,
    amount_micros: order.amount_micros,
    memo: `database ${order.database_id} ${order.version}, ${order.locations.join(' ')}`,
    actor: `user:${buyer.user_id}`,
  })
  return { reference: is_fresh ? await writeDown(ctx, buyer, order) : undefined, available_micros }
}

export function boughtDetail(
  { owner_id, login }: Buyer['login'],
  { database_id, version, amount_micros }: Order,
  reference: string,
) {
  return { user_id: owner_id, detail: { login, database: database_id, version, amount_micros, reference } }
}

/** The offer shown on the page is the current one, and remains so until the purchase is recorded. */
export async function checkOrder(
  ctx: BookingCtx,
  { database_id, version, locations, with_updates, amount_micros }: Order,
): Promise<void> {
  await lockOffer(ctx.db, database_id, 'buy')
  const offer = await offerOf(ctx, database_id)
  const coverage = coverageOf(offer)
  const isCovered = locations.every((location) => coverage.some((one) => one.location === location))
  const { total_micros } = orderPrice(coverage, locations, with_updates)
  if (offer.current.version !== version || !isCovered || total_micros !== amount_micros)
    throw new Problem('order_changed')
}

async function writeDown(ctx: BookingCtx, { user_id, login }: Buyer, order: Order): Promise<string> {
  const { id, database_id, version, format, locations, amount_micros, with_updates } = order
  const now = ctx.clock.now()
  const { source } = await offerOf(ctx, database_id)
  const reference = `DB-${randomBytes(5).toString('hex').toUpperCase()}`
  await insertPurchase(ctx.db, {
    id,
    reference,
    owner_id: login.owner_id,
    login_id: login.id,
    created_by: user_id,
    database_id,
    title: source.title.en ?? database_id,
    version,
    format,
    locations,
    amount_micros,
    updates_until: with_updates ? new Date(now.getTime() + UPDATE_DAYS * DAY_MS) : null,
    created_at: now,
  })
  return reference
}

function isSame(row: PurchaseRow, order: Order): boolean {
  return (
    row.database_id === order.database_id &&
    row.version === order.version &&
    row.format === order.format &&
    row.amount_micros === order.amount_micros &&
    (row.updates_until !== null) === order.with_updates &&
    row.locations.join() === order.locations.join()
  )
}

export function bookingId(purchase_id: string): string {
  return idFrom(`purchase:${purchase_id}`)
}
