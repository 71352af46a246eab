import { randomUUID } from 'node:crypto'
import { inTx } from '#db/tx.ts'
import { cancelOrder } from '#payments/cancel-order.ts'
import { chargeOrder } from '#payments/charge-order.ts'
import { processorOf, withCustomer } from '#payments/customer.ts'
import { listMethods, removeMethod, syncMethods } from '#payments/methods.ts'
import { orderById } from '#payments/order-store.ts'
import { createOrder, openOrder, reconcile, refundOrder } from '#payments/room.ts'
import { runRecharges } from '#recharge/room.ts'
import { putRecharge, turnRechargeOff } from '#recharge/store.ts'
import { renewSubscriptions } from '#subscriptions/room.ts'
import { addOrder, lockRow, putRow } from '#subscriptions/store.ts'
import type { World } from './histories.ts'

export const AMOUNT_MICROS = 50_000_000
const PRODUCT = 'backlinks'
const MONTH_MS = 31 * 24 * 60 * 60 * 1000

/** Something that is done at Stripe, by a customer, an operator or a job, with all requests it takes. */
export interface Story {
  /** Done once while something goes wrong, then again and again as people and jobs do, until it is done. */
  act(): Promise<unknown>
  isDone(): Promise<boolean>
  /** Orders that must be paid in the end, and whether they must be refunded; those before the story count as well. */
  paid: string[]
  refunded?: boolean
  /** What else is wrong in the end. */
  check?(): Promise<string[]>
  end?(): Promise<unknown>
}

type Make = (world: World) => Promise<Story>

const ids = ({ owner_id, login_id }: World) => ({ owner_id, login_id, product: null, amount_micros: AMOUNT_MICROS })
const stateOf = async ({ ctx }: World, id: string) => (await orderById(ctx.db, id))?.state
const isPaid = async (world: World, id: string) => (await stateOf(world, id)) === 'paid'

