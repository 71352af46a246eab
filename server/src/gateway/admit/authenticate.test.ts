import { afterAll, beforeAll, expect, test } from 'vitest'
import { openCallers } from '#access/index.ts'
import { openTestApp, type TestApp } from '#testing/app.ts'
import { type Customer, openCustomer } from '#testing/gateway/customer.ts'
import { openAuthentication } from './authenticate.ts'

let site: TestApp
let oldest: Customer
beforeAll(async () => {
  site = await openTestApp()
  oldest = await openCustomer(site)
})
afterAll(() => site.close())

const basic = (login: string, password: string) => `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`

/** An authentication with an empty cache that counts its queries and hashes. */
function openCounted() {
  const work = { queries: 0, hashes: 0 }
  const db = site.ctx.db.withPlugin({
    transformQuery({ node }) {
      work.queries += 1
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const { keys } = site.ctx
  const counted = {
    ...keys,
    key(name: Parameters<typeof keys.key>[0]) {
      work.hashes += 1
      return keys.key(name)
    },
  }
  const ctx = { db, clock: site.clock, keys: counted }
  const authenticate = openAuthentication(ctx, openCallers(ctx))
  const tried = async (login: string, password: string, ip: string) => {
    const before = { ...work }
    expect(await authenticate(basic(login, password), ip)).toBeUndefined()
    return { queries: work.queries - before.queries, hashes: work.hashes - before.hashes }
  }
  return { authenticate, tried }
}

test('SEC-L1 G3 an unknown login costs as many queries and hashes as a known one, cached and not', async () => {
  const customer = await openCustomer(site)
  const { tried } = openCounted()
  const known = [await tried(customer.login, 'wrong', '192.0.2.1'), await tried(customer.login, 'wrong', '192.0.2.2')]
  const unknown = [
    await tried('no@one.example', 'wrong', '192.0.2.3'),
    await tried('no@one.example', 'wrong', '192.0.2.4'),
  ]
  expect(unknown).toEqual(known)
  expect(known.map(({ hashes }) => hashes)).toEqual([1, 1])
  expect(known[0]?.queries, 'the second try finds the login in the cache').toBe((known[1]?.queries ?? 0) + 1)
})

test('SEC-L1 G3 the decoy row that is read for an unknown login authenticates no password', async () => {
  const { authenticate, tried } = openCounted()
  for (const password of [oldest.password, '', 'wrong']) await tried('no@one.example', password, '192.0.2.5')
  const caller = await authenticate(basic(oldest.login, oldest.password), '192.0.2.6')
  expect(caller).toMatchObject({ login_id: oldest.login_id })
})

test('a wrong password is reported the same for an existing and an unknown login', async () => {
  const customer = await openCustomer(site)
  const { authenticate } = openCounted()
  const reported: string[] = []
  const onWrong = (login: string) => reported.push(login)
  for (const login of [customer.login, 'no@one.example'])
    await authenticate(basic(login, 'wrong'), '192.0.2.7', onWrong)
  await authenticate(basic(customer.login, customer.password), '192.0.2.7', onWrong)
  await authenticate(undefined, '192.0.2.7', onWrong)
  expect(reported).toEqual([customer.login, 'no@one.example'])
})
