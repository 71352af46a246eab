import type { AddressInfo } from 'node:net'
import { CODE } from '@portico/contract/codes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkBooks } from '#ledger/books/index.ts'
import { fundsOf } from '#ledger/index.ts'
import { deriveRollups } from '#ledger/jobs/index.ts'
import { setSpendLimit } from '#ledger/limits/index.ts'
import { openTestApp, type TestApp } from '#testing/app.ts'
import { type Customer, LIVE, LIVE_MICROS, openCustomer, POST, search } from '#testing/gateway/customer.ts'
import { envelope, openTestServer, send } from '#testing/gateway/upstream.ts'
import type { Envelope } from '../wire/envelope.ts'

let site: TestApp
let urls: string[]
beforeAll(async () => {
  site = await openTestApp()
  const second = await site.sibling()
  for (const { app } of [site, second]) await app.listen({ port: 0, host: '127.0.0.1' })
  urls = [site.app, second.app].map(addressOf)
})
afterAll(() => site.close())

function addressOf({ server }: TestApp['app']): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function ask(customer: Customer, at: number, path: string, body: unknown, positions = urls) {
  const reply = await fetch(`${positions[at % positions.length]}${path}`, {
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

test('G8 of N parallel calls on money for K exactly K succeed, through HTTP, on two instances', async () => {
  for (const [calls, affordable] of [
    [80, 1],
    [80, 37],
    [60, 59],
  ] as const) {
    const customer = await openCustomer(site, { usd: 0 })
    await loosen(customer)
    await customer.give(affordable * LIVE_MICROS + LIVE_MICROS - 1)
    const replies = await Promise.all(Array.from({ length: calls }, (_, at) => ask(customer, at, LIVE, search())))
    const good = replies.filter(({ body }) => body.tasks?.[0]?.status_code === CODE.ok)
    const refused = replies.filter(({ body }) => body.tasks?.[0]?.status_code === CODE.balanceTooLow)
    expect([good.length, refused.length]).toEqual([affordable, calls - affordable])
    expect(await fundsOf(site.ctx, customer.login_id)).toMatchObject({
      balance_micros: LIVE_MICROS - 1,
      held_micros: 0,
    })
  }
  expect((await checkBooks(site.ctx)).discrepancies).toEqual([])
})

/** Number of replies with this code in the envelope or in its one task. */
function count(replies: Awaited<ReturnType<typeof ask>>[], code: number): number {
  return replies.filter(({ body }) => (body.tasks?.[0]?.status_code ?? body.status_code) === code).length
}

test.each([
  ['', LIVE],
  ['serp', POST],
  ['serp/google/organic', LIVE],
])(
  'G8 of N parallel calls on a daily limit for K ("%s") exactly K succeed, through HTTP, on two instances',
  async (scope, path) => {
    const price = path === LIVE ? LIVE_MICROS : 600
    const customer = await openCustomer(site)
    await loosen(customer)
    const { login_id } = customer
    await setSpendLimit(site.ctx, { login_id, scope, kind: 'daily_limit', limit_micros: 23 * price + price - 1 })
    const replies = await Promise.all(Array.from({ length: 70 }, (_, at) => ask(customer, at, path, search())))
    expect([count(replies, path === LIVE ? CODE.ok : CODE.taskCreated), count(replies, CODE.costLimit)]).toEqual([
      23, 47,
    ])
    expect(await fundsOf(site.ctx, login_id)).toMatchObject({ balance_micros: 10_000_000 - 23 * price, held_micros: 0 })
    expect((await checkBooks(site.ctx)).discrepancies).toEqual([])
  },
)

test('G14 of N parallel calls of a login that may have K at once, K are in progress on two instances together', async () => {
  const answers: (() => void)[] = []
  const upstream = await openTestServer((_, response) => answers.push(() => send(response, envelope({ result: [{}] }))))
  const settings = { UPSTREAM_URL: upstream.url }
  const slow = [await site.sibling({ settings }), await site.sibling({ settings })]
  for (const { app } of slow) await app.listen({ port: 0, host: '127.0.0.1' })
  const positions = slow.map(({ app }) => addressOf(app))
  const customer = await openCustomer(site)
  await site.database.pool.query('update api_logins set simultaneous = 7 where id = $1', [customer.login_id])
  const calls = Array.from({ length: 40 }, (_, at) => ask(customer, at, LIVE, search(), positions))
  // Refused calls are answered while the others still wait.
  let refused = 0
  for (const call of calls) call.then(({ body }) => (refused += body.status_code === CODE.tooManyAtOnce ? 1 : 0))
  await expect.poll(() => [refused, answers.length]).toEqual([33, 7])
  for (const answer of answers) answer()
  expect(count(await Promise.all(calls), CODE.ok)).toBe(7)
  expect(await fundsOf(site.ctx, customer.login_id)).toMatchObject({
    balance_micros: 10_000_000 - 7 * LIVE_MICROS,
    held_micros: 0,
  })
  await upstream.close()
})

test('usage, ledger and balances agree for many logins with live and queued tasks, in lists and alone', async () => {
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
