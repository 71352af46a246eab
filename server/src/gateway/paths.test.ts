import { request } from 'node:http'
import { CODE } from '@portico/contract/codes.ts'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { openTestApp, type TestApp } from '#testing/app.ts'
import { type Customer, openCustomer } from '#testing/gateway/customer.ts'
import { envelope, openTestServer, send, type TestServer } from '#testing/gateway/upstream.ts'
import { variants } from '#testing/variants.ts'
import { askSource } from './tasks/ask-source.ts'

vi.setConfig({ testTimeout: 60_000 })
const AT_ONCE = 25
const AUTH = 'Basic b3BlcmF0b3I6U0VDUkVU'
let site: TestApp
let upstream: TestServer
let customer: Customer
let port = 0

beforeAll(async () => {
  upstream = await openTestServer((_, response) =>
    send(response, envelope({ result: [{ secret: 'of the operator' }] })),
  )
  site = await openTestApp({ settings: { UPSTREAM_URL: `${upstream.url}/api`, UPSTREAM_AUTH: AUTH } })
  customer = await openCustomer(site)
  await site.database.pool.query('update api_logins set per_minute = 1000000, simultaneous = 1000')
  await site.app.listen({ port: 0, host: '127.0.0.1' })
  port = (site.app.server.address() as { port: number }).port
})
afterAll(async () => {
  await site.close()
  await upstream.close()
})
beforeEach(() => {
  upstream.received.length = 0
})

/** Sends the path unchanged: other clients resolve dots before they send. */
async function get(
  path: string,
): Promise<{ status_code: number; tasks: { status_code: number; status_message: string }[] | null }> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  request({ port, path, headers: { authorization: customer.authorization } }, (reply) => {
    let text = ''
    reply.setEncoding('utf8').on('data', (part: string) => {
      text += part
    })
    reply.on('end', () => resolve(text))
  })
    .on('error', reject)
    .end()
  return JSON.parse(await promise)
}

const UP = ['..', '.', '%2e%2e', '%2E%2e', '.%2e', '%2e', '..%20', '%20..', '..%09', '...', '..;', '..%3b', '..%3Bx']
const SLASHES = [
  '%2f',
  '%2F',
  '%5c',
  '%5C',
  '%252f',
  '%252F',
  '%25252f',
  '%u2215',
  '%c0%af',
  '%ef%bc%8f',
  '%E2%88%95',
  '\\',
]
const AWAY = [
  'appendix/user_data',
  'organic/tasks_ready',
  'organic/task_get/advanced/11160605-8c22-0066-0000-000000000000',
  'admin',
]
const HOSTILE = [
  ...UP,
  ...SLASHES,
  ...SLASHES.flatMap((slash) => [
    `..${slash}..${slash}..${slash}admin`,
    `%2e%2e${slash}x`,
    `us${slash}..${slash}..`,
    ...AWAY.slice(0, 2).map((away) => `..${slash}${away.replaceAll('/', slash)}`),
  ]),
  ...AWAY.map((away) => `..%2F${encodeURIComponent(away)}`),
  ...[
    '%00',
    'us%00',
    '%0d%0aX-Evil:%201',
    'us%0aHost:evil',
    '%7f',
    'us%3fadmin=1',
    'us%23',
    'us%26a=b',
    'us;a=b',
    'us%3ba',
    '@evil.example',
    'http:%2f%2fevil.example',
  ],
  ...[
    '%2e%2e%2f',
    '%252e%252e%252f',
    '%25%32%65%25%32%65',
    '..%c0%ae',
    '%20',
    '%e2%80%ae',
    '%ff',
    '%',
    'x'.repeat(300),
    '%ED%A0%80',
  ],
]

for (const [stride, options] of variants([8, 1]))
  test(
    `SEC-H3 G15 upstream is called with the declared path only, whatever the value of a parameter (every ${stride}. path)`,
    options,
    async () => {
      const all = site.gateway.gate.catalogue.entries.flatMap(({ path, http_method }) =>
        path.includes('{') && http_method === 'GET' ? path : [],
      )
      expect(all.length).toBeGreaterThan(40)
      const paths = all.filter((_, at) => at % stride === 0)
      const requests = paths.flatMap((path) => {
        // Parameters of a look-up are sent upstream in every spelling; a task id is looked up in our database first.
        const spell = (values: string[]) => values.map((value) => path.replace(/\{[^}]+\}/, value))
        const short = spell([...UP, ...SLASHES, '..%2F..%2Fadmin'])
        if (!path.includes('locations')) return short
        return [...spell(HOSTILE), ...short.map((one) => `${one}.ai`), ...short.map((one) => `/sandbox${one}`)]
      })
      expect(requests.length).toBeGreaterThan(1500 / stride / 2)
      const worker = async (of: number) => {
        for (let at = of; at < requests.length; at += AT_ONCE) await get(requests[at] ?? '')
      }
      await Promise.all(Array.from({ length: AT_ONCE }, (_, of) => worker(of)))
      // With an empty parameter the path is that of the list without a country.
      const plain = new Set(
        paths.filter((path) => path.includes('locations')).map((path) => `/api${path.replace('/{country}', '')}`),
      )
      expect(upstream.received.map(({ path }) => path).filter((path) => !plain.has(path))).toEqual([])
    },
  )

test('SEC-H3 G15 an invalid parameter is refused by name, free of charge, and a valid one is sent upstream', async () => {
  for (const value of ['..', '%2e%2e', '..%2F..%2Fadmin', 'usa', 'u1', '%252e', 'us.%61i']) {
    const { status_code, tasks } = await get(`/v3/serp/google/locations/${value}`)
    expect([value, status_code, tasks?.[0]?.status_code]).toEqual([value, CODE.ok, CODE.invalidField])
    expect(tasks?.[0]?.status_message).toMatch(/^Invalid Field: 'country'\. It must/)
  }
  expect(upstream.received).toEqual([])
  expect(await get('/v3/serp/google/locations/us')).toMatchObject({ tasks: [{ status_code: CODE.ok }] })
  expect(await get('/v3/serp/google/locations/u%73')).toMatchObject({ tasks: [{ status_code: CODE.ok }] })
  expect(upstream.received.map(({ path }) => path)).toEqual(Array(2).fill('/api/v3/serp/google/locations/us'))
})

test('SEC-H3 G15 an id from upstream that would change the path is never put into one', async () => {
  const entry = site.gateway.gate.catalogue.find('GET', '/v3/serp/google/organic/task_get/advanced/x')?.entry
  if (!entry) throw new Error('no such path')
  for (const id of ['../../appendix/user_data', '..', 'a%2fb', ''])
    expect(
      await askSource(site.gateway.gate, {
        entry,
        params: { id },
        task: {},
        login_id: 1,
        request_id: 'test',
        is_sandbox: false,
        at: site.clock.now(),
      }),
    ).toMatchObject({ code: CODE.sourceUnavailable, result: null })
  expect(upstream.received).toEqual([])
})
