import { NOT_BOUGHT, type NotBought } from '@portico/contract/database-order.ts'
import type { PaymentOrder } from '@portico/contract/payments.ts'
import { may } from '@portico/contract/permissions.ts'
import { Problem } from '@portico/contract/problem.ts'
import { isMember, loginById, roleAt } from '#access/index.ts'
import { auditWithoutRequest } from '#audit/index.ts'
import type { Ctx, PaymentListener } from '#ctx/ctx.ts'
import { inTx } from '#db/tx.ts'
import { userById } from '#users/index.ts'
import { bookOrder, boughtDetail, checkOrder } from './buy.ts'
import {
  attempt,
  type CardOrderRow,
  cardOrdersOf,
  countTry,
  endCardOrder,
  lockCardOrder,
  markPaid,
  unfinishedCardOrders,
} from './card-order-store.ts'
import { textIn } from './read-databases.ts'
import { findPurchase } from './store.ts'

type CompleteCtx = Pick<Ctx, 'db' | 'clock' | 'databases' | 'log'>

const TRIES = 5
const BATCH = 50

/**
 * Buys in the transaction that credits the payment, so that nothing can come between the two. A refused purchase leaves the credit
 * as it is; any other failure is left to the job, and the credit does not wait for it.
 */
export const databaseListener: PaymentListener = {
  async paid(ctx, db, order) {
    const row = await lockCardOrder(db, order.id)
    if (row?.state !== 'waiting') return
    await markPaid(db, order.id, order.paid_at)
    await complete({ ...ctx, db }, row)
  },
  async databaseOfOrders({ db, databases, language }, order_ids) {
    const rows = await cardOrdersOf(db, order_ids)
    return new Map(
      rows.map(({ order_id, database_id, title, amount_micros, state, reason }): [string, PaymentOrder['database']] => {
        const source = databases.find(({ id }) => id === database_id)
        const shown = source ? textIn(source.title, language) : title
        return [order_id, { database_id, title: shown, price_micros: amount_micros, state, reason }]
      }),
    )
  },
}

/** Job, every two seconds: payments that were credited and have not bought yet. */
export async function completeCardOrders(ctx: CompleteCtx): Promise<void> {
  for (const order_id of await unfinishedCardOrders(ctx.db, BATCH))
    await inTx(ctx.db, async (db) => {
      const row = await lockCardOrder(db, order_id)
      if (row?.state === 'waiting') await complete({ ...ctx, db }, row)
    })
}

async function complete(ctx: CompleteCtx, row: CardOrderRow): Promise<void> {
  const { order_id } = row
  const failed = await attempt(ctx.db, () => buyFor(ctx, row))
  if (!failed) return endCardOrder(ctx.db, order_id, null, ctx.clock.now())
  const reason = reasonOf(failed.error)
  if (reason) return endCardOrder(ctx.db, order_id, reason, ctx.clock.now())
  ctx.log.error({ err: failed.error, order: order_id, tries: row.tries + 1 }, 'buying a paid database failed')
  await countTry(ctx.db, order_id)
  if (row.tries + 1 >= TRIES) await endCardOrder(ctx.db, order_id, 'failed', ctx.clock.now())
}

async function buyFor(ctx: CompleteCtx, row: CardOrderRow): Promise<void> {
  const { purchase_id: id, created_by: user_id, database_id, version, format, locations, with_updates } = row
  const login = await loginById(ctx, row.login_id)
  if (!(await mayStillBuy(ctx, row))) throw new Problem('not_allowed')
  if (login.status === 'on_hold') throw new Problem('login_on_hold')
  if (await findPurchase(ctx.db, id)) throw new Problem('already_there')
  const order = { id, database_id, version, format, locations, with_updates, amount_micros: row.amount_micros }
  await checkOrder(ctx, order)
  const { reference } = await bookOrder(ctx, { user_id, login }, order)
  if (!reference) throw new Problem('already_there')
  await auditWithoutRequest(ctx, 'database_bought', {
    ...boughtDetail(login, order, reference),
    actor: `user:${user_id}`,
  })
}

async function mayStillBuy(ctx: CompleteCtx, { owner_id, created_by }: CardOrderRow): Promise<boolean> {
  if ((await userById(ctx, created_by))?.status !== 'active') return false
  if (created_by !== owner_id && !(await isMember(ctx, owner_id, created_by))) return false
  return may(await roleAt(ctx, owner_id, created_by), 'buy_databases')
}

function reasonOf(error: unknown): NotBought | undefined {
  return error instanceof Problem ? NOT_BOUGHT.find((known) => known === error.code) : undefined
}
