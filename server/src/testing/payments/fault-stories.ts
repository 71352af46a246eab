import { randomUUID } from 'node:crypto'
import { cancelOrder } from '#payments/cancel-order.ts'
import { processorOf, withCustomer } from '#payments/customer.ts'
import { createOrder, reconcile, refundOrder } from '#payments/index.ts'
import { listMethods, removeMethod } from '#payments/methods.ts'
import { orderById } from '#payments/order-store.ts'
import { reversalsOf } from '#payments/reversal-store.ts'
import type { World } from './histories.ts'
import {
  AMOUNT_MICROS,
  chargeCard,
  checkout,
  ids,
  type Make,
  paidBefore,
  recharge,
  renewal,
  type Story,
  stateOf,
  storeCard,
  storedCard,
} from './paying-stories.ts'

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
      // It leaves the balance before it is sent to Stripe: it is over only once its answer is known, too.
      const is_known = (await reversalsOf(ctx.db, id)).every(({ state }) => state === 'done')
      const is_back = stripe.left(stripe.paymentsOf(id)[0]?.id ?? '') === 0
      return order?.refunded_micros === AMOUNT_MICROS && is_back && is_known
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

/** An order that waits for the customer's bank. */
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
