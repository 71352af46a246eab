// The data API of the real server: killed under load, and stopped in the middle of a call.

import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { callUntilAnswered, DEMO, LIVE, readAuthorization } from '../bench/gateway-client.ts'
import { crashRounds } from '../bench/gateway-crash.ts'
import { CODE } from '../contract/src/codes.ts'
import { envelope, openTestServer, send, type TestServer } from '../server/src/testing/gateway/upstream.ts'
import { startServer } from './harness.ts'
import { emptyServerEnv, freshFolder, killDatabaseIn, queryDatabase, seededServerEnv } from './harness-resources.ts'

vi.setConfig({ testTimeout: 480_000 })
/** One round each for the server, the database and both; `npm run prove -- gateway` runs five hundred. */
const ROUNDS = 3
const COMMON = { DEMO: 'on', BOT_CHECK: 'off', TASK_DELAY_MS: '0', LOG_LEVEL: 'error' }
let upstream: TestServer
beforeAll(async () => {
  upstream = await openTestServer((_, response) => send(response, envelope({ result: [{}] })))
})
afterAll(() => upstream.close())

test('O1 G7 kill -9 of the server, of the database and of both under load: every answered call is booked once, and the books balance', {
  tags: 'long',
}, async () => {
  const env = emptyServerEnv()
  const folder = encodeURIComponent(join(env.DATA_DIR, 'pg'))
  const faults = await crashRounds({
    rounds: ROUNDS,
    killDatabase: () => killDatabaseIn(env.DATA_DIR),
    query: (text) => queryDatabase(`postgresql:///portico?host=${folder}&port=5432&user=portico&sslmode=disable`, text),
    log: () => undefined,
    start: async () => {
      const server = await startServer({ ...COMMON, ...env })
      return { url: server.url, kill9: server.kill9, operator: server.operate }
    },
  })
  expect(faults).toEqual([])
})

test('G7 exactly thirty of eighty simultaneous calls to two processes pass with money for thirty', {
  tags: 'long',
}, async () => {
  const [calls, paid, price] = [80, 30, 2000]
  const env = await seededServerEnv()
  const servers = [
    await startServer({ ...COMMON, ...env }),
    await startServer({ ...COMMON, ...env, DATA_DIR: freshFolder() }),
  ]
  const [server] = servers
  if (!server) throw new Error('no server was started')
  const authorization = await readAuthorization(server.url)
  const { logins } = JSON.parse(await server.operate('user', 'show', DEMO.email, '--json'))
  const over = (logins[0].balance_micros - paid * price) / 1e6
  await server.operate('credit', DEMO.email, (-over).toFixed(6), '--reason', 'leaves money for thirty')
  await server.operate('login', 'set', DEMO.email, '--simultaneous', '200', '--reason', 'all at once')
  const codes = await Promise.all(
    Array.from({ length: calls }, async (_, n) => {
      const reply = await fetch(`${servers[n % servers.length]?.url}${LIVE}`, {
        method: 'POST',
        headers: { authorization },
        body: JSON.stringify([{ keyword: `desk ${n}`, location_code: 2840, language_code: 'en' }]),
      })
      const body = (await reply.json()) as { status_code: number; tasks: { status_code: number }[] | null }
      return body.tasks?.[0]?.status_code ?? body.status_code
    }),
  )
  expect(codes.filter((code) => code === CODE.ok)).toHaveLength(paid)
  expect(codes.filter((code) => code === CODE.balanceEmpty || code === CODE.balanceTooLow)).toHaveLength(calls - paid)
  const [account] = await queryDatabase(
    env.DATABASE_URL,
    `select balance_micros, held_micros from ledger_accounts a join api_logins l on l.id = a.api_login_id where login = '${DEMO.email}'`,
  )
  expect(account).toEqual({ balance_micros: '0', held_micros: '0' })
  expect(await server.operate('books')).toMatch(/^balanced/)
  for (const one of servers) await one.stop()
})

test('O4 a stop waits for calls in progress, and abandons those that take too long without a charge', {
  tags: 'long',
}, async () => {
  const env = await seededServerEnv()
  const ask_database = (text: string) => queryDatabase<{ n: number }>(env.DATABASE_URL, text)
  const server = await startServer({ ...COMMON, ...env, UPSTREAM_URL: upstream.url })
  await server.operate('credit', DEMO.email, '5', '--reason', 'a stop')
  const authorization = await readAuthorization(server.url)
  const spent = async () =>
    Number((await ask_database('select sum(cost_micros)::int as n from usage_events'))[0]?.n ?? 0)
  const before_micros = await spent()
  await callUntilAnswered(() => server, authorization, { path: LIVE, key: randomUUID(), keyword: 'first' })
  const slow = Promise.withResolvers<void>()
  upstream.setAnswer(async ({ body }, response) => {
    if (body.includes('never')) return
    await slow.promise
    send(response, envelope({ result: [{}] }))
  })
  const before = upstream.received.length
  const ask = async (keyword: string) => {
    const reply = await fetch(`${server.url}${LIVE}`, {
      method: 'POST',
      headers: { authorization },
      body: JSON.stringify([{ keyword, location_code: 2840, language_code: 'en' }]),
    })
    return ((await reply.json()) as { tasks: { status_code: number; cost: number }[] }).tasks[0]
  }
  const [result, given_up] = [ask('slow'), ask('never')]
  await expect.poll(() => upstream.received.length).toBe(before + 2)
  const stopped = server.stop()
  slow.resolve()
  expect(await result).toMatchObject({ status_code: CODE.ok, cost: 0.002 })
  expect(await given_up).toMatchObject({ status_code: CODE.sourceUnavailable, cost: 0 })
  await stopped
  const again = await startServer({ ...COMMON, ...env })
  expect((await spent()) - before_micros).toBe(4_000)
  expect(await ask_database('select 1 from ledger_holds')).toEqual([])
  expect(await again.operate('books')).toMatch(/^balanced/)
  await again.stop()
})
