import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkBooks, deriveRollups, fundsOf } from '#ledger/room.ts'
import { openTestApp, type TestApp } from '../test-app.ts'
import type { Envelope } from './envelope.ts'
import { type Customer, LIVE, LIVE_MICROS, openCustomer, POST, search } from './test-customer.ts'

let site: TestApp
let urls: string[]
beforeAll(async () => {
  site = await openTestApp()
  const second = await site.sibling()
  for (const { app } of [site, second]) await app.listen({ port: 0, host: '127.0.0.1' })
  urls = [site.app, second.app].map(({ server }) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
afterAll(() => site.close())

async function ask(customer: Customer, at: number, path: string, body: unknown) {
  const reply = await fetch(`${urls[at % urls.length]}${path}`, {
    method: 'POST',
    headers: { authorization: customer.authorization, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { http: reply.status, body: (await reply.json()) as Envelope }
}

async function loosen({ login_id }: Customer) {
  await site.database.pool.query('update api_logins set simultaneous = 1000, per_minute = 100000 where id = $1', [
    login_id,
  ])
}

test('G8 of N parallel calls on money for K exactly K succeed, through HTTP, on two processes', async () => {
  for (const [calls, affordable] of [
    [80, 1],
    [80, 37],
    [60, 59],
  ] as const) {
    const customer = await openCustomer(site, { usd: 0 })
    await loosen(customer)
    await customer.give(affordable * LIVE_MICROS + LIVE_MICROS - 1)
    const replies = await Promise.all(Array.from({ length: calls }, (_, at) => ask(customer, at, LIVE, search())))
    const good = replies.filter(({ body }) => body.tasks?.[0]?.status_code === 20000)
    const refused = replies.filter(({ body }) => body.tasks?.[0]?.status_code === 40210)
    expect([good.length, refused.length]).toEqual([affordable, calls - affordable])
    expect(await fundsOf(site.ctx, customer.login_id)).toMatchObject({
      balance_micros: LIVE_MICROS - 1,
      held_micros: 0,
    })
  }
  expect((await checkBooks(site.ctx)).discrepancies).toEqual([])
})

test('many logins, live and queued, in lists and alone: usage, ledger and balances tell the same', async () => {
  const customers = await Promise.all(Array.from({ length: 4 }, () => openCustomer(site, { usd: 1 })))
  for (const customer of customers) await loosen(customer)
  const [task] = search()
  let cost_micros = 0
  await Promise.all(
    Array.from({ length: 120 }, async (_, at) => {
      const customer = customers[at % customers.length]
      if (!customer) return
      const { body } = await (at % 3 === 0
        ? ask(customer, at, POST, [task, {}, { ...task, priority: 2 }])
        : ask(customer, at, LIVE, [{ ...task, depth: 10 * ((at % 4) + 1) }]))
      cost_micros += Math.round(body.cost * 1_000_000)
    }),
  )
  const balances = await Promise.all(customers.map(({ login_id }) => fundsOf(site.ctx, login_id)))
  const left = balances.reduce((sum, { balance_micros }) => sum + balance_micros, 0)
  expect(left).toBe(4_000_000 - cost_micros)
  await deriveRollups(site.ctx)
  expect((await checkBooks(site.ctx)).discrepancies).toEqual([])
})
