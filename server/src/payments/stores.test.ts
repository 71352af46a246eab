import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#testing/db/database.ts'
import { changedBy, combine, insertAccount, insertAll, lockedBy } from '#testing/db/scene.ts'
import { claimEvents, deleteOldEvents, markHandled, noteError, stuckEvents } from './event-store.ts'
import { countFindings, insertComparison, lastComparison, openFindings, putFindings } from './finding-store.ts'
import * as methods from './method-store.ts'
import { ordersToMend, stuckMessages } from './needs-store.ts'
import * as orders from './order-store.ts'
import { ordersNamed, pagedOrder, pageOfOrders } from './paged-order-store.ts'
import { listReversals } from './reversal-list-store.ts'
import * as reversals from './reversal-store.ts'
import * as processor from './test-processor/processor-store.ts'

const NOW = new Date('2026-06-15T12:00:00Z')
const at = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000)
const UNSETTLED = ['created', 'open', 'processing']
const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).sort()

let database: TestDatabase
let db: TestDatabase['db']
let people: Awaited<ReturnType<typeof insertAccount>>[]
beforeAll(async () => {
  database = await openTestDatabase()
  db = database.db
  people = [await insertAccount(db, 1), await insertAccount(db)]
})
afterAll(() => database.close())

async function all<T>(rows: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const row of rows) found.push(row)
  return found
}

