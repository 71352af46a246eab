import { randomUUID } from 'node:crypto'
import { Problem } from '@portico/contract/problem.ts'
import { MINUTE_MS } from '@portico/contract/time.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { chargeOrder } from '#payments/charge-order.ts'
import { askAboutOrders, createOrder, handleEvents, refundOrder } from '#payments/index.ts'
import { defaultMethod, syncMethods } from '#payments/methods.ts'
import { pagedOrder } from '#payments/paged-order-store.ts'
import { type Dice, deliver, type World } from './histories.ts'
import { ledgerOfOrder } from './order-store.ts'
import { payOrder } from './stripe.ts'

const AMOUNT_MICROS = 50_000_000
const ROUNDS = 200
const PAUSE_MS = 6 * MINUTE_MS

/** Loses `share` of all requests to Stripe, half of them on the way there and half on the way back. */
export function lossy({ stripe }: Pick<World, 'stripe'>, dice: Dice, share: number): void {
  stripe.state.lose = () => {
    if (dice.next() >= share) return undefined
    return dice.next() < 0.5 ? 'request' : 'reply'
  }
}

/** Retries once, as a person does. */
async function insist<T>(ask: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof Problem && error.code === 'payment_service_down') && !isLost(error)) throw error
      if (tries > 100) throw error
    }
  }
}

function isLost(error: unknown): boolean {
  return error instanceof Error && error.message.includes('lost on the way')
}

/**
 * Orders by checkout and by stored card while replies are lost both ways: Stripe's to us, ours to Stripe's messages. Each ends
 * paid, with one payment there and one credit here; every fourth is refunded, once. Returns the faults.
 */
export async function runLosses(world: World, dice: Dice, orders: number): Promise<string[]> {
  const { ctx, stripe, owner_id, login_id } = world
  const ids: string[] = []
  const refunded = new Set<string>()
  lossy(world, dice, 0.3)
  await insist(() => storeCard(world))
  const method = await defaultMethod(ctx, owner_id)
  for (let n = 0; n < orders; n += 1) {
    const id = randomUUID()
    ids.push(id)
    const how = n % 2 === 0 ? ('checkout' as const) : ('method' as const)
    const request = { id, owner_id, login_id, created_by: null, purpose: 'top_up' as const, product: null }
    await insist(() =>
      createOrder(ctx, {
        ...request,
        amount_micros: AMOUNT_MICROS,
        how,
        method_id: how === 'method' ? method?.id : undefined,
      }),
    )
    if (how === 'method') await chargeOrder(ctx, id)
    else payOrder(stripe, id)
    await deliverWithLosses(world, dice)
  }
  const open = async () => {
    const rows = await Promise.all(ids.map((id) => pagedOrder(ctx.db, owner_id, id)))
    return rows.filter((row) => row?.state !== 'paid').length
  }
  for (let round = 0; (await open()) > 0 && round < ROUNDS; round += 1) await passTime(world, dice)
  for (const id of ids.filter((_, n) => n % 4 === 0)) {
    const reference = (await pagedOrder(ctx.db, owner_id, id))?.reference ?? ''
    const request = { reference, amount_micros: undefined, allow_negative: true, reason: 'test', actor: 'test' }
    await refundOrder(ctx, request, async () => undefined)
    refunded.add(id)
  }
  for (let round = 0; round < ROUNDS && (await isRefunding(ctx, owner_id, refunded, stripe)); round += 1)
    await passTime(world, dice)
  stripe.state.lose = () => undefined
  await passTime(world, dice)
  const faults: string[] = []
  for (const id of ids) {
    const row = await pagedOrder(ctx.db, owner_id, id)
    const { sum, credits } = await ledgerOfOrder(ctx.db, row?.reference ?? '')
    const paid = stripe.paymentsOf(id).filter(({ status }) => status === 'succeeded')
    const back = [...stripe.refunds.values()].filter(({ payment_intent }) => payment_intent === paid[0]?.id)
    const is = [row?.status, paid.length, credits, back.length, sum].join(' ')
    const should = refunded.has(id) ? 'refunded 1 1 1 0' : `paid 1 1 0 ${AMOUNT_MICROS}`
    if (is !== should) faults.push(`${row?.reference}: is ${is}, should be ${should}`)
  }
  return faults
}

async function isRefunding(ctx: Ctx, owner_id: number, ids: Set<string>, stripe: World['stripe']): Promise<boolean> {
  for (const id of ids) {
    const row = await pagedOrder(ctx.db, owner_id, id)
    if (row?.status !== 'refunded') return true
  }
  return stripe.refunds.size < ids.size
}

async function storeCard({ ctx, stripe, owner_id, login_id }: World): Promise<void> {
  const id = randomUUID()
  const request = { id, owner_id, login_id, created_by: null, purpose: 'top_up' as const, product: null }
  // A payer is known to Stripe from then on.
  await createOrder(ctx, { ...request, amount_micros: AMOUNT_MICROS, how: 'checkout' })
  const session = [...stripe.sessions.values()].find((one) => one.client_reference_id === id)
  if (session?.customer) stripe.addMethod(session.customer, '4242')
  await syncMethods(ctx, owner_id)
}

/** Three in ten messages never arrive; of three in ten more the acknowledgement is lost, so that they come again. */
async function deliverWithLosses(world: World, dice: Dice): Promise<void> {
  const events = world.stripe.events.splice(0)
  for (const event of events) {
    const luck = dice.next()
    if (luck < 0.3) continue
    await deliver(world, luck < 0.6 ? [event, event] : [event])
  }
  await handleEvents(world.ctx)
}

async function passTime(world: World, dice: Dice): Promise<void> {
  world.clock.forward(PAUSE_MS)
  await deliverWithLosses(world, dice)
  await askAboutOrders(world.ctx)
  await handleEvents(world.ctx)
}
