import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSsoFetch, ssoTarget } from './sso-fetch.ts'
import { guardedLookup, openWebhookCaller, webhookTarget } from './webhook-call.ts'

let requested = 0
const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024))
const server = createServer((request, response) => {
  requested += 1
  const [, status] = /^\/redirect\/(\d+)/.exec(request.url ?? '') ?? []
  if (status)
    return void response.writeHead(Number(status), { location: new URL(`http://127.0.0.1:${port}/secret`).href }).end()
  if (request.url === '/drip') {
    response.writeHead(200, { 'content-type': 'application/json' })
    const drip = setInterval(() => response.write(' '), 20)
    return void response.on('close', () => clearInterval(drip))
  }
  if (request.url === '/huge') return void endless(response)
  if (request.url === '/bomb') return void response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb)
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

let sent = 0
function endless(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' })
  const more = () => {
    while (!response.destroyed && response.write(Buffer.alloc(64 * 1024))) sent += 64 * 1024
  }
  response.on('drain', more)
  more()
}

const HERE = { address: '127.0.0.1', family: 4 }
const PUBLIC = { address: '93.184.215.14', family: 4 }

test.each([
  ['a name of this machine', [HERE]],
  ['a name of this machine and another one', [PUBLIC, HERE]],
  ['a name of the network', [{ address: 'fd00::1', family: 6 }]],
  ['an IPv4-mapped IPv6 address', [{ address: '::ffff:127.0.0.1', family: 6 }]],
])('%s is not called', async (_, addresses) => {
  const caller = openWebhookCaller(false, async () => addresses)
  expect(await caller.call({ url: `http://hooks.example:${port}/` })).toMatchObject({ ok: false, why: 'forbidden' })
  expect(requested).toBe(0)
  await caller.close()
})

test('a name is checked again when it resolves to another address later', async () => {
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

test('the outcome of a call is described in words', async () => {
  const caller = openWebhookCaller(true, async () => [HERE])
  expect(await caller.call({ url: `http://hooks.example:${port}/` })).toEqual({ ok: true, http_status: 204 })
  expect(await caller.call({ url: `http://hooks.example:${port}/refuses` })).toMatchObject({
    ok: false,
    why: 'refused',
    http_status: 410,
  })
  expect(await caller.call({ url: 'http://hooks.example:1/' })).toMatchObject({ ok: false, why: 'down' })
  const nowhere = openWebhookCaller(false, async () => {
    throw Object.assign(new Error('unknown host'), { code: 'ENOTFOUND' })
  })
  expect(await nowhere.call({ url: 'http://hooks.example/' })).toMatchObject({
    why: 'down',
    reason: 'It could not be reached (ENOTFOUND).',
  })
  await Promise.all([caller.close(), nowhere.close()])
})

const PRIVATE_URLS = [
  'http://0.0.0.0/',
  'http://0/',
  'http://2130706433/',
  'http://0x7f000001/',
  'http://017700000001/',
  'http://0177.0.0.1/',
  'http://127.0.0.1./',
  'http://127.1/',
  'http://１２７.0.0.1/',
  'http://①②⑦.0.0.1/',
  'http://127。0。0。1/',
  'http://169.254.169.254/latest/meta-data',
  'http://0xa9fea9fe/',
  'http://168.63.129.16/metadata',
  'http://100.100.100.200/',
  'http://192.0.0.192/',
  'http://[::]/',
  'http://[::1]/',
  'http://[0:0:0:0:0:0:0:1]/',
  'http://[::ffff:169.254.169.254]/',
  'http://[::ffff:a9fe:a9fe]/',
  'http://[::127.0.0.1]/',
  'http://[64:ff9b::169.254.169.254]/',
  'http://[64:ff9b:1::7f00:1]/',
  'http://[2002:7f00:1::]/',
  'http://[2002:a9fe:a9fe::1]/',
  'http://[fe80::1]/',
  'http://[fd00:ec2::254]/',
  'http://[ff02::1]/',
  'http://user@hooks.example/',
  'http://user:pass@127.0.0.1/',
  'http://hooks.example@127.0.0.1/',
  'http://localhost/',
  'http://LOCALHOST./',
  'http://a.localhost/',
  'http://metadata.google.internal/',
  'http://printer.local/',
  'ftp://hooks.example/',
  'file:///etc/passwd',
  'gopher://hooks.example/',
  'data:text/plain,x',
  'nonsense',
]
const asHttps = (url: string) => url.replace(/^http:/, 'https:')

test.each(PRIVATE_URLS)('%s is neither a webhook nor a sign-in service', async (url) => {
  const looks: string[] = []
  const resolve = async (hostname: string) => {
    looks.push(hostname)
    return [PUBLIC]
  }
  const caller = openWebhookCaller(false, resolve, 300)
  for (const spelled of [url, asHttps(url)]) {
    expect(webhookTarget(spelled, false)).toBeUndefined()
    expect(ssoTarget(spelled, false)).toBeUndefined()
    expect(await caller.call({ url: spelled })).toMatchObject({ ok: false, why: 'forbidden' })
    await expect(
      openSsoFetch(false, resolve)(spelled, { method: 'GET', headers: {}, body: null, redirect: 'manual' }),
    ).rejects.toMatchObject({ code: 'forbidden_address' })
  }
  expect(looks).toEqual([])
  await caller.close()
})

test.each([301, 302, 303, 307, 308])('a redirect %i is not followed by a webhook or a sign-in', async (status) => {
  requested = 0
  const caller = openWebhookCaller(true, async () => [HERE])
  const url = `http://hooks.example:${port}/redirect/${status}`
  expect(await caller.call({ url, json: '{}' })).toMatchObject({ ok: false, why: 'refused', http_status: status })
  const answer = await openSsoFetch(true, async () => [HERE])(url, {
    method: 'GET',
    headers: {},
    body: null,
    redirect: 'manual',
  })
  expect([answer.status, answer.headers.get('location')]).toEqual([status, null])
  expect(requested).toBe(2)
  await caller.close()
})

test('a name is resolved once for a connection, and the connection goes to the very addresses that were checked', async () => {
  const answers = [[PUBLIC], [HERE], [HERE]]
  const lookup = guardedLookup(false, async () => answers.shift() ?? [HERE])
  const given = await new Promise((done) => lookup('hooks.example', { all: true }, (...args) => done(args)))
  expect(given).toEqual([null, [PUBLIC]])
  const second = await new Promise<unknown[]>((done) => lookup('hooks.example', { all: true }, (...args) => done(args)))
  expect(second[0]).toMatchObject({ code: 'EFORBIDDEN' })
  const one = await new Promise<unknown[]>((done) => lookup('hooks.example', {}, (...args) => done(args)))
  expect(one[0]).toMatchObject({ code: 'EFORBIDDEN' })
})

test.each([
  ['mixed with a public one', [PUBLIC, { address: 'fe80::1%eth0', family: 6 }]],
  ['of NAT64', [{ address: '64:ff9b::7f00:1', family: 6 }]],
  ['of 6to4', [{ address: '2002:7f00:1::', family: 6 }]],
  ['that is no address', [{ address: '0x7f.1', family: 4 }]],
])('a name with an address %s is called neither as a webhook nor as a sign-in service', async (_, addresses) => {
  requested = 0
  const caller = openWebhookCaller(false, async () => addresses)
  expect(await caller.call({ url: `http://hooks.example:${port}/` })).toMatchObject({ why: 'forbidden' })
  const fetch = openSsoFetch(false, async () => addresses)
  const asking = fetch(`https://hooks.example:${port}/`, { method: 'GET', headers: {}, body: null, redirect: 'manual' })
  await expect(asking).rejects.toMatchObject({ code: 'EFORBIDDEN' })
  expect(requested).toBe(0)
  await caller.close()
})

test('a response that drips, never ends or unpacks to a hundred times its size ends in time', async () => {
  const caller = openWebhookCaller(true, async () => [HERE], 400)
  const fetch = openSsoFetch(true, async () => [HERE], 400)
  const read = (path: string) =>
    fetch(`http://hooks.example:${port}${path}`, { method: 'GET', headers: {}, body: null, redirect: 'manual' })
  const began = performance.now()
  expect(await caller.call({ url: `http://hooks.example:${port}/drip` })).toMatchObject({ http_status: 200 })
  await expect(read('/drip')).rejects.toThrow()
  expect(await caller.call({ url: `http://hooks.example:${port}/huge` })).toMatchObject({ http_status: 200 })
  await expect(read('/huge')).rejects.toMatchObject({ code: 'answer_too_big' })
  expect(await caller.call({ url: `http://hooks.example:${port}/bomb` })).toMatchObject({ http_status: 200 })
  // A compressed body stays compressed: the bytes on the wire are counted, and are no JSON.
  expect((await (await read('/bomb')).arrayBuffer()).byteLength).toBe(bomb.byteLength)
  expect(sent).toBeLessThan(32 * 1024 * 1024)
  expect(performance.now() - began).toBeLessThan(5_000)
  await caller.close()
})