describe('orders', () => {
  let rows: Awaited<ReturnType<typeof insertAll<'payment_orders'>>>
  type Row = (typeof rows)[number]
  let owner_id: number
  let login_id: number
  beforeAll(async () => {
    owner_id = people[0]?.id ?? 0
    login_id = people[0]?.logins[0] ?? 0
    const recharging = new Set<number>()
    const combined = combine({
      whose: people.flatMap(({ id, logins }) => logins.map((login) => [id, login] as const)),
      processor: ['stripe', 'test', 'wire'],
      purpose: ['top_up', 'auto_recharge', 'subscription'],
      state: ['created', 'processing', 'paid', 'failed'],
      created_at: [at(-48), at(-2)],
    }).filter(({ whose: [, login], purpose, state }) => {
      // A login has one recharge at a time.
      if (purpose !== 'auto_recharge' || !UNSETTLED.includes(state)) return true
      const isFirst = !recharging.has(login)
      recharging.add(login)
      return isFirst
    })
    rows = await insertAll(
      db,
      'payment_orders',
      combined.map(({ whose: [owner, login], ...row }, index) => ({
        ...row,
        id: randomUUID(),
        reference: `P-${index}`,
        owner_id: owner,
        login_id: login,
        product: row.purpose === 'subscription' ? `product ${index}` : null,
        amount_micros: 10_000,
        payment_ref: index % 3 === 0 ? null : `payment ${index % 3 === 1 ? index : `of ${row.processor} ${index}`}`,
        quarantine: index % 4 === 0 ? 'amount' : null,
        dispute: index % 5 === 0 ? ('open' as const) : null,
        origin: '',
        changed_at: row.created_at,
        checked_at: [null, at(-48), at(-2)][index % 3] ?? null,
        paid_at: row.state === 'paid' ? row.created_at : null,
      })),
    )
  })
  const matching = (is: (row: Row) => boolean) => ids(rows.filter(is))
  const some = (is: (row: Row) => boolean): Row => {
    const row = rows.find(is)
    if (!row) throw new Error('the scene has no such order')
    return row
  }

  test('one order is found by id, reference and payment', async () => {
    const row = some((one) => one.payment_ref !== null && one.processor === 'test')
    const found = [
      await orders.orderById(db, row.id),
      await orders.lockOrder(db, row.id),
      await orders.orderByReference(db, row.reference),
      await orders.orderByPayment(db, 'test', row.payment_ref ?? ''),
      await pagedOrder(db, row.owner_id, row.id),
    ]
    expect(found.map((one) => one?.id)).toEqual(found.map(() => row.id))
    expect(await pagedOrder(db, people.find(({ id }) => id !== row.owner_id)?.id ?? 0, row.id)).toBeUndefined()
    expect(await orders.orderByPayment(db, 'stripe', row.payment_ref ?? '')).toBeUndefined()
    const refs = rows.flatMap(({ payment_ref }) => payment_ref ?? []).slice(0, 40)
    expect(ids(await orders.ordersByPayments(db, 'test', refs))).toEqual(
      matching((one) => one.processor === 'test' && refs.includes(one.payment_ref ?? '')),
    )
  })

  test('lists are of one processor, state and time', async () => {
    const isPaid = (row: Row) => row.processor === 'test' && row.state === 'paid' && row.created_at >= at(-2)
    expect(ids(await all(orders.ordersPaidSince(db, 'test', at(-2), 2)))).toEqual(matching(isPaid))
    const isOld = (row: Row) =>
      row.processor === 'test' &&
      UNSETTLED.includes(row.state) &&
      row.changed_at <= at(-24) &&
      (row.checked_at ?? row.changed_at) <= at(-24)
    expect(ids(await orders.ordersWithoutNews(db, 'test', at(-24), 500))).toEqual(matching(isOld))
    const isProcessing = (row: Row) => row.processor === 'test' && row.state === 'processing'
    expect(ids(await orders.ordersProcessing(db, 'test', 500))).toEqual(matching(isProcessing))
    const isCharge = (row: Row) =>
      row.login_id === login_id && row.purpose === 'auto_recharge' && row.state !== 'failed' && row.created_at > at(-24)
    expect(await orders.chargesSince(db, login_id, at(-24))).toHaveLength(matching(isCharge).length)
  })

  test('an unfinished order is of one purpose and login, or of one account and product', async () => {
    const login = people[0]?.logins[1] ?? 0
    await db
      .updateTable('payment_orders')
      .set({ created_at: at(-96) })
      .where('login_id', '=', login)
      .where('purpose', '=', 'auto_recharge')
      .where('state', '=', 'created')
      .execute()
    expect(await orders.unsettledOrder(db, { purpose: 'auto_recharge', login_id: login })).toMatchObject({
      login_id: login,
      purpose: 'auto_recharge',
      state: 'created',
    })
    const wanted = rows.findLast(
      (row) =>
        row.purpose === 'subscription' &&
        row.state === 'created' &&
        row.owner_id === owner_id &&
        row.created_at < at(-24),
    )
    const { product, id } = wanted ?? some(() => false)
    const which = { purpose: 'subscription', product: product ?? '' } as const
    expect((await orders.unsettledOrder(db, { ...which, owner_id }))?.id).toBe(id)
    expect(await orders.unsettledOrder(db, { ...which, owner_id: people[1]?.id ?? 0 })).toBeUndefined()
  })

  test('an account has paid only with an order of its own that is paid', async () => {
    const [newcomer, other] = [await insertAccount(db), await insertAccount(db)]
    const order = {
      ...some(({ purpose }) => purpose === 'top_up'),
      owner_id: newcomer.id,
      login_id: newcomer.logins[0] ?? 0,
    }
    const hasPaid = (state: 'created' | 'paid') =>
      db.transaction().execute(async (tx) => {
        const fresh = {
          id: randomUUID(),
          reference: randomUUID(),
          payment_ref: null,
          tax_facts: '{}',
          paid_at: state === 'paid' ? NOW : null,
        }
        await insertAll(tx, 'payment_orders', [{ ...order, ...fresh, state }])
        return [await orders.hasPaidOrder(tx, newcomer.id), await orders.hasPaidOrder(tx, other.id)]
      })
    expect(await hasPaid('created')).toEqual([false, false])
    expect(await hasPaid('paid')).toEqual([true, false])
  })

  test('a change is of one order, an attempt of the one that failed, and the first payment remains', async () => {
    const { id, attempt } = some(({ payment_ref }) => payment_ref === null)
    expect(await lockedBy(db, 'payment_orders', (tx) => orders.lockOrder(tx, id))).toEqual([id])
    const paid = some(({ payment_ref }) => payment_ref !== null)
    const written = (change: (tx: typeof db) => Promise<unknown>) => changedBy(db, 'payment_orders', change).then(ids)
    expect(await written((tx) => orders.changeOrder(tx, id, { failure: null }, NOW))).toEqual([id])
    expect(await written((tx) => orders.markChecked(tx, id, NOW))).toEqual([id])
    expect(await written((tx) => orders.startAttempt(tx, { id, attempt }, NOW))).toEqual([id])
    expect(await written((tx) => orders.startAttempt(tx, { id, attempt: attempt + 1 }, NOW))).toEqual([])
    expect(await written((tx) => orders.claimPayment(tx, id, 'fresh'))).toEqual([id])
    expect(await written((tx) => orders.claimPayment(tx, paid.id, 'fresh'))).toEqual([])
  })

  test('a page of orders is filtered by account, status, processor, need and time', async () => {
    const listed = async (filter: Partial<Parameters<typeof pageOfOrders>[2]>, owner?: number) =>
      ids(await pageOfOrders(db, owner, { limit: 1000, ...filter }))
    const current = await db.selectFrom('payment_orders').selectAll().execute()
    const found = (is: (row: Row) => boolean) => ids(current.filter(is))
    expect(await listed({}, owner_id)).toEqual(found((row) => row.owner_id === owner_id))
    expect(await listed({ status: 'failed' })).toEqual(found((row) => row.state === 'failed'))
    expect(await listed({ processor: 'wire' })).toEqual(found((row) => row.processor === 'wire'))
    expect(await listed({ from: at(-2) })).toEqual(found((row) => row.created_at >= at(-2)))
    expect(await listed({ until: at(-2) })).toEqual(found((row) => row.created_at < at(-2)))
    const { id, created_at } = some((row) => row.created_at > at(-24))
    const isAfter = (row: Row) =>
      row.created_at < created_at || (row.created_at.getTime() === created_at.getTime() && row.id < id)
    expect(await listed({ before: { at: created_at, id } })).toEqual(found(isAfter))
    const needs = {
      held: (row: Row) => row.quarantine !== null,
      disputed: (row: Row) => row.dispute === 'open',
      wire: (row: Row) => row.processor === 'wire' && UNSETTLED.includes(row.state),
    }
    for (const which of ['held', 'disputed', 'wire'] as const) {
      expect(await listed({ waits: which })).toEqual(found(needs[which]))
      expect((await ordersToMend(db, which, 1))[0]?.total).toBe(found(needs[which]).length)
    }
    const words = { words: [{ part: 'p-1', id: null, amount_micros: null }], is_every: true }
    const isNamed = (row: Row) => row.owner_id === owner_id && row.reference.startsWith('P-1')
    const named = await ordersNamed(db, owner_id, words, 1000)
    expect(ids(named)).toEqual(found(isNamed))
    const times = named.map((row) => row.created_at.getTime())
    expect(new Set(times).size).toBeGreaterThan(1)
    expect(times, 'newest first').toEqual(times.toSorted((a, b) => b - a))
  })
})

