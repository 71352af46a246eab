import { randomUUID } from 'node:crypto'
import { CENT_MICROS } from '@portico/contract/money.ts'
import { Problem } from '@portico/contract/problem.ts'
import { putDetails } from '#billing/details-store.ts'
import { balanceOf } from '#ledger/index.ts'
import { createOrder, handleEvents, refundOrder } from '#payments/index.ts'
import { refreshOrder } from '#payments/refresh-order.ts'
import { reversalsOf } from '#payments/reversal-store.ts'
import { insertCode, insertUse, lockCode } from '#promo/store.ts'
import { GERMAN } from '../billing/details.ts'
import { type Dice, deliver, openDice, settled, shuffled, type World } from './histories.ts'
import { documentsOfOrder, promoOfOrder } from './order-store.ts'
import { isAbout } from './stripe.ts'
import type { TestEvent } from './stripe-shapes.ts'

/** Without tax, and with 19, 20, 25.5 and 27 percent by the provider's own file. */
const COUNTRIES = ['US', 'DE', 'FR', 'FI', 'HU'] as const
const SAME_MS = 61_000

/** A customer of each tax situation. */
export async function openTaxed(world: World & { customer(): Promise<{ owner_id: number; login_id: number }> }) {
  const customers: World[] = []
  for (const country of COUNTRIES) {
    const customer = await world.customer()
    const { ctx } = world
    const details = { ...GERMAN, kind: 'person' as const, country, invoice_emails: [], changed_at: ctx.clock.now() }
    await putDetails(ctx.db, { ...details, owner_id: customer.owner_id })
    customers.push({ ...world, ...customer })
  }
  return customers
}

/** Counts over all histories, for the summary line that is printed. */
export function openCounts() {
  return { refunds: 0, own_refunds: 0, failed: 0, disputes: 0, won: 0, lost: 0, excess: 0, documents: 0, off_a_cent: 0 }
}
export type Counts = ReturnType<typeof openCounts>

async function givePromo({ ctx, owner_id, login_id }: World, dice: Dice, seed: number): Promise<void> {
  if (dice.next() < 0.4) return
  const code = `H-${seed}-${randomUUID().slice(0, 8)}`.toUpperCase()
  const limits = [
    { max_micros: null, budget_micros: null },
    { max_micros: 7_330_000, budget_micros: null },
    { max_micros: null, budget_micros: 3_330_000 },
  ]
  const at = ctx.clock.now()
  const terms = { percent: 1 + dice.below(40), amount_micros: null, ...(dice.pick(limits) ?? {}) }
  await insertCode(ctx.db, { code, ...terms, created_at: at })
  const row = await ctx.db.transaction().execute((db) => lockCode(db, code))
  await insertUse(ctx.db, { code_id: row?.id ?? 0, owner_id, login_id, used_at: at })
}

/** The actions of an operator, a customer and banks on a paid order, in any order. */
function actsOf(world: World, dice: Dice, about: { intent: string; reference: string }, counts: Counts) {
  const { ctx, stripe, clock } = world
  const { intent, reference } = about
  const refunds = () => [...stripe.refunds.values()].filter(({ payment_intent }) => payment_intent === intent)
  const disputes = () => [...stripe.disputes.values()].filter(({ payment_intent }) => payment_intent === intent)
  const total = stripe.intents.get(intent)?.amount_received ?? 0
  const part = (of: number) => Math.max(1, Math.ceil(of * (dice.next() < 0.3 ? 1 : dice.next())))
  const emit = (type: string, object: Parameters<typeof stripe.emit>[1]) => stripe.emit(type, object)
  return [
    async function refundHere() {
      clock.forward(SAME_MS)
      const amount = part(total) * CENT_MICROS
      const request = { reference, amount_micros: dice.next() < 0.3 ? undefined : amount, allow_negative: true }
      await refundOrder(ctx, { ...request, reason: 'test', actor: 'test' }, async () => undefined).then(
        () => (counts.own_refunds += 1),
        (error) => {
          if (!(error instanceof Problem)) throw error
        },
      )
    },
    async function refundThere() {
      const left = stripe.left(intent)
      if (left <= 0) return
      const refund = stripe.refund(intent, part(left))
      counts.refunds += 1
      if (dice.next() < 0.5) refund.status = 'pending'
    },
    async function endRefund() {
      const refund = dice.pick(refunds().filter(({ status }) => status === 'pending'))
      if (!refund) return
      refund.status = 'succeeded'
      emit('refund.updated', refund)
    },
    async function failRefund() {
      const refund = dice.pick(refunds().filter(({ status }) => status !== 'failed'))
      if (!refund) return
      stripe.failRefund(refund.id)
      counts.failed += 1
    },
    async function dispute() {
      // A bank may take refunded money, or money being refunded, a second time.
      const most = dice.next() < 0.5 ? stripe.left(intent) : total
      if (most <= 0 || disputes().length > 1) return
      stripe.dispute(intent, part(most))
      counts.disputes += 1
    },
    async function decide() {
      const dispute = dice.pick(disputes().filter(({ status }) => status !== 'won'))
      if (!dispute) return
      const status = dispute.status === 'lost' || dice.next() < 0.5 ? 'won' : 'lost'
      counts[status] += 1
      dispute.status = status
      emit('charge.dispute.closed', dispute)
    },
  ]
}

/**
 * One paid order, refunded here and there, with refunds that fail late and disputes that cross them; messages come shuffled,
 * doubled, late or never. Undefined when balance, rows and documents equal the result of Stripe's own objects, to the micro.
 */
