import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#testing/db/database.ts'
import { callAt, insertAccount, insertAll } from '#testing/db/scene.ts'
import { callingAddresses, newestCalls } from './call-store.ts'

const NOW = new Date('2026-06-15T12:00:00Z')
const at = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000)

let database: TestDatabase
let db: TestDatabase['db']
beforeAll(async () => {
  database = await openTestDatabase()
  db = database.db
})
afterAll(() => database.close())

/** Calls of two logins from addresses of their own, and hours of two further logins whose days are moved. */
async function openCalls() {
  const { id: owner_id, logins } = await insertAccount(db, 3)
  const [called = 0, busy = 0, moved = 0, silent = 0] = logins
  const call = (login_id: number, hours: number, ip: string) => ({ ...callAt(at(hours), login_id, owner_id).event, ip })
  await insertAll(db, 'usage_events', [
    call(called, -30, '203.0.113.1'),
    call(called, -5, '203.0.113.2'),
    call(called, -4, '203.0.113.2'),
    call(busy, -2, '203.0.113.3'),
  ])
  const kind = { api: 'serp', function: 'google/organic', method: 'live', priority: 1, status_class: 'ok' }
  const sums = { requests: 1, tasks: 1, results: 1, cost_micros: 1, errors: 0, time_ms_sum: 1, times: [1] }
  const hour = (login_id: number, hours: number) => ({ login_id, hour: at(hours), is_sandbox: false, ...kind, ...sums })
  await insertAll(db, 'usage_hours', [hour(moved, -7), hour(moved, -8), hour(silent, -40), hour(called, -1)])
  return { called, busy, moved, silent }
}

test('the newest call of a login is its own since the moment, by the hour where its days are moved', async () => {
  const { called, busy, moved, silent } = await openCalls()
  const found = await newestCalls(db, [called, moved, silent], at(-24))
  expect([...found.keys()]).toEqual([called, moved])
  expect(found.get(called)?.getTime()).toBeCloseTo(at(-4).getTime(), -2)
  expect(found.get(moved)).toEqual(at(-7))
  expect([...(await newestCalls(db, [called, busy], at(-3))).keys()].toSorted()).toEqual([called, busy].toSorted())
  expect((await newestCalls(db, [called], at(-3))).get(called)).toEqual(at(-1))
})

test('addresses that call are those of one login since the moment, each once', async () => {
  const { called } = await openCalls()
  expect(await callingAddresses(db, called, at(-24))).toEqual(['203.0.113.2'])
})