describe('refunds and disputes', () => {
  let rows: Awaited<ReturnType<typeof insertAll<'payment_reversals'>>>
  type Row = (typeof rows)[number]
  const ofOrder = { stripe: randomUUID(), test: randomUUID() }
  beforeAll(async () => {
    const [person] = people
    const order = {
      owner_id: person?.id ?? 0,
      login_id: person?.logins[0] ?? 0,
      origin: '',
      created_at: NOW,
      changed_at: NOW,
    }
    await insertAll(
      db,
      'payment_orders',
      (['stripe', 'test'] as const).map((name) => ({
        ...order,
        id: ofOrder[name],
        reference: `R-${name}`,
        processor: name,
        purpose: 'top_up',
        amount_micros: 1_000_000,
        payment_ref: `paid ${name}`,
      })),
    )
    rows = await insertAll(
      db,
      'payment_reversals',
      combine({
        order_id: [ofOrder.stripe, ofOrder.test],
        kind: ['refund', 'dispute'],
        state: ['created', 'pending', 'done'],
        created_at: [at(-48), at(-2)],
      }).map((row, index) => ({
        ...row,
        id: randomUUID(),
        reversal_ref: `reversal ${index}`,
        amount_micros: 10_000,
        reason: '',
        actor: '',
        changed_at: row.created_at,
      })),
    )
  })
  const matching = (is: (row: Row) => boolean) => ids(rows.filter(is))

  test('they are of one order, processor, kind, state and time', async () => {
    const isTest = ({ order_id }: Row) => order_id === ofOrder.test
    expect(ids(await reversals.reversalsOf(db, ofOrder.test))).toEqual(matching(isTest))
    const [id = ''] = matching(isTest)
    expect(ids(await changedBy(db, 'payment_reversals', (tx) => reversals.changeReversal(tx, id, {}, NOW)))).toEqual([
      id,
    ])
    const since = (await all(reversals.refundsAndDisputesSince(db, 'test', at(-2), 2))).map(
      ({ reversal_ref }) => reversal_ref,
    )
    const isRecent = (row: Row) => isTest(row) && row.created_at >= at(-2)
    expect(since.sort()).toEqual(
      rows
        .filter(isRecent)
        .map(({ reversal_ref }) => reversal_ref)
        .sort(),
    )
    const isUnsent = (row: Row) => row.kind === 'refund' && row.state === 'created' && row.changed_at <= at(-24)
    expect(ids(await reversals.unsentRefunds(db, at(-24)))).toEqual(matching(isUnsent))
    expect(await reversals.undecidedPayments(db, 'test')).toEqual(['paid test'])
    await db
      .updateTable('payment_reversals')
      .set({ state: 'done' })
      .where('order_id', '=', ofOrder.test)
      .where('state', '=', 'pending')
      .execute()
    expect(await reversals.undecidedPayments(db, 'test')).toEqual([])
  })

  test('the list of all of them is filtered', async () => {
    const current = await db.selectFrom('payment_reversals').selectAll().execute()
    const none = {
      kind: undefined,
      state: undefined,
      from: undefined,
      until: undefined,
      before: undefined,
      limit: 1000,
    }
    const listed = async (filter: object) => ids(await listReversals(db, { ...none, ...filter }))
    const found = (is: (row: Row) => boolean) => ids(current.filter(is))
    expect(await listed({ kind: 'dispute' })).toEqual(found(({ kind }) => kind === 'dispute'))
    expect(await listed({ state: 'done' })).toEqual(found(({ state }) => state === 'done'))
    expect(await listed({ from: at(-2) })).toEqual(found(({ created_at }) => created_at >= at(-2)))
    expect(await listed({ until: at(-2) })).toEqual(found(({ created_at }) => created_at < at(-2)))
    const id = ids(current)[5] ?? ''
    const isAfter = (row: Row) => row.created_at < at(-2) || row.id < id
    expect(await listed({ before: { at: at(-2), id } })).toEqual(found(isAfter))
  })
})

