import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { CENT_MICROS } from '@portico/contract/money.ts'
import type { Ctx } from '#ctx/ctx.ts'
import type { Db } from '#db/db.ts'
import { createOrder, handleEvents } from '#payments/index.ts'
import { pagedOrder } from '#payments/paged-order-store.ts'
import { ledgerOfOrder, unhandledOf } from './order-store.ts'
import { isAbout, signed, type TestStripe } from './stripe.ts'
import type { TestEvent } from './stripe-shapes.ts'

/** The parts of the app that histories need. */
export interface World {
  ctx: Ctx
  stripe: TestStripe
  clock: { now(): Date; forward(ms: number): void }
  owner_id: number
  login_id: number
  /** Posts to the app. */
  post(path: string, payload: string, headers: Record<string, string>): Promise<number>
}

/** A seeded random generator. */
export function openDice(seed: number) {
  let state = seed >>> 0
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  const below = (most: number) => Math.floor(next() * most)
  return { next, below, pick: <T>(list: readonly T[]): T | undefined => list[below(list.length)] }
}
export type Dice = ReturnType<typeof openDice>

export async function deliver({ ctx, post }: World, events: TestEvent[]): Promise<void> {
  for (const event of events) {
    const { payload, headers } = signed(event, ctx.clock.now())
    const status = await post('/webhooks/stripe', payload, headers)
    if (status !== 200) throw new Error(`webhook answered ${status}`)
  }
}

/** Waits until each of them is handled, by any process; failed ones are retried when their pause is over. */
export async function settled({ ctx, clock }: World, events: TestEvent[]): Promise<void> {
  const ids = events.map(({ id }) => id)
  for (let round = 0; (await unhandledOf(ctx.db, ids)) > 0; round += 1) {
    if (round > 500) throw new Error('payment events remain unhandled')
    if ((await handleEvents(ctx)) === 0) clock.forward(1000)
    await setImmediate()
  }
}

/** The actions of a customer and their bank on one order, one after another. */
function storyOf(stripe: TestStripe, dice: Dice, session_id: string): (() => void)[] {
  const intent = () => stripe.sessions.get(session_id)?.payment_intent ?? ''
  const isPaid = () => stripe.intents.get(intent())?.status === 'succeeded'
  const part = () => Math.ceil(stripe.left(intent()) * (0.1 + 0.9 * dice.next()))
  let dispute_id = ''
  const refund = () => {
    if (isPaid() && dispute_id === '' && stripe.left(intent()) > 0) stripe.refund(intent(), part())
  }
  const failRefund = () => {
    const [made] = [...stripe.refunds.values()].filter(({ payment_intent }) => payment_intent === intent())
    if (made) stripe.failRefund(made.id)
  }
  const dispute = () => {
    if (isPaid() && dispute_id === '' && stripe.left(intent()) > 0)
      dispute_id = stripe.dispute(intent(), stripe.left(intent())).id
  }
  const close = () => {
    if (dispute_id) stripe.closeDispute(dispute_id, dice.next() < 0.5 ? 'won' : 'lost')
  }
  const beginnings = [
    [() => stripe.pay(session_id)],
    [() => stripe.decline(session_id), () => stripe.decline(session_id), () => stripe.pay(session_id)],
    [() => stripe.payLater(session_id), () => stripe.endLater(session_id, true)],
    [() => stripe.payLater(session_id), () => stripe.endLater(session_id, false)],
    [() => stripe.decline(session_id), () => stripe.expire(session_id)],
    [() => stripe.expire(session_id), () => stripe.pay(session_id)],
    [() => stripe.pay(session_id), () => stripe.expire(session_id)],
  ]
  const endings = [
    [],
    [refund],
    [refund, refund],
    [refund, failRefund],
    [dispute],
    [dispute, close],
    [refund, dispute, close],
  ]
  return [...(dice.pick(beginnings) ?? []), ...(dice.pick(endings) ?? [])]
}

