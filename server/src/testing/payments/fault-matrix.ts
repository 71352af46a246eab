import { randomUUID } from 'node:crypto'
import { Problem } from '@portico/contract/problem.ts'
import { MINUTE_MS } from '@portico/contract/time.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { openStripe } from '#integrations/stripe.ts'
import { askAboutOrders, createOrder, handleEvents } from '#payments/index.ts'
import { customerOf } from '#payments/method-store.ts'
import { pagedOrder } from '#payments/paged-order-store.ts'
import { STORIES } from './fault-stories.ts'
import { deliver, settled, type World } from './histories.ts'
import { documentKindsOf, ledgerOfOrder, unsettledOf } from './order-store.ts'
import { AMOUNT_MICROS, type Story } from './paying-stories.ts'
import { NETWORK_FAULTS, type NetworkFault } from './stripe-faults.ts'
import type { TestEvent } from './stripe-shapes.ts'

const MESSAGE_FAULTS = ['doubled', 'reordered', 'lost'] as const
type MessageFault = (typeof MESSAGE_FAULTS)[number]
/** Long enough for the customer or the job to look first. */
const TIMEOUT_MS = 150
const ROUNDS = 30
const PAUSE_MS = 6 * MINUTE_MS

/** One request of a story that fails, the first time or every time until the fault is over; or its messages. */
export interface Cell {
  story: string
  operation: string
  fault: NetworkFault | MessageFault
  times: 'once' | 'always'
}

type Matrix = World & { customer(): Promise<{ owner_id: number; login_id: number }> }

/** The real client waits only a short time for a silent Stripe. */
async function inHurry(ctx: Ctx, fault: Cell['fault'], run: () => Promise<void>): Promise<void> {
  const { processor } = ctx.payments
  const { payments } = ctx.env
  if (payments.kind === 'stripe' && fault.startsWith('silence'))
    Object.assign(ctx.payments, { processor: openStripe(payments, { retries: 0, timeout_ms: TIMEOUT_MS }) })
  await run()
  Object.assign(ctx.payments, { processor })
}

/** Every request of every story, found by running each of them once, with every fault it can have. */
export async function cellsOf(world: Matrix): Promise<Cell[]> {
  const cells: Cell[] = []
  for (const story of Object.keys(STORIES)) {
    const before = new Map(world.stripe.state.operations)
    const clean = { story, operation: '', fault: 'doubled' as const, times: 'once' as const }
    const faults = await runCell(world, clean, (operations) => {
      before.clear()
      for (const [operation, count] of operations) before.set(operation, count)
    })
    if (faults.length > 0) throw new Error(`story ${story} fails without a fault: ${faults.join('; ')}`)
    const operations = [...world.stripe.state.operations].filter(([name, count]) => count > (before.get(name) ?? 0))
    for (const [operation] of operations)
      for (const times of ['once', 'always'] as const)
        for (const fault of NETWORK_FAULTS) cells.push({ story, operation, fault, times })
    for (const fault of MESSAGE_FAULTS) cells.push({ story, operation: 'messages', fault, times: 'always' })
  }
  return cells
}

/** Runs a story on a new account with one fault, then lets time pass. Returns the faults that remain. */
export async function runCell(
  base: Matrix,
  cell: Cell,
  onReady: (operations: Map<string, number>) => void = () => undefined,
): Promise<string[]> {
  const world: World = { ...base, ...(await base.customer()) }
  const { stripe } = world
  const make = STORIES[cell.story]
  if (!make) throw new Error(`story ${cell.story} does not exist`)
  const story = await make(world)
  stripe.events.splice(0)
  onReady(new Map(stripe.state.operations))
  let left = cell.times === 'once' ? 1 : Number.POSITIVE_INFINITY
  const network = NETWORK_FAULTS.find((fault) => fault === cell.fault)
  stripe.state.fault = (operation) => {
    if (operation !== cell.operation || left === 0) return undefined
    left -= 1
    return network
  }
  await inHurry(world.ctx, cell.fault, async () => {
    await trying(story.act)
    await deliverEvents(world, cell.fault)
  })
  stripe.state.fault = () => undefined
  for (let round = 0; !(await story.isDone()) && round < ROUNDS; round += 1) {
    world.clock.forward(PAUSE_MS)
    await trying(story.act)
    await deliverEvents(world, cell.fault)
    await askAboutOrders(world.ctx)
  }
  await deliverEvents(world, cell.fault)
  const faults = [...(await checkStory(world, story)), ...((await story.check?.()) ?? [])]
  await story.end?.()
  // Nothing more is expected of an account that is deleted at Stripe.
  if (story.paid.length > 0) faults.push(...(await payNext(world)))
  return faults.map((fault) => `${cell.story}, ${cell.operation}, ${cell.fault} ${cell.times}: ${fault}`)
}