export async function runReversals(world: World, seed: number, counts: Counts): Promise<string | undefined> {
  const { ctx, stripe, owner_id, login_id } = world
  const dice = openDice(seed)
  const before_micros = await balanceOf(ctx, login_id)
  await givePromo(world, dice, seed)
  const id = randomUUID()
  const amount_micros = (dice.next() < 0.5 ? 1 + dice.below(300) : 5000 + dice.below(90_000)) * CENT_MICROS
  const order = { id, owner_id, login_id, created_by: null, purpose: 'top_up' as const, product: null }
  const from = stripe.events.length
  const { reference, tax_micros } = await createOrder(ctx, { ...order, amount_micros, how: 'checkout' })
  const session = [...stripe.sessions.values()].findLast((one) => one.client_reference_id === id)
  stripe.pay(session?.id ?? '')
  await refreshOrder(ctx, id)
  const acts = actsOf(world, dice, { intent: session?.payment_intent ?? '', reference }, counts)
  const news = () => stripe.events.slice(from).filter((event) => isAbout(stripe, event, id))
  const names: string[] = []
  for (let steps = 1 + dice.below(9); steps > 0; steps -= 1) {
    const act = dice.pick(acts)
    names.push(act?.name ?? '')
    await act?.()
    await deliver(world, shuffled(dice, news()).slice(0, dice.below(3)))
    await handleEvents(ctx)
  }
  await (dice.next() < 0.5 ? deliverAll(world, dice, news()) : refreshOrder(ctx, id))
  const paid = { id, reference, amount_micros, tax_micros, before_micros, intent: session?.payment_intent ?? '' }
  const faults = await compare(world, paid, counts)
  return faults.length > 0 ? `seed ${seed} (${names.join(', ')}): ${faults.join('; ')}` : undefined
}

async function deliverAll(world: World, dice: Dice, events: TestEvent[]): Promise<void> {
  await deliver(world, shuffled(dice, [...events, ...events.filter(() => dice.next() < 0.3)]))
  await settled(world, events)
}

interface Paid {
  id: string
  amount_micros: number
  tax_micros: number
  before_micros: number
  intent: string
}

/** The model knows what the bank took and nothing of how it was divided; of tax it knows the rate. */
async function compare(world: World, paid: Paid, counts: Counts): Promise<string[]> {
  const { ctx, stripe, login_id } = world
  const { id, intent, amount_micros, tax_micros } = paid
  const whole = amount_micros + tax_micros
  const sum = (list: number[]) => list.reduce((total, one) => total + one, 0)
  const of = <T extends { payment_intent: string; status: string }>(map: Map<string, T>, not: string) =>
    [...map.values()].filter(({ payment_intent, status }) => payment_intent === intent && status !== not)
  const [refunds, disputes] = [of(stripe.refunds, 'failed'), of(stripe.disputes, 'won')]
  const micros = (list: { amount: number }[]) => sum(list.map(({ amount }) => amount)) * CENT_MICROS
  const taken = micros([...refunds, ...disputes])
  const decided = micros([...refunds, ...disputes].filter(({ status }) => ['succeeded', 'lost'].includes(status)))
  const fees = disputes.length * ctx.payments.settings.dispute_fee_micros

  const rows = (await reversalsOf(ctx.db, id)).filter(({ state }) => state !== 'failed' && state !== 'won')
  const parts = (list: typeof rows) => ({
    amount: sum(list.map((row) => row.amount_micros)),
    tax: sum(list.map((row) => row.tax_micros)),
    excess: sum(list.map((row) => row.excess_micros)),
  })
  const [all, done] = [parts(rows), parts(rows.filter(({ state }) => state === 'done'))]
  const documents = (await documentsOfOrder(ctx.db, id)).filter(({ reversal_id }) => reversal_id !== null)
  const noted = (name: 'amount_micros' | 'tax_micros') =>
    sum(documents.map((row) => (row.kind === 'credit_note' ? row[name] : -row[name])))
  const promo = await promoOfOrder(ctx.db, id)
  const promo_back = Number((BigInt(promo) * BigInt(done.amount)) / BigInt(amount_micros))
  const balance = (await balanceOf(ctx, login_id)) - paid.before_micros
  counts.documents += documents.length
  if (taken > whole) counts.excess += 1
  const off = documents.map((row) => Math.abs(row.tax_micros - (row.amount_micros * tax_micros) / amount_micros))
  counts.off_a_cent += off.filter((one) => one > CENT_MICROS).length

  const checks: [string, number, number][] = [
    ['balance', balance, amount_micros + promo - promo_back - (taken - all.tax) - fees],
    ['covered', all.amount + all.tax, Math.min(whole, taken)],
    ['excess', all.excess, Math.max(0, taken - whole)],
    ['decided', done.amount + done.tax, Math.min(whole, decided)],
    ['amount on documents', noted('amount_micros'), done.amount],
    ['tax on documents', noted('tax_micros'), done.tax],
    ...(taken >= whole ? [['all tax', all.tax, tax_micros] satisfies [string, number, number]] : []),
  ]
  const far = Math.abs(all.tax - (Math.min(whole, taken) * tax_micros) / whole)
  return [
    ...checks.filter(([, is, should]) => is !== should).map(([name, is, should]) => `${name} is ${is}, not ${should}`),
    ...(far > 1.5 * CENT_MICROS ? [`the tax of all parts is ${far} off`] : []),
    ...off.filter((one) => one > 2 * CENT_MICROS).map((one) => `the tax of a document is ${one} off its rate`),
  ]
}