test('customers and methods are of one account and processor', async () => {
  const [owner, other] = people
  const closed = await insertAccount(db, 0, { status: 'closed' })
  const owner_id = owner?.id ?? 0
  const accounts = [owner_id, other?.id ?? 0, closed.id]
  // One account has the same name at both processors, two have it at one each.
  const refs = [
    ['same', 'same'],
    ['other', 'shared'],
    ['shared', 'closed'],
  ]
  const customers = await insertAll(
    db,
    'payment_customers',
    accounts.flatMap((owner, index) =>
      (['stripe', 'test'] as const).map((name, at_processor) => ({
        ...{ owner_id: owner, processor: name, created_at: NOW },
        customer_ref: refs[index]?.[at_processor] ?? '',
      })),
    ),
  )
  const [, second = 0] = accounts
  expect((await methods.customerOf(db, second, 'test'))?.customer_ref).toBe('shared')
  expect((await methods.customerOf(db, second, 'stripe'))?.customer_ref).toBe('other')
  expect(await methods.ownerOfCustomer(db, 'test', 'shared')).toBe(second)
  expect(await methods.ownerOfCustomer(db, 'stripe', 'shared')).toBe(closed.id)
  const row = customers.find((one) => one.owner_id === owner_id && one.processor === 'test')
  const about = { owner_id, processor: 'test', former: 'same', customer_ref: 'new' } as const
  const written = (change: (tx: typeof db) => Promise<unknown>) => changedBy(db, 'payment_customers', change)
  expect(await written((tx) => methods.replaceCustomer(tx, about))).toEqual([row])
  for (const wrong of [{ former: 'another' }, { owner_id: second }])
    expect(await written((tx) => methods.replaceCustomer(tx, { ...about, ...wrong }))).toEqual([])
  expect(await written((tx) => methods.markDeleted(tx, owner_id, 'test', NOW))).toEqual([row])
  expect(await methods.customersOfClosed(db, 'test')).toMatchObject([{ owner_id: closed.id, customer_ref: 'closed' }])
  await methods.markDeleted(db, closed.id, 'test', NOW)
  expect(await methods.customersOfClosed(db, 'test')).toEqual([])

  const cards = await insertAll(
    db,
    'payment_methods',
    combine({ owner_id: accounts, processor: ['stripe', 'test'], kind: ['default', 'backup', 'plain', 'removed'] })
      .filter(({ processor: name, kind }) => name === 'test' || kind === 'plain')
      .map(({ kind, ...card }, index) => ({
        ...card,
        id: randomUUID(),
        method_ref: `card ${index}`,
        brand: 'visa',
        last4: '4242',
        is_default: kind === 'default',
        is_backup: kind === 'backup',
        removed_at: kind === 'removed' ? at(-1) : null,
        created_at: NOW,
      })),
  )
  type Card = (typeof cards)[number]
  const found = (is: (card: Card) => boolean) => ids(cards.filter((card) => card.owner_id === owner_id && is(card)))
  const own = (card: Card) => card.processor === 'test' && card.removed_at === null
  expect(ids(await methods.methodsOf(db, owner_id, 'test'))).toEqual(found(own))
  const [plain = ''] = found((card) => own(card) && !card.is_default && !card.is_backup)
  expect((await methods.methodById(db, plain))?.id).toBe(plain)
  const card = cards.find(({ id }) => id === plain)
  if (!card) throw new Error('no plain card')
  const renewed = { ...card, id: randomUUID(), last4: '4444', exp_month: 11, exp_year: 2031 }
  await methods.putMethod(db, renewed)
  expect(await methods.methodById(db, plain), 'as its bank renewed it').toMatchObject({
    last4: '4444',
    exp_month: 11,
    exp_year: 2031,
  })
  expect(await lockedBy(db, 'users', (tx) => methods.lockMethods(tx, owner_id))).toEqual([owner_id])
  const changed = (change: (tx: typeof db) => Promise<unknown>) => changedBy(db, 'payment_methods', change).then(ids)
  expect(await changed((tx) => methods.markRemoved(tx, [plain], NOW))).toEqual([plain])
  const isOr = (is: (card: Card) => boolean) => found((card) => card.id === plain || is(card))
  expect(await changed((tx) => methods.makeDefault(tx, owner_id, plain))).toEqual(isOr((card) => card.is_default))
  expect(await changed((tx) => methods.makeBackup(tx, owner_id, plain))).toEqual(isOr((card) => card.is_backup))
})

