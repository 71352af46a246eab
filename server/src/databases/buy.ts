import { randomBytes } from 'node:crypto'
import { type databases, orderPrice, UPDATE_DAYS } from '@portico/contract/databases.ts'
import type { Input } from '@portico/contract/endpoint.ts'
import { may } from '@portico/contract/permissions.ts'
import { Problem } from '@portico/contract/problem.ts'
import { activeLogin, lockTeam, roleOf } from '#access/room.ts'
import { audit } from '#audit/room.ts'
import { inTx } from '#db/tx.ts'
import { needPasswordForMoney } from '#http/need-password.ts'
import { bookPurchase } from '#ledger/room.ts'
import type { UserCtx } from '../ctx.ts'
import { idFrom } from '../keys.ts'
import { coverageOf, offerOf } from './shop.ts'
import { showPurchase } from './show-purchases.ts'
import { findPurchase, insertPurchase, type PurchaseRow } from './store.ts'
import { lockOffer } from './version-store.ts'

type Order = Input<typeof databases.buy>
const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Takes the money and writes the purchase down in one transaction: whatever dies, there is either both or neither. The files
 * are made afterwards, and the money goes back if that cannot be done.
 */
export async function buy(ctx: UserCtx, order: Order) {
  needPasswordForMoney(ctx)
  const { row, available_micros } = await inTx(ctx.db, async (db) => {
    const within = { ...ctx, db }
    const login = await activeLogin(within)
    // Whoever lost the right since the request was let in buys nothing.
    await lockTeam(within, login.owner_id)
    if (!may(await roleOf(within), 'buy_databases')) throw new Problem('not_allowed')
    if (login.status === 'on_hold') throw new Problem('login_on_hold')
    const wanted = { ...order, locations: [...new Set(order.locations)].toSorted() }
    const bought = await findPurchase(db, order.id)
    if (!bought) await checkOrder(within, wanted)
    else if (bought.owner_id !== login.owner_id || !isSame(bought, wanted)) throw new Problem('already_there')
    const { is_fresh, available_micros } = await bookPurchase(within, {
      id: bookingId(order.id),
      login_id: bought?.login_id ?? login.id,
      amount_micros: order.amount_micros,
      memo: `database ${order.database_id} ${order.version}, ${wanted.locations.join(' ')}`,
      actor: `user:${ctx.session.user_id}`,
    })
    if (is_fresh) await writeDown(within, login, wanted)
    const row = await findPurchase(db, order.id)
    if (!row) throw new Problem('already_there')
    return { row, available_micros }
  })
  const { id, owner_id } = row
  return { purchase: await showPurchase(ctx, { id, owner_id, language: ctx.language }), available_micros }
}

/** What the page showed is what is for sale now, and stays so until the purchase is written down. */
async function checkOrder(ctx: UserCtx, { database_id, version, locations, with_updates, amount_micros }: Order) {
  await lockOffer(ctx.db, database_id, 'buy')
  const offer = await offerOf(ctx, database_id)
  const coverage = coverageOf(offer)
  const isCovered = locations.every((location) => coverage.some((one) => one.location === location))
  const { total_micros } = orderPrice(coverage, locations, with_updates)
  if (offer.current.version !== version || !isCovered || total_micros !== amount_micros)
    throw new Problem('order_changed')
}

async function writeDown(ctx: UserCtx, login: { id: number; owner_id: number; login: string }, order: Order) {
  const { id, database_id, version, format, locations, amount_micros, with_updates } = order
  const now = ctx.clock.now()
  const { source } = await offerOf(ctx, database_id)
  const reference = `DB-${randomBytes(5).toString('hex').toUpperCase()}`
  await insertPurchase(ctx.db, {
    id,
    reference,
    owner_id: login.owner_id,
    login_id: login.id,
    created_by: ctx.session.user_id,
    database_id,
    title: source.title.en ?? database_id,
    version,
    format,
    locations,
    amount_micros,
    updates_until: with_updates ? new Date(now.getTime() + UPDATE_DAYS * DAY_MS) : null,
    created_at: now,
  })
  await audit(ctx, 'database_bought', {
    user_id: login.owner_id,
    detail: { login: login.login, database: database_id, version, amount_micros, reference },
  })
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