/** Retries later, as people and jobs do. */
async function trying(act: () => Promise<unknown>): Promise<void> {
  await act().catch((error) => {
    if (!(error instanceof Problem) && !isOfStripe(error)) throw error
  })
}

function isOfStripe(error: unknown): boolean {
  return error instanceof Error && 'rawType' in error
}

/** Delivers the messages of Stripe with the fault of the cell. */
async function deliverEvents(world: World, fault: Cell['fault']): Promise<void> {
  const events = world.stripe.events.splice(0)
  await deliver(world, fault === 'lost' ? [] : changed(events, fault))
  await handleEvents(world.ctx)
}

function changed(events: TestEvent[], fault: Cell['fault']): TestEvent[] {
  if (fault === 'doubled') return events.flatMap((event) => [event, event])
  return fault === 'reordered' ? events.toReversed() : events
}

/** Paid once there, credited once here, one invoice, refunded once or not at all; nothing is left open. */
async function checkStory(world: World, story: Story): Promise<string[]> {
  const { ctx, stripe, owner_id } = world
  const faults: string[] = []
  if (!(await story.isDone())) faults.push('it never ends')
  for (const id of story.paid) {
    const row = await pagedOrder(ctx.db, owner_id, id)
    const { sum, credits } = await ledgerOfOrder(ctx.db, row?.reference ?? '')
    const payments = stripe.paymentsOf(id).filter(({ status }) => status === 'succeeded')
    const refunds = [...stripe.refunds.values()].filter(({ payment_intent }) => payment_intent === payments[0]?.id)
    const documents = await documentKindsOf(ctx.db, id)
    const is = [row?.status, payments.length, credits, sum, refunds.length, ...documents].join(' ')
    const amount = row?.amount_micros ?? AMOUNT_MICROS
    const should = story.refunded ? 'refunded 1 1 0 1 credit_note invoice' : `paid 1 1 ${amount} 0 invoice`
    if (is !== should) faults.push(`is ${is}, should be ${should}`)
  }
  const customer = await customerOf(ctx.db, owner_id, 'stripe')
  const taken = [...stripe.intents.values()].filter(
    (one) => one.status === 'succeeded' && one.customer === customer?.customer_ref,
  )
  if (taken.length !== story.paid.length) faults.push(`Stripe has taken ${taken.length} payments`)
  const unsettled = await unsettledOf(ctx.db, owner_id)
  if (unsettled > 0) faults.push(`${unsettled} orders are still open`)
  return faults
}

/** The next payment of the account is paid at once. */
async function payNext(world: World): Promise<string[]> {
  const { ctx, stripe, owner_id, login_id } = world
  const id = randomUUID()
  const request = { id, owner_id, login_id, created_by: null, purpose: 'top_up' as const, product: null }
  const { pay_url } = await createOrder(ctx, { ...request, amount_micros: AMOUNT_MICROS, how: 'checkout' })
  const session = [...stripe.sessions.values()].find(({ url }) => url !== null && url === pay_url)
  if (session) stripe.pay(session.id)
  const events = stripe.events.splice(0)
  await deliver(world, events)
  await settled(world, events)
  const row = await pagedOrder(ctx.db, owner_id, id)
  return row?.status === 'paid' ? [] : [`the next order is ${row?.status}`]
}