test('messages are of one processor and id, and wait until they are handled', async () => {
  const received = { received_at: at(-3), body: '{}', type: 'x' }
  await insertAll(
    db,
    'payment_events',
    combine({
      processor: ['stripe', 'test'],
      handled_at: [null, at(-2), at(-1)],
      tries: [0, 5],
      tried_at: [null, NOW],
    }).map((row, index) => ({
      ...received,
      ...row,
      event_id: `event ${Math.floor(index / 12) === 0 ? index : index - 12}`,
    })),
  )
  type Row = { processor: string; event_id: string }
  const names = (rows: readonly Row[]) => rows.map(({ processor: name, event_id }) => `${name} ${event_id}`).sort()
  const written = (change: (tx: typeof db) => Promise<unknown>) => changedBy(db, 'payment_events', change).then(names)
  expect(await written((tx) => markHandled(tx, 'test', 'event 1', NOW))).toEqual(['test event 1'])
  expect(await written((tx) => noteError(tx, 'test', 'event 1', 'x'))).toEqual(['test event 1'])
  const rows = await db.selectFrom('payment_events').selectAll().execute()
  const isStuck = (row: (typeof rows)[number]) => row.handled_at === null && row.tries >= 5
  const stuck = rows.filter(isStuck)
  expect((await stuckEvents(db, 100)).length).toBe(stuck.length)
  expect((await stuckMessages(db, 1))[0]?.total).toBe(stuck.length)
  const isOld = (row: (typeof rows)[number]) => row.handled_at !== null && row.handled_at < at(-1)
  expect(await written((tx) => deleteOldEvents(tx, at(-1)))).toEqual(names(rows.filter(isOld)))
  const isDue = (row: (typeof rows)[number]) => row.processor === 'test' && !row.handled_at && !row.tried_at
  expect(names(await claimEvents(db, 'test', NOW, 100))).toEqual(names(rows.filter(isDue)))
})

