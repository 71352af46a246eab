import { dashboard } from '@portico/contract/dashboard.ts'
import { operator } from '@portico/contract/operator.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openTestApp, type TestApp } from '#testing/app.ts'
import { type Customer, LIVE, openCustomer, search } from '#testing/gateway/customer.ts'
import { envelope, openTestServer, send, type TestServer } from '#testing/gateway/upstream.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

type Instance = Awaited<ReturnType<TestApp['sibling']>>
let upstream: TestServer
let first: TestApp
let second: Instance
let customers: Customer[]
let browser: ReturnType<TestApp['browser']>

beforeEach(async () => {
  upstream = await openTestServer((_, response) => send(response, '{}', 503))
  first = await openTestApp({ settings: { UPSTREAM_URL: upstream.url } })
  second = await first.sibling()
  customers = []
  for (let at = 0; at < 4; at += 1) customers.push(await openCustomer(first))
  browser = await first.signedIn(customers[3]?.login ?? '')
  for (let at = 0; at < 20; at += 1) await customers[at % 3]?.call(LIVE, { body: search(), app: second.app })
  // The failed calls alone do not make it an outage any more.
  first.clock.forward(11 * 60_000)
  await read()
})
afterEach(async () => {
  await first.close()
  await upstream.close()
})

/** What the jobs of both instances do every few seconds. */
async function read(): Promise<void> {
  for (const { gateway, service, status } of [second, first]) {
    await gateway.gate.admission.beat()
    await service.run()
    await status.run()
  }
}

/** What the first instance shows to the operator, the public and a customer, for whom the source is elsewhere. */
async function shown() {
  await first.status.run()
  const { body } = await first.operator(operator.service, { range: '15m' })
  if (!('apis' in body)) throw new Error(JSON.stringify(body))
  const { text } = await first.browser().send<string>({ path: '/status' })
  const { apis } = await browser.must(dashboard.getServiceStatus, {})
  const { states } = await browser.must(dashboard.getStates, {})
  const own = (await customers[3]?.call('/v3/appendix/status'))?.body?.tasks?.[0]?.result as {
    api: string
    status: string
  }[]
  return {
    breakers: body.breakers,
    console: [...new Set(body.apis.map(({ state }) => state))],
    public: [...new Set([...text.matchAll(/<h3>[^<]*<\/h3><span class="state (\w+)"/g)].map(([, state]) => state))],
    dashboard: [...new Set(apis.map(({ status }) => status))],
    banner: states.some(({ state }) => state.kind === 'outage'),
    data_api: own.find(({ api }) => api === 'serp')?.status,
  }
}

const OUTAGE = {
  breakers: [{ endpoint: LIVE, api: 'serp', instances: 1 }],
  console: ['outage'],
  public: ['outage'],
  dashboard: ['down'],
  banner: true,
  data_api: 'down',
}
const WELL = {
  breakers: [],
  console: ['operational'],
  public: ['operational'],
  dashboard: ['ok'],
  banner: false,
  data_api: 'ok',
}

test('an outage that one instance finds is shown by another, and is over with its breaker', async () => {
  expect(first.gateway.gate.upstream?.isDown()).toBe(false)
  expect(await shown()).toEqual(OUTAGE)
  upstream.setAnswer((_, response) => send(response, envelope({ result: [{}] })))
  await customers[3]?.call(LIVE, { body: search(), app: second.app })
  await read()
  expect(await shown()).toEqual(WELL)
})

test('the outage of an instance that was killed is over with its heartbeat', async () => {
  expect(await shown()).toEqual(OUTAGE)
  // The other instance still runs here, and its own heartbeat may come in between.
  await vi.waitFor(async () => {
    await first.database.owner.query(
      `update gateway_instances set seen_at = now() - interval '11 seconds' where id = $1`,
      [second.gateway.gate.admission.instance],
    )
    expect(await shown()).toEqual(WELL)
  })
})

test('the outage of an instance that ended in order is over at once, and one breaker of several is no outage', async () => {
  expect(await shown()).toEqual(OUTAGE)
  upstream.setAnswer((_, response) => send(response, envelope({ result: [{}] })))
  await customers[3]?.call('/v3/serp/bing/organic/live/advanced', { body: search(), app: second.app })
  await read()
  expect(await shown()).toMatchObject({
    breakers: OUTAGE.breakers,
    console: ['degraded', 'operational'],
    dashboard: ['ok'],
    data_api: 'down',
  })
  await second.app.close()
  expect(await shown()).toEqual(WELL)
})