/** Stores a card for the account, as after an earlier payment. */
async function storeCard({ ctx, stripe, owner_id }: World, last4 = '4242'): Promise<string> {
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

async function chargeCard(world: World, id: string, method_id: string): Promise<void> {
  const request = { ...ids(world), id, created_by: world.owner_id, purpose: 'top_up' as const, method_id }
  await createOrder(world.ctx, { ...request, how: 'method' })
  await chargeOrder(world.ctx, id)
}

async function paidBefore(world: World): Promise<string> {
  const id = randomUUID()
  await chargeCard(world, id, await storeCard(world))
  if (!(await isPaid(world, id))) throw new Error('the payment before the story failed')
  return id
}

const checkout: Make = async (world) => {
  const id = randomUUID()
  const isStored = async () => (await listMethods(world.ctx, world.owner_id)).length > 0
  return {
    act: () => payOnPage(world, id, true),
    isDone: async () => (await isPaid(world, id)) && (await isStored()),
    paid: [id],
  }
}

const storedCard: Make = async (world) => {
  const [id, method_id] = [randomUUID(), await storeCard(world)]
  return { act: () => chargeCard(world, id, method_id), isDone: () => isPaid(world, id), paid: [id] }
}

const recharge: Make = async (world) => {
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

const renewal: Make = async (world) => {
  const { ctx, owner_id, login_id } = world
  const [first, method_id] = [randomUUID(), await storeCard(world)]
  const price = ctx.products.find(({ product }) => product === PRODUCT)?.prices.at(0)
  if (!price) throw new Error(`${PRODUCT} is not sold`)
  const order = { order_id: first, owner_id, product: PRODUCT, price_version: price.version, is_renewal: false }
  await addOrder(ctx.db, order, ctx.clock.now())
  const request = { id: first, owner_id, login_id, created_by: owner_id, product: PRODUCT, amount_micros: price.micros }
  await createOrder(ctx, { ...request, purpose: 'subscription', how: 'method', method_id })
  await chargeOrder(ctx, first)
  /** Its month is over now, or it is not to be renewed any more. */
  const change = (state: 'active' | 'expired') =>
    inTx(ctx.db, async (db) => {
      const row = await lockRow(db, owner_id, PRODUCT)
      if (!row) throw new Error('there is no subscription')
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

/** An order that a job makes: it is known when it is there. */
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

const refund: Make = async (world) => {
  const { ctx, stripe } = world
  const id = await paidBefore(world)
  const reference = (await orderById(ctx.db, id))?.reference ?? ''
  let is_sent = false
  return {
    act: async () => {
      if (is_sent) return
      is_sent = true
      const request = { reference, amount_micros: undefined, allow_negative: true, reason: 'test', actor: 'test' }
      await refundOrder(ctx, request, async () => undefined)
    },
    isDone: async () => {
      const order = await orderById(ctx.db, id)
      return order?.refunded_micros === AMOUNT_MICROS && stripe.left(stripe.paymentsOf(id)[0]?.id ?? '') === 0
    },
    paid: [id],
    refunded: true,
  }
}

const comparison: Make = async (world) => {
  const { ctx, stripe } = world
  const id = await paidBefore(world)
  stripe.refund(stripe.paymentsOf(id)[0]?.id ?? '', AMOUNT_MICROS / 10_000)
  stripe.events.splice(0)
  const isRefunded = async () => (await orderById(ctx.db, id))?.refunded_micros === AMOUNT_MICROS
  return { act: () => reconcile(ctx), isDone: isRefunded, paid: [id], refunded: true }
}

const cancelPage: Make = async (world) => {
  const id = randomUUID()
  const request = { ...ids(world), id, created_by: world.owner_id, purpose: 'top_up' as const }
  await createOrder(world.ctx, { ...request, how: 'checkout' })
  return canceled(world, id)
}

/** One that waits for the customer's bank. */
const cancelCard: Make = async (world) => {
  const id = randomUUID()
  await chargeCard(world, id, await storeCard(world, '3155'))
  return canceled(world, id)
}

function canceled(world: World, id: string): Story {
  const isCanceled = async () => (await stateOf(world, id)) === 'canceled'
  return {
    act: async () => {
      if (!(await isCanceled())) await cancelOrder(world.ctx, id)
    },
    isDone: isCanceled,
    paid: [],
    check: async () => {
      const pages = [...world.stripe.sessions.values()].filter((one) => one.client_reference_id === id)
      const open = [...pages, ...world.stripe.paymentsOf(id)].filter(
        ({ status }) => status !== 'expired' && status !== 'canceled',
      )
      return open.map(({ status }) => `it is still ${status} at Stripe`)
    },
  }
}

const saveCard: Make = async (world) => {
  const { ctx, owner_id } = world
  let url: string | undefined
  const return_url = 'https://example.com/'
  const ask = ({ customer_ref }: { customer_ref: string }) =>
    processorOf(ctx).openSetup({ key: randomUUID(), customer_ref, return_url })
  return {
    act: async () => {
      url ??= (await withCustomer(ctx, owner_id, ask)).url
    },
    isDone: async () => url !== undefined,
    paid: [],
  }
}

const removeCard: Make = async (world) => {
  const { ctx, owner_id, stripe } = world
  const method_id = await storeCard(world)
  const [method] = await listMethods(ctx, owner_id)
  const isGone = async () => (await listMethods(ctx, owner_id)).length === 0
  return {
    act: async () => {
      if (!(await isGone())) await removeMethod(ctx, owner_id, method_id, async () => undefined)
    },
    isDone: isGone,
    paid: [],
    check: async () => (stripe.methods.get(method?.method_ref ?? '')?.customer ? ['the card is still stored'] : []),
  }
}

const deleteCustomer: Make = async (world) => {
  const { ctx, owner_id, stripe } = world
  const ref = await withCustomer(ctx, owner_id, async ({ customer_ref }) => customer_ref)
  return {
    act: () => processorOf(ctx).deleteCustomer(ref),
    isDone: async () => stripe.deleted.has(ref),
    paid: [],
  }
}

export const STORIES: Record<string, Make> = {
  'pay on a page': checkout,
  'pay with a stored card': storedCard,
  'auto-recharge': recharge,
  renewal,
  refund,
  comparison,
  'cancel a page': cancelPage,
  'cancel a card payment': cancelCard,
  'save a card': saveCard,
  'remove a card': removeCard,
  'delete a customer': deleteCustomer,
}
