import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#testing/db/database.ts'
import { changedBy, combine, insertAccount, insertAll, lockedBy } from '#testing/db/scene.ts'
import * as store from './store.ts'

const NOW = new Date('2026-06-15T12:00:00Z')
const at = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000)
const names = (rows: readonly { owner_id: number; product: string }[]) =>
  rows.map(({ owner_id, product }) => `${owner_id} ${product}`).sort()

let database: TestDatabase
let db: TestDatabase['db']
beforeAll(async () => {
  database = await openTestDatabase()
  db = database.db
})
afterAll(() => database.close())

test('subscriptions are of one account and product, and due while the account stays', async () => {
  const [own, other, closing] = [await insertAccount(db), await insertAccount(db), await insertAccount(db)]
  const disabled = await insertAccount(db, 0, { status: 'disabled' })
  await insertAll(db, 'account_closings', [{ owner_id: closing.id, asked_at: NOW, closes_at: at(9), reason: 'other' }])
  const order_id = randomUUID()
  const order = { owner_id: own.id, login_id: own.logins[0] ?? 0, amount_micros: 10_000, origin: '' }
  await insertAll(db, 'payment_orders', [
    { ...order, id: order_id, reference: 'S', processor: 'test', purpose: 'top_up', created_at: NOW, changed_at: NOW },
  ])
  const rows = await insertAll(
    db,
    'subscriptions',
    combine({
      owner: [own, other, closing, disabled],
      product: ['a', 'b'],
      state: ['active', 'canceling', 'expired'],
      next_try_at: [at(-1), at(1)],
      period_end: [at(-1), at(1)],
    }).map(({ owner, ...row }, index) => ({
      ...{ ...row, owner_id: owner.id, login_id: owner.logins[0] ?? 0, product: `${row.product}${index}`, order_id },
      ...{ access_until: row.state === 'expired' ? null : at(1), anchor_at: at(-9), periods: 1, period_start: at(-9) },
      ...{ price_micros: 10_000, price_version: '1', method_label: '', changed_at: NOW },
    })),
  )
  type Row = (typeof rows)[number]
  const matching = (is: (row: Row) => boolean) => names(rows.filter(is))
  const [row] = rows
  if (!row) throw new Error('the scene has no subscription')
  const stays = ({ owner_id }: Row) => owner_id !== closing.id
  expect(names(await store.rowsOf(db, own.id))).toEqual(matching(({ owner_id }) => owner_id === own.id))
  expect(await store.lockRow(db, own.id, row.product)).toMatchObject({ product: row.product })
  expect(await store.lockRow(db, other.id, row.product)).toBeUndefined()
  expect(await lockedBy(db, 'subscriptions', (tx) => store.lockRow(tx, own.id, row.product), 'product')).toEqual([
    row.product,
  ])
  const isDue = (one: Row) =>
    stays(one) && one.owner_id !== disabled.id && one.state !== 'expired' && one.next_try_at <= NOW
  expect(names(await store.dueRows(db, NOW))).toEqual(matching(isDue))
  for (const one of rows) {
    const isRenewed = stays(one) && one.state === 'active' && one.period_end >= NOW
    expect(names(await store.rowsToRenew(db, one.product, NOW))).toEqual(isRenewed ? names([one]) : [])
  }
  const announced = await changedBy(db, 'subscriptions', (tx) => store.markAnnounced(tx, row as never, '2', at(1)))
  expect(names(announced)).toEqual(names([row]))

  const orders = combine({ owner_id: [own.id, other.id], product: ['a', 'b'] }).map((one) => ({
    ...one,
    order_id: randomUUID(),
    price_version: '1',
    is_renewal: false,
    at: NOW,
  }))
  await insertAll(db, 'subscription_orders', orders)
  expect(await store.countOrders(db, own.id, 'a')).toBe(1)
  expect(await store.findOrder(db, orders[2]?.order_id ?? '')).toMatchObject({ owner_id: other.id, product: 'a' })
  await store.addPeriod(db, { ...row, owner_id: own.id } as never, NOW)
  expect([(await store.periodsOf(db, own.id, 9)).length, (await store.periodsOf(db, other.id, 9)).length]).toEqual([
    1, 0,
  ])
})