test('comparisons and findings are of one processor and payment', async () => {
  const counts = { payments: 0, reversals: 0, followed: 0 }
  const runs = combine({ processor: ['stripe', 'test'], is_whole: [false, true] })
  const made = await insertAll(
    db,
    'payment_comparisons',
    runs.map((run, index) => ({ ...run, ...counts, at: at(-index) })),
  )
  const last = async (filter: Parameters<typeof lastComparison>[1]) => (await lastComparison(db, filter))?.id
  expect(await last({ processor: 'test' })).toBe(made[2]?.id)
  expect(await last({ is_whole: true })).toBe(made[1]?.id)
  const deleted = await changedBy(db, 'payment_comparisons', (tx) =>
    insertComparison(tx, { processor: 'test', is_whole: true, ...counts, at: at(1) }, at(-2)),
  )
  expect(deleted.map(({ id }) => id)).toEqual(made.filter((run) => run.at < at(-2)).map(({ id }) => id))

  const findings = combine({
    processor: ['stripe', 'test'],
    payment_ref: ['a', 'b'],
    finding: ['x', 'y'],
    solved_at: [null, at(-1)],
  })
  const rows = await insertAll(
    db,
    'payment_findings',
    findings.map((row) => ({
      ...row,
      finding: `${row.finding}${row.solved_at ? ' solved' : ''}`,
      found_at: at(-2),
      checked_at: at(-1),
    })),
  )
  const open = rows.filter(({ solved_at }) => !solved_at)
  expect([(await openFindings(db)).length, await countFindings(db)]).toEqual([open.length, open.length])
  const solved = await changedBy(db, 'payment_findings', (tx) =>
    putFindings(tx, { processor: 'test', payment_ref: 'a' }, ['x'], at(-1)),
  )
  const left = solved.map(({ processor: name, payment_ref, finding }) => [name, payment_ref, finding])
  expect(left).toEqual([['test', 'a', 'y']])
  const none = await changedBy(db, 'payment_findings', (tx) =>
    putFindings(tx, { processor: 'test', payment_ref: 'a' }, [], NOW),
  )
  expect(none).toHaveLength(2)
})

