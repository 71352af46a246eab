import { randomUUID } from 'node:crypto'
import { DAY_MS } from '@portico/contract/time.ts'
import { inTx } from '#db/tx.ts'
import { chargeOrder } from '#payments/charge-order.ts'
import { withCustomer } from '#payments/customer.ts'
import { createOrder, openOrder } from '#payments/index.ts'
import { listMethods, syncMethods } from '#payments/methods.ts'
import { orderById } from '#payments/order-store.ts'
import { runRecharges } from '#recharge/index.ts'
import { putRecharge, turnRechargeOff } from '#recharge/store.ts'
import { renewSubscriptions } from '#subscriptions/index.ts'
import { addOrder, lockRow, putRow } from '#subscriptions/store.ts'
import type { World } from './histories.ts'

export const AMOUNT_MICROS = 50_000_000
const PRODUCT = 'backlinks'
const MONTH_MS = 31 * DAY_MS

/** One use case at Stripe, by a customer, an operator or a job, with all requests it takes. */
export interface Story {
  /** Runs once while something fails, then repeatedly as people and jobs do, until it is done. */
  act(): Promise<unknown>
  isDone(): Promise<boolean>
  /** Orders that must be paid in the end, and whether they must be refunded; those before the story count as well. */
  paid: string[]
  refunded?: boolean
  /** Other faults in the end. */
  check?(): Promise<string[]>
  end?(): Promise<unknown>
}

export type Make = (world: World) => Promise<Story>

export const ids = ({ owner_id, login_id }: World) => ({
  owner_id,
  login_id,
  product: null,
  amount_micros: AMOUNT_MICROS,
})
export const stateOf = async ({ ctx }: World, id: string) => (await orderById(ctx.db, id))?.state
const isPaid = async (world: World, id: string) => (await stateOf(world, id)) === 'paid'

/** Stores a card for the account, as after an earlier payment. */
export async function storeCard({ ctx, stripe, owner_id }: World, last4 = '4242'): Promise<string> {
  await withCustomer(ctx, owner_id, async ({ customer_ref }) => stripe.addMethod(customer_ref, last4))
  await syncMethods(ctx, owner_id)
  const method = (await listMethods(ctx, owner_id)).find((one) => one.last4 === last4)
  if (!method) throw new Error('no card is stored')
  return method.id
}

/** A page of Stripe is opened and paid, by a customer who presses again when it did not work. */
async function payOnPage(world: World, id: string, saves = false): Promise<void> {
  const { ctx, stripe, owner_id } = world
  const request = { ...ids(world), id, created_by: owner_id, purpose: 'top_up' as const, how: 'checkout' as const }
  const { pay_url } = await createOrder(ctx, { ...request, save_method: saves })
  const session = [...stripe.sessions.values()].find(({ url }) => url !== null && url === pay_url)
  if (session) stripe.pay(session.id, { saves })
}

export async function chargeCard(world: World, id: string, method_id: string): Promise<void> {
  const request = { ...ids(world), id, created_by: world.owner_id, purpose: 'top_up' as const, method_id }
  await createOrder(world.ctx, { ...request, how: 'method' })
  await chargeOrder(world.ctx, id)
}

export async function paidBefore(world: World): Promise<string> {
  const id = randomUUID()
  await chargeCard(world, id, await storeCard(world))
  if (!(await isPaid(world, id))) throw new Error('the payment before the story failed')
  return id
}

export const checkout: Make = async (world) => {
  const id = randomUUID()
  const isStored = async () => (await listMethods(world.ctx, world.owner_id)).length > 0
  return {
    act: () => payOnPage(world, id, true),
    isDone: async () => (await isPaid(world, id)) && (await isStored()),
    paid: [id],
  }
}

export const storedCard: Make = async (world) => {
  const [id, method_id] = [randomUUID(), await storeCard(world)]
  return { act: () => chargeCard(world, id, method_id), isDone: () => isPaid(world, id), paid: [id] }
}

export const recharge: Make = async (world) => {
  const { ctx, owner_id, login_id } = world
  await storeCard(world)
  const settings = {
    threshold_micros: 20_000_000,
    amount_micros: AMOUNT_MICROS,
    method_id: null,
    month_max_micros: null,
  }
  await putRecharge(ctx.db, { login_id, owner_id, changed_by: owner_id }, settings, ctx.clock.now())
  return automatic(world, {
    act: () => runRecharges(ctx),
    purpose: 'auto_recharge',
    before: [],
    end: () => turnRechargeOff(ctx.db, login_id, owner_id, ctx.clock.now()),
  })
}

export const renewal: Make = async (world) => {
  const { ctx, owner_id, login_id } = world
  const [first, method_id] = [randomUUID(), await storeCard(world)]
  const price = ctx.products.find(({ product }) => product === PRODUCT)?.prices.at(0)
  if (!price) throw new Error(`product ${PRODUCT} is not in the catalogue`)
  const order = { order_id: first, owner_id, product: PRODUCT, price_version: price.version, is_renewal: false }
  await addOrder(ctx.db, order, ctx.clock.now())
  const request = { id: first, owner_id, login_id, created_by: owner_id, product: PRODUCT, amount_micros: price.micros }
  await createOrder(ctx, { ...request, purpose: 'subscription', how: 'method', method_id })
  await chargeOrder(ctx, first)
  /** Its month is over now, or it is not to be renewed any more. */
  const change = (state: 'active' | 'expired') =>
    inTx(ctx.db, async (db) => {
      const row = await lockRow(db, owner_id, PRODUCT)
      if (!row) throw new Error('account has no subscription')
      const now = ctx.clock.now()
      const begun = new Date(now.getTime() - MONTH_MS)
      const over = { state, anchor_at: begun, period_start: begun, period_end: now, next_try_at: now }
      await putRow(db, { ...row, ...over, ...(state === 'expired' && { access_until: null }) }, now)
    })
  await change('active')
  return automatic(world, {
    act: () => renewSubscriptions(ctx),
    purpose: 'subscription',
    before: [first],
    end: () => change('expired'),
  })
}

/** An order that a job creates: it is known once it exists. */
function automatic(
  world: World,
  {
    act,
    purpose,
    before,
    end,
  }: { act(): Promise<unknown>; purpose: 'auto_recharge' | 'subscription'; before: string[]; end(): Promise<unknown> },
): Story {
  const { ctx, login_id, owner_id } = world
  const paid = [...before]
  const isDone = async () => {
    const rows = await ctx.db
      .selectFrom('payment_orders')
      .select(['id', 'state'])
      .where('owner_id', '=', owner_id)
      .where('purpose', '=', purpose)
      .execute()
    const made = rows.filter(({ id }) => !before.includes(id))
    paid.splice(before.length, paid.length, ...made.map(({ id }) => id))
    return made.length > 0 && made.every(({ state }) => state === 'paid')
  }
  const check = async () => ((await openOrder(ctx, { purpose, login_id })) ? ['an order blocks the next one'] : [])
  return { act, isDone, paid, check, end }
}
