import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newCallId, PROCESS_TAG } from '#crypto/call-id.ts'
import { fundsOf } from '#ledger/index.ts'
import { openTestApp, type TestApp } from '#testing/app.ts'
import { type Customer, openCustomer } from '#testing/gateway/customer.ts'
import { openAdmission } from './admission.ts'
import { watchDead } from './watch-dead.ts'

let site: TestApp
let customer: Customer

beforeAll(async () => {
  site = await openTestApp()
  customer = await openCustomer(site)
})
afterAll(() => site.close())

const DEAD = 'deadca'
const held = async () => (await fundsOf(site.ctx, customer.login_id)).held_micros
const hold = (id: string) =>
  site.meter.hold({ id, login_id: customer.login_id, api: 'serp', function: 'google/organic', amount_micros: 1_000 })
const seen = (seconds: number) =>
  site.database.owner.query(
    `insert into gateway_instances (id, seen_at) values ($1, now() - $2 * interval '1 second')
      on conflict (id) do update set seen_at = excluded.seen_at`,
    [`00000000-0000-4000-8000-000000${DEAD}`, seconds],
  )

test('holds of a killed process are released within seconds, and those of a living one are not', async () => {
  let now_ms = 0
  const afterBeat = watchDead(site.ctx, () => now_ms)
  const beats = async (seconds: number) => {
    for (let at = 0; at < seconds; at += 1) {
      now_ms += 1000
      await afterBeat()
    }
  }
  await seen(5)
  await hold(newCallId(site.clock.now()))
  await hold(newCallId(site.clock.now()).slice(0, -DEAD.length) + DEAD)
  await beats(40)
  expect(await held(), 'both live').toBe(2_000)
  await seen(30)
  // The database was unreachable: no process could write its heartbeat.
  now_ms += 60_000
  await beats(15)
  expect(await held(), 'nobody is taken for dead right after').toBe(2_000)
  await beats(10)
  expect(await held()).toBe(1_000)
})

test('a process that has its database alone returns the holds of its killed predecessor as it starts, and its own stay', async () => {
  const before = await held()
  await seen(0)
  await hold(newCallId(site.clock.now()))
  await hold(newCallId(site.clock.now()).slice(0, -DEAD.length) + DEAD)
  expect(await held()).toBe(before + 2_000)
  const own = (instance: string, is_alone: boolean) => openAdmission(site.ctx, instance, is_alone)
  const shared = await own(randomUUID(), false)
  expect(await held(), 'beside others nothing is taken for dead').toBe(before + 2_000)
  await shared.close()
  const alone = await own(randomUUID().slice(0, -PROCESS_TAG.length) + PROCESS_TAG, true)
  expect(await held()).toBe(before + 1_000)
  await alone.close()
})