test('the test processor finds its own payments, refunds, disputes and cards', async () => {
  const payments = await insertAll(
    db,
    'test_processor_payments',
    combine({ order_id: [true, false], state: ['open', 'paid'], created_at: [at(-2), at(-1)] }).map((row, index) => ({
      ...row,
      order_id: row.order_id ? randomUUID() : null,
      payment_ref: `t${index}`,
      idempotency_key: `key ${index}`,
      checkout_ref: `checkout ${index}`,
      customer_ref: `customer ${index % 2}`,
      total_micros: 10_000,
      description: '',
      return_url: '',
    })),
  )
  const [, , payment] = payments
  if (!payment) throw new Error('the scene has no payment')
  const found = [
    await processor.keepPayment(db, { ...payment, payment_ref: 'another', checkout_ref: null }),
    await processor.paymentByCheckout(db, 'checkout 2'),
    await processor.paymentOfOrder(db, payment.order_id ?? ''),
    await processor.paymentByRef(db, 't2'),
  ]
  expect(found.map((one) => one?.payment_ref)).toEqual(found.map(() => 't2'))
  const recent = payments.filter((one) => one.created_at >= at(-1) && one.order_id).map((one) => one.payment_ref)
  expect((await processor.paymentsSince(db, at(-1))).map((one) => one.payment_ref).sort()).toEqual(recent)
  const decided = async (ref: string) =>
    (
      await changedBy(db, 'test_processor_payments', (tx) =>
        processor.decidePayment(tx, ref, { failure: 'declined' as never, state: 'failed' }),
      )
    ).map((one) => one.payment_ref)
  expect([await decided('t0'), await decided('t2')]).toEqual([['t0'], []])

  const reversed = await insertAll(
    db,
    'test_processor_reversals',
    combine({
      payment_ref: ['t2', 't3'],
      kind: ['refund', 'dispute'],
      state: ['open', 'done'],
      created_at: [at(-2), at(-1)],
    }).map((row, index) => ({
      ...row,
      reversal_ref: `r${String(index).padStart(2, '0')}`,
      idempotency_key: `key ${index}`,
      total_micros: 10_000,
    })),
  )
  const refs = (rows: readonly { reversal_ref: string }[]) => rows.map(({ reversal_ref }) => reversal_ref).sort()
  const matching = (is: (row: (typeof reversed)[number]) => boolean) => refs(reversed.filter(is))
  expect(refs(await processor.reversalsOfPayment(db, 't3'))).toEqual(matching((row) => row.payment_ref === 't3'))
  expect(refs(await processor.reversalsSince(db, at(-1)))).toEqual(matching((row) => row.created_at >= at(-1)))
  const again = reversed[3]
  if (again) expect((await processor.keepReversal(db, { ...again, reversal_ref: 'another' })).reversal_ref).toBe('r03')
  expect(
    refs(await changedBy(db, 'test_processor_reversals', (tx) => processor.endTestDispute(tx, 't3', 'won'))),
  ).toEqual(matching((row) => row.payment_ref === 't3' && row.kind === 'dispute' && row.state === 'open'))
  await insertAll(
    db,
    'test_processor_methods',
    combine({ customer_ref: ['a', 'b'], removed_at: [null, NOW] }).map((row, index) => ({
      ...row,
      method_ref: `m${index}`,
      brand: 'visa',
      last4: '4242',
      exp_month: 1,
      exp_year: 2030,
      created_at: NOW,
    })),
  )
  expect((await processor.testMethod(db, 'm2'))?.method_ref).toBe('m2')
  expect((await processor.testMethodsOf(db, 'b')).map(({ method_ref }) => method_ref)).toEqual(['m2'])
  const removed = await changedBy(db, 'test_processor_methods', (tx) => processor.removeTestMethod(tx, 'm2', NOW))
  expect(removed.map(({ method_ref }) => method_ref)).toEqual(['m2'])
})