export function shuffled<T>(dice: Dice, list: readonly T[]): T[] {
  const left = [...list]
  return list.flatMap(() => left.splice(dice.below(left.length), 1))
}

/** The expected state, from Stripe's own objects alone. */
function expected({ stripe, ctx }: World, session_id: string, amount_micros: number) {
  const session = stripe.sessions.get(session_id)
  const intent = stripe.intents.get(session?.payment_intent ?? '')
  const of = <T extends { payment_intent: string }>(map: Map<string, T>) =>
    [...map.values()].filter(({ payment_intent }) => payment_intent === intent?.id)
  if (intent?.status !== 'succeeded') {
    const failed = session?.status === 'expired' || (session?.status === 'complete' && intent?.status !== 'processing')
    const status = failed ? 'failed' : intent?.status === 'processing' ? 'processing' : 'open'
    return { status, refunded: 0, sum: 0, credits: 0, payments: 0 }
  }
  const cents = (list: { amount: number }[]) => list.reduce((sum, { amount }) => sum + amount, 0)
  const refunded = cents(of(stripe.refunds).filter(({ status }) => status === 'succeeded')) * CENT_MICROS
  const disputes = of(stripe.disputes)
  const taken = cents(disputes.filter(({ status }) => status !== 'won')) * CENT_MICROS
  const isOne = (status: string) => disputes.some((one) => one.status === status)
  const status = isOne('needs_response')
    ? 'disputed'
    : isOne('lost')
      ? 'dispute_lost'
      : refunded === amount_micros
        ? 'refunded'
        : refunded > 0
          ? 'partly_refunded'
          : 'paid'
  const fees = disputes.filter(({ status }) => status !== 'won').length * ctx.payments.settings.dispute_fee_micros
  return { status, refunded, sum: amount_micros - refunded - taken - fees, credits: 1, payments: 1 }
}

/** The actual state here. */
async function actual(db: Db, { stripe, owner_id }: World, id: string) {
  const order = await pagedOrder(db, owner_id, id)
  const ledger = await ledgerOfOrder(db, order?.reference ?? '')
  const payments = stripe.paymentsOf(id).filter(({ status }) => status === 'succeeded').length
  return { status: order?.status, refunded: order?.refunded_micros, ...ledger, payments }
}

/**
 * One order whose messages come shuffled, repeated, late and between the actions, all of them at least once in the end. Undefined
 * when it ended as Stripe's own objects require; else both states, to be read beside the seed.
 */
export async function runHistory(world: World, seed: number): Promise<string | undefined> {
  const { ctx, stripe, owner_id, login_id } = world
  const dice = openDice(seed)
  const id = randomUUID()
  const amount_micros = 50_000_000 + dice.below(900) * 1_000_000
  const order = { id, owner_id, login_id, created_by: null, purpose: 'top_up' as const, product: null }
  await createOrder(ctx, { ...order, amount_micros, how: 'checkout' })
  const session_id = [...stripe.sessions.values()].findLast((one) => one.client_reference_id === id)?.id ?? ''
  const received = new Set<TestEvent>()
  const news = () => stripe.events.filter((event) => !received.has(event) && isAbout(stripe, event, id))
  const late: TestEvent[] = []
  const send = async (events: TestEvent[]) => {
    await deliver(world, events)
    await handleEvents(ctx)
  }
  for (const act of storyOf(stripe, dice, session_id)) {
    act()
    for (const event of news()) {
      received.add(event)
      late.push(event)
    }
    // Some come now, some of them again, most come much later.
    await send(shuffled(dice, late).slice(0, dice.below(3)))
  }
  const twice = late.filter(() => dice.next() < 0.3)
  await send(shuffled(dice, [...late, ...twice]))
  await settled(world, late)
  const [is, should] = [await actual(ctx.db, world, id), expected(world, session_id, amount_micros)]
  const same = (Object.keys(should) as (keyof typeof should)[]).every((name) => is[name] === should[name])
  return same ? undefined : `seed ${seed}: is ${JSON.stringify(is)}, should be ${JSON.stringify(should)}`
}
