import { CODE } from '@portico/contract/codes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '#testing/app.ts'
import { closeBalanced } from '#testing/close-balanced.ts'
import { type Customer, LIVE, openCustomer, POST, search } from '#testing/gateway/customer.ts'

let site: TestApp
let busy: Customer
let other: Customer
beforeAll(async () => {
  site = await openTestApp({ settings: { BOOKING_TIMEOUT_MS: '400', TASK_DELAY_MS: '0' } })
  busy = await openCustomer(site)
  other = await openCustomer(site)
})
afterAll(() => closeBalanced(site))

/** Locks an account, so that the group commit that books its calls waits, and with it all further bookings. */
async function whileBookingsWait(run: () => Promise<void>): Promise<void> {
  const blocker = await site.database.owner.connect()
  try {
    await blocker.query('begin')
    await blocker.query('select from ledger_accounts where api_login_id = $1 for update', [busy.login_id])
    const waiting = Array.from({ length: 20 }, () => busy.call(LIVE, { body: search() }))
    await expect.poll(() => site.meter.health().is_stalled, { timeout: 20_000 }).toBe(true)
    await run()
    expect(site.meter.health().is_stalled, 'bookings waited all the time').toBe(true)
    await blocker.query('rollback')
    await Promise.all(waiting)
  } finally {
    blocker.release()
  }
}

test('D1 look-ups, polls, account functions and the sandbox are answered while bookings wait, and paid calls are refused', async () => {
  const queued = await other.call(POST, { body: search() })
  const id = queued.body?.tasks?.[0]?.id
  await site.gateway.runDueTasks()
  let sandbox_task: string | undefined
  await whileBookingsWait(async () => {
    for (const customer of [busy, other]) {
      expect(await customer.codes('/v3/serp/google/locations')).toEqual([200, CODE.ok, CODE.ok])
      expect(await customer.codes('/v3/backlinks/available_filters')).toEqual([200, CODE.ok, CODE.ok])
      expect(await customer.codes('/v3/appendix/errors')).toEqual([200, CODE.ok, CODE.ok])
      expect(await customer.codes('/v3/serp/google/organic/tasks_ready')).toEqual([200, CODE.ok, CODE.ok])
      expect(await customer.codes(`/sandbox${LIVE}`, { body: search() })).toEqual([200, CODE.ok, CODE.ok])
      const posted = await customer.call(`/sandbox${POST}`, { body: search() })
      expect(posted.body?.tasks?.[0]?.status_code).toBe(CODE.taskCreated)
      sandbox_task = posted.body?.tasks?.[0]?.id
      for (const path of [LIVE, POST]) expect((await customer.call(path, { body: search() })).http).toBe(503)
    }
    expect(await other.codes(`/v3/serp/google/organic/task_get/advanced/${id}`)).toEqual([200, CODE.ok, CODE.ok])
  })
  // The posting of a sandbox task is recorded as soon as bookings go on, so that it runs.
  await expect
    .poll(
      async () => {
        site.clock.forward(1000)
        await site.gateway.runDueTasks()
        return other.codes(`/sandbox/v3/serp/google/organic/task_get/advanced/${sandbox_task}`)
      },
      { timeout: 20_000 },
    )
    .toEqual([200, CODE.ok, CODE.ok])
  expect(await other.codes(LIVE, { body: search() })).toEqual([200, CODE.ok, CODE.ok])
})

test('D1 a look-up is recorded in Usage as before when bookings do not wait', async () => {
  await other.call('/v3/serp/google/languages')
  const { rows } = await site.database.owner.query(
    `select status_code from usage_events where login_id = $1 and function = 'google/languages'`,
    [other.login_id],
  )
  expect(rows).toEqual([{ status_code: CODE.ok }])
})
