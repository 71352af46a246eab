import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWebhookCaller } from './webhook-call.ts'

let asked = 0
const server = createServer((request, response) => {
  asked += 1
  response.writeHead(request.url === '/refuses' ? 410 : 204).end()
})
let port = 0
beforeAll(async () => {
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  port = (server.address() as AddressInfo).port
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const HERE = { address: '127.0.0.1', family: 4 }
const PUBLIC = { address: '93.184.215.14', family: 4 }

test.each([
  ['a name of this machine', [HERE]],
  ['a name that is here and elsewhere', [PUBLIC, HERE]],
  ['a name of the network', [{ address: 'fd00::1', family: 6 }]],
  ['an IPv4 address in the clothes of an IPv6 one', [{ address: '::ffff:127.0.0.1', family: 6 }]],
])('%s is not called', async (_, addresses) => {
  const caller = openWebhookCaller(false, async () => addresses)
  expect(await caller.call({ url: `http://hooks.example:${port}/` })).toMatchObject({ ok: false, why: 'forbidden' })
  expect(asked).toBe(0)
  await caller.close()
})

test('a name that leads elsewhere at the second look is looked at again', async () => {
  const answers = [[HERE], [HERE]]
  const looks: string[] = []
  const strict = openWebhookCaller(false, async (hostname) => {
    looks.push(hostname)
    return answers.shift() ?? [PUBLIC]
  })
  for (let at = 0; at < 2; at += 1)
    expect(await strict.call({ url: `http://hooks.example:${port}/` })).toMatchObject({ why: 'forbidden' })
  expect(looks).toEqual(['hooks.example', 'hooks.example'])
  await strict.close()
})

test('what came of a call is told in words', async () => {
  const caller = openWebhookCaller(true, async () => [HERE])
  expect(await caller.call({ url: `http://hooks.example:${port}/` })).toEqual({ ok: true, http_status: 204 })
  expect(await caller.call({ url: `http://hooks.example:${port}/refuses` })).toMatchObject({
    ok: false,
    why: 'refused',
    http_status: 410,
  })
  expect(await caller.call({ url: 'http://hooks.example:1/' })).toMatchObject({ ok: false, why: 'down' })
  const nowhere = openWebhookCaller(false, async () => {
    throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' })
  })
  expect(await nowhere.call({ url: 'http://hooks.example/' })).toMatchObject({
    why: 'down',
    reason: 'It could not be reached (ENOTFOUND).',
  })
  await Promise.all([caller.close(), nowhere.close()])
})
