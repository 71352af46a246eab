import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#testing/db/database.ts'
import { changedBy, insertAccount, insertAll } from '#testing/db/scene.ts'
import * as store from './store.ts'

const NOW = new Date('2026-06-15T12:00:00Z')
const MONTH = new Date('2026-06-01T00:00:00Z')
const at = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000)
const ids = (rows: readonly { id: number }[]) => rows.map(({ id }) => id).sort((a, b) => a - b)

let database: TestDatabase
let db: TestDatabase['db']
beforeAll(async () => {
  database = await openTestDatabase()
  db = database.db
})
afterAll(() => database.close())

test('budgets are of one account, and are checked after a change, a call, and in a new month', async () => {
  const [own, other] = [await insertAccount(db, 1), await insertAccount(db)]
  const times = { created_at: at(-9), changed_at: at(-9), checked_at: at(-5), soft_micros: 1 }
  const rows = await insertAll(db, 'budgets', [
    { ...times, owner_id: own.id },
    { ...times, owner_id: own.id, tag: 'changed', changed_at: at(-5) },
    { ...times, owner_id: own.id, tag: 'last month', changed_at: at(-900), checked_at: at(-800) },
    { ...times, owner_id: own.id, tag: 'recounted', recounted_at: NOW },
    { ...times, owner_id: own.id, tag: 'new', created_at: at(-1) },
    { ...times, owner_id: other.id },
  ])
  const [whole, changed, old, recounted, fresh] = rows.map(({ id }) => id)
  expect(ids(await store.budgetsOf(db, own.id))).toEqual([whole, changed, old, recounted, fresh])
  expect(ids(await store.budgetsToRecount(db, at(-1)))).toEqual([changed, old])
  const due = [changed, old]
  expect(ids(await store.budgetsToCheck(db, at(-5), MONTH)), 'no calls').toEqual(due)
  const minute = {
    ...{
      api: 'a',
      function: 'f',
      method: 'live',
      priority: 1,
      status_class: 'ok',
      is_sandbox: false,
      requests: 1,
      tasks: 1,
    },
    ...{ results: 0, cost_micros: 0, errors: 0, time_ms_sum: 0, times: [] as number[] },
  }
  await insertAll(db, 'usage_minutes', [{ ...minute, login_id: own.logins[1] ?? 0, minute: at(-6) }])
  expect(ids(await store.budgetsToCheck(db, at(-5), MONTH)), 'a call before the last check').toEqual(due)
  await insertAll(db, 'usage_minutes', [{ ...minute, login_id: own.logins[0] ?? 0, minute: at(-5) }])
  expect(ids(await store.budgetsToCheck(db, at(-5), MONTH))).toEqual([whole, changed, old, recounted, fresh])
  expect(ids(await store.budgetsToCheck(db, at(-6), MONTH)), 'checked a moment ago').toEqual(due)

  const id = whole ?? 0
  const changes = [
    (tx: typeof db) => store.updateLines(tx, id, { soft_micros: 2, hard_micros: 3 }, NOW),
    (tx: typeof db) => store.putChecked(tx, id, NOW),
    (tx: typeof db) => store.putRecounted(tx, id, NOW),
    (tx: typeof db) => store.deleteBudget(tx, id),
  ]
  for (const change of changes) expect(ids(await changedBy(db, 'budgets', change))).toEqual([id])
  const months = ['2026-04-01', '2026-05-01', '2026-06-01']
  await insertAll(
    db,
    'budget_alerts',
    months.map((month) => ({ budget_id: id, month, line: 'soft' as const, line_micros: 1, sent_at: NOW })),
  )
  const deleted = await changedBy(db, 'budget_alerts', (tx) => store.deleteReported(tx, '2026-05-01'))
  expect(deleted.map(({ month }) => month)).toEqual(['2026-04-01'])
})
