import { DAY_MS } from '@portico/contract/time.ts'
import { orderIdOf } from '#crypto/keys.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { inTx } from '#db/tx.ts'
import { balanceOf } from '#ledger/index.ts'
import { chargeOrder, createOrder, listMethods, openOrder, rechargesSince } from '#payments/index.ts'
import { decideRecharge, nextChance } from './decide.ts'
import { countFailure } from './listener.ts'
import { countOrder, lockRecharge, loginsBelow, putFailures, type RechargeRow } from './store.ts'

/** Interval of the job. */
export const RECHARGES_EVERY_MS = 5_000
/** Number of concurrent requests to the processor: one slow answer must not delay all others. */
const AT_ONCE = 4
/** Logins per run: the rest is found by the next one, a few seconds later. */
const BATCH = 200
const LOOK_BACK_MS = 31 * DAY_MS

/**
 * Job, every few seconds: charges the logins whose balance is below their threshold. The order is made in the transaction that
 * decides, under the lock of the row, and its id derives from its number: after an interruption, the next run finds that order and
 * charges it with the same key. Returns how many charges it began.
 */
export async function runRecharges(ctx: Ctx): Promise<number> {
  if (!ctx.payments.processor) return 0
  const waiting = await loginsBelow(ctx.db, ctx.clock.now(), BATCH)
  let charged = 0
  const work = async () => {
    for (let login_id = waiting.shift(); login_id !== undefined; login_id = waiting.shift())
      charged += await tryLogin(ctx, login_id)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return charged
}

/** One login that cannot be charged must not delay the others. */
async function tryLogin(ctx: Ctx, login_id: number): Promise<number> {
  return await rechargeLogin(ctx, login_id).catch((error) => {
    ctx.log.warn({ err: error, login_id }, 'auto-recharge failed, will be retried')
    return 0
  })
}

async function rechargeLogin(ctx: Ctx, login_id: number): Promise<number> {
  const id = await inTx(ctx.db, (db) => prepare({ ...ctx, db }, login_id))
  if (id === undefined) return 0
  ctx.payments.onStep('recharge order committed')
  await chargeOrder(ctx, id)
  return 1
}

/** The order to charge now; undefined where there is none. */
async function prepare(ctx: Ctx, login_id: number): Promise<string | undefined> {
  const now = ctx.clock.now()
  const row = await lockRecharge(ctx.db, login_id)
  if (!row) return undefined
  const open = await openOrder(ctx, { purpose: 'auto_recharge', login_id })
  // An order made before a crash and not charged yet is charged, and no other.
  if (open) return open.state === 'created' ? open.id : undefined
  const facts = {
    ...row,
    now,
    balance_micros: await balanceOf(ctx, login_id),
    charges: await rechargesSince(ctx, login_id, new Date(now.getTime() - LOOK_BACK_MS)),
    has_open_order: false,
  }
  const verdict = decideRecharge(facts)
  const retry_at = nextChance(facts, verdict)
  if (retry_at) await putFailures(ctx.db, login_id, { retry_at }, now)
  if (verdict !== 'charge') return undefined
  ctx.payments.onStep('recharge decided')
  return makeOrder(ctx, row)
}

async function makeOrder(ctx: Ctx, row: RechargeRow): Promise<string | undefined> {
  const { login_id, owner_id, amount_micros } = row
  const methods = await listMethods(ctx, owner_id)
  const chosen = methods.find(({ id, is_default }) => (row.method_id === null ? is_default : id === row.method_id))
  const method = chosen ?? methods.find(({ is_backup }) => is_backup)
  if (!method) {
    await countFailure(ctx, row, { failure: 'method_removed', method_label: '' })
    return undefined
  }
  await countOrder(ctx.db, login_id, ctx.clock.now())
  const order = await createOrder(ctx, {
    id: orderIdOf('auto_recharge', login_id, row.orders + 1),
    owner_id,
    login_id,
    created_by: null,
    purpose: 'auto_recharge',
    product: null,
    amount_micros,
    how: 'method',
    method_id: method.id,
  })
  ctx.payments.onStep('recharge order made')
  return order.id
}
