import { request } from 'node:http'
import { CODE } from '@portico/contract/codes.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { fundsOf } from '#ledger/index.ts'
import { openTestApp, type TestApp } from '#testing/app.ts'
import { dropProviders, writeWholeProvider } from '#testing/catalogue/provider.ts'
import { closeBalanced } from '#testing/close-balanced.ts'
import { callsOf } from '#testing/gateway/calls-store.ts'
import { openCustomer } from '#testing/gateway/customer.ts'
import { openTestServer, send, type TestServer } from '#testing/gateway/upstream.ts'

/** A file API as vendors document them: uploads, downloads by redirect, ranges and conditional requests. */
const FILES = `openapi: 3.0.3
info: { title: Files, version: '1' }
servers: [{ url: https://api.files.example/2.0 }]
x-portico-kind: live
x-portico-request-headers: [X-Beta]
x-portico-response-headers: [X-Total-Count]
paths:
  /files:
    get:
      parameters: [{ name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 100 } }]
      responses:
        '200': { description: ok, content: { application/json: { schema: { type: object, properties: { entries: { type: array, items: {} } } } } } }
        '403': { description: not yours }
    post:
      requestBody: { content: { multipart/form-data: { schema: { type: object, properties: { file: { type: string, format: binary } } } } } }
      responses: { '201': { description: made } }
    put:
      requestBody: { content: { application/json: { schema: { type: object, properties: { name: { type: string } } } } } }
      parameters: [{ name: Content-Range, in: header, schema: { type: string } }]
      responses: { '200': { description: ok } }
  /files/{id}/content:
    get:
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      responses: { '200': { description: ok, content: { application/octet-stream: {} } }, '302': { description: where it is } }
  /contents/{path}:
    parameters: [{ name: path, in: path, required: true, x-multi-segment: true, schema: { type: string } }]
    get: { responses: { '200': { description: ok } } }
  /tags/{tag}/of/{x}-{y}.png:
    parameters:
      - { name: tag, in: path, required: true, schema: { type: string, pattern: '^[a-z]+(/[a-z]+)?$' } }
      - { name: x, in: path, required: true, schema: { type: string } }
      - { name: y, in: path, required: true, schema: { type: string } }
    get: { responses: { '200': { description: ok } } }
  /blobs: { head: { responses: { '200': { description: ok } } } }
  /downloads: { get: { x-portico-redirects: follow, responses: { '200': { description: ok } } } }
  /folders:
    options: { responses: { '200': { description: what can be done } } }
    get: { responses: { '200': { description: ok } } }
    delete: { x-portico-account-statuses: [401, 409], x-portico-redirects: refuse, responses: { '204': { description: gone } } }
`
const PRICES = `version: '1'
valid_from: 2026-01-01
default: { per_request: 0.001 }
functions:
  files: { results: { field: limit }, live: { per_request: 0.001, per_result: 0.0001 } }
`
const PRICE = 1_000
const MIB = 1024 * 1024

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 })
let site: TestApp
let upstream: TestServer
let listening: Promise<{ port: number }>
let customer: Awaited<ReturnType<typeof openCustomer>>

beforeAll(async () => {
  upstream = await openTestServer((_, response) => send(response, '{}'))
  const PROVIDER_DIR = writeWholeProvider({ 'files.yaml': FILES, 'prices.yaml': PRICES })
  site = await openTestApp({ settings: { PROVIDER_DIR, UPSTREAM_URL: `${upstream.url}/api` } })
  listening = site.app.listen({ port: 0, host: '127.0.0.1' }).then((url) => ({ port: Number(new URL(url).port) }))
})
afterAll(async () => {
  await closeBalanced(site)
  await upstream.close()
  dropProviders()
})
beforeEach(async () => {
  upstream.received.length = 0
  answer(200, '{}')
  customer = await openCustomer(site)
})

type Sent = {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD' | 'OPTIONS'
  headers?: Record<string, string>
  body?: string | Buffer
}
const call = ({ method = 'GET', headers, body }: Sent, url: string) =>
  site.app.inject({
    method,
    url,
    headers: { authorization: customer.authorization, ...headers },
    ...(body !== undefined && { payload: body }),
  })
const answer = (status: number, body: string | Buffer, headers: Record<string, string> = {}) =>
  upstream.setAnswer((_, response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body),
  )
const spent = async () => 10_000_000 - (await fundsOf(site.ctx, customer.login_id)).balance_micros

describe('bodies', () => {
  const MULTIPART = 'multipart/form-data; boundary="----a b=1"'
  const form =
    '------a b=1\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\n\x00\xff\r\n------a b=1--\r\n'

  test('a multipart body is passed on byte for byte with its boundary', async () => {
    answer(201, '{}')
    const body = Buffer.from(form, 'latin1')
    const reply = await call({ method: 'POST', body, headers: { 'content-type': MULTIPART } }, '/2.0/files')
    expect(reply.statusCode).toBe(201)
    expect(upstream.received[0]?.headers['content-type']).toBe(MULTIPART)
    expect(upstream.received[0]?.body).toBe(form)
    expect(await spent()).toBe(PRICE)
  })

  test.each([
    ['application/json; charset=utf-8', 'application/json; charset=utf-8'],
    ['APPLICATION/JSON ;charset="utf-8"', 'APPLICATION/JSON ;charset="utf-8"'],
    ['text/plain', 'application/json'],
  ])('a JSON body sent as %s is passed on as %s', async (given, expected) => {
    await call({ method: 'PUT', body: '{"name":"a"}', headers: { 'content-type': given } }, '/2.0/files')
    expect(upstream.received[0]?.headers['content-type']).toBe(expected)
  })

  test('a body of 16 MB passes; a larger one is refused with 413, is not passed on and costs nothing', async () => {
    answer(201, '{}')
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    const largest = await call({ method: 'POST', headers, body: Buffer.alloc(16 * MIB, 'a') }, '/2.0/files')
    expect([largest.statusCode, upstream.received.length]).toEqual([201, 1])
    const larger = await call({ method: 'POST', headers, body: Buffer.alloc(16 * MIB + 1, 'a') }, '/2.0/files')
    expect(larger.statusCode).toBe(413)
    expect(larger.json()).toMatchObject({
      status: 413,
      title: 'Payload Too Large',
      detail: expect.stringContaining('16 MB'),
    })
    expect([upstream.received.length, await spent()]).toEqual([1, PRICE])
  })
})

describe('headers', () => {
  test('conditional, range, documented and listed headers are passed on, and others are not', async () => {
    const headers = {
      'if-none-match': '"a"',
      'if-modified-since': 'Tue, 17 Nov 2026 00:00:00 GMT',
      range: 'bytes=0-9',
      'if-range': '"a"',
      'x-beta': 'on',
      'x-other': 'no',
    }
    await call({ headers }, '/2.0/files/7/content')
    const { 'x-other': _, ...expected } = headers
    expect(upstream.received[0]?.headers).toMatchObject(expected)
    expect(upstream.received[0]?.headers['x-other']).toBeUndefined()
  })

  test('a range of an answer whose results are counted is not requested', async () => {
    answer(200, '{"entries":[1,2]}')
    await call({ headers: { range: 'bytes=0-1', 'if-none-match': '"a"' } }, '/2.0/files?limit=5')
    expect(upstream.received[0]?.headers).toMatchObject({ 'if-none-match': '"a"' })
    expect(upstream.received[0]?.headers.range).toBeUndefined()
    expect(await spent()).toBe(PRICE + 2 * 100)
  })

  test('a Content-Range that the document declares is passed on', async () => {
    const headers = { 'content-type': 'application/json', 'content-range': 'bytes 0-9/100' }
    await call({ method: 'PUT', body: '{}', headers }, '/2.0/files')
    expect(upstream.received[0]?.headers['content-range']).toBe('bytes 0-9/100')
  })

  test('304 passes without a body and costs nothing', async () => {
    upstream.setAnswer((_, response) => response.writeHead(304, { etag: '"a"' }).end())
    const reply = await call({ headers: { 'if-none-match': '"a"' } }, '/2.0/files/7/content')
    expect([reply.statusCode, reply.headers.etag, reply.body, await spent()]).toEqual([304, '"a"', '', 0])
    expect(await callsOf(site.database.db, customer.login_id)).toMatchObject([{ status_code: CODE.ok }])
  })

  test('206 passes with its Content-Range and is charged', async () => {
    const headers = {
      'content-type': 'application/octet-stream',
      'content-range': 'bytes 0-3/10',
      'accept-ranges': 'bytes',
    }
    answer(206, 'abcd', headers)
    const reply = await call({ headers: { range: 'bytes=0-3' } }, '/2.0/files/7/content')
    expect([reply.statusCode, reply.body]).toEqual([206, 'abcd'])
    expect(reply.headers).toMatchObject(headers)
    expect(await spent()).toBe(PRICE)
  })

  test('HEAD of a GET is sent to the source as HEAD and has no body', async () => {
    answer(200, '{}', { etag: '"b"', 'x-total-count': '7' })
    const reply = await call({ method: 'HEAD' }, '/2.0/files?limit=5')
    expect([reply.statusCode, reply.headers.etag, reply.headers['x-total-count'], reply.body]).toEqual([
      200,
      '"b"',
      '7',
      '',
    ])
    expect(upstream.received[0]?.method).toBe('HEAD')
    expect(await spent()).toBe(PRICE)
  })
})

describe('addresses in answers', () => {
  const rows: [string, string, string | undefined][] = [
    ['of the source as we call it', 'UPSTREAM/api/files?page=2', '/2.0/files?page=2'],
    ['of the source as its document names it', 'https://api.files.example/2.0/files?page=2#x', '/2.0/files?page=2#x'],
    ['below the root of the source', '/api/files/8', '/2.0/files/8'],
    ['of a path of ours', '/2.0/files/8', '/2.0/files/8'],
    ['relative', 'files/8', 'files/8'],
    ['of another path of the source', 'UPSTREAM/admin', undefined],
    ['of another host', 'https://cdn.example.com/a?sig=1', 'https://cdn.example.com/a?sig=1'],
    ['of another host without a scheme', '//cdn.example.com/a', '//cdn.example.com/a'],
    ['of the operator’s network by number', 'http://169.254.169.254/latest', undefined],
    ['of the operator’s network in IPv6', 'http://[fd00::1]/', undefined],
    ['of the operator’s network by name', 'http://vault/secret', undefined],
    ['of an internal name', 'https://files.internal/a', undefined],
    ['with a password', 'https://user:secret@cdn.example.com/', undefined],
    ['that runs', 'javascript:alert(1)', undefined],
  ]
  const real = (address: string) => address.replace('UPSTREAM', upstream.url)

  test.each(rows)('a Location %s: %s leads to %s', async (_, address, expected) => {
    answer(201, '{}', { location: real(address) })
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    expect((await call({ method: 'POST', body: 'x', headers }, '/2.0/files')).headers.location).toBe(expected)
  })

  test.each(rows)('a Link %s: %s leads to %s', async (_, address, expected) => {
    answer(200, '{}', { link: `<${real(address)}>; rel="next", </2.0/files>; rel="first"` })
    const { link } = (await call({}, '/2.0/folders')).headers
    expect(link).toBe(expected && `<${expected}>; rel="next", </2.0/files>; rel="first"`)
  })

  test.each(rows)(
    'a redirect %s: %s leads to %s, or counts as an outage that costs nothing',
    async (_, address, expected) => {
      upstream.setAnswer((_request, response) => response.writeHead(302, { location: real(address) }).end())
      const reply = await call({}, '/2.0/files/7/content')
      expect([reply.statusCode, reply.headers.location]).toEqual([expected ? 302 : 502, expected])
      expect(await spent(), 'a documented redirect is the answer').toBe(expected ? PRICE : 0)
    },
  )

  test.each([301, 302, 303, 307, 308])('an undocumented redirect %i passes and costs nothing', async (status) => {
    upstream.setAnswer((_, response) => response.writeHead(status, { location: '/api/elsewhere' }).end())
    const reply = await call({}, '/2.0/folders')
    expect([reply.statusCode, reply.headers.location, await spent()]).toEqual([status, '/2.0/elsewhere', 0])
  })

  test('redirects are outages if the document sets it', async () => {
    upstream.setAnswer((_, response) => response.writeHead(302, { location: '/api/elsewhere' }).end())
    expect((await call({ method: 'DELETE' }, '/2.0/folders')).statusCode).toBe(502)
  })
})

describe('refusals of the source', () => {
  test.each([
    ['GET', '/2.0/files', 403, 403, 'is documented'],
    ['GET', '/2.0/folders', 403, 502, 'is not documented'],
    ['GET', '/2.0/files', 401, 502, 'is about the account of the operator'],
    ['GET', '/2.0/files', 402, 502, 'is about the account of the operator'],
    ['DELETE', '/2.0/folders', 402, 402, 'is not in the list of the document'],
    ['DELETE', '/2.0/folders', 409, 502, 'is in the list of the document'],
  ] as const)('%s %s that is answered with %i gives %i: it %s', async (method, path, status, expected, _why) => {
    answer(status, '{"message":"of the source"}')
    const reply = await call({ method }, path)
    expect([reply.statusCode, reply.body.includes('of the source'), await spent()]).toEqual([
      expected,
      expected === status,
      0,
    ])
  })

  test.each([
    ['a page where JSON is documented', 'text/html; charset=utf-8', '<html>busy</html>'],
    ['broken JSON', 'application/json', '{"entries":['],
    ['nothing but a word', 'application/json', 'OK'],
  ])('200 with %s is an error of the source and costs nothing', async (_, type, body) => {
    answer(200, body, { 'content-type': type })
    const reply = await call({}, '/2.0/files')
    expect([reply.statusCode, reply.json().code, await spent()]).toEqual([502, CODE.sourceUnavailable, 0])
  })

  test('an HTML page passes if the document does not describe the answer', async () => {
    answer(200, '<html>', { 'content-type': 'text/html' })
    expect([(await call({}, '/2.0/folders')).body, await spent()]).toEqual(['<html>', PRICE])
  })
})

describe('path values', () => {
  const passed: [string, string][] = [
    ['a plain id', '/files/7/content'],
    ['brackets, plus and star as they are', '/files/a+(1)*!$&=,;@:b/content'],
    ['the same encoded', '/files/a%2B%281%29%2A%5B2%5D%26b/content'],
    ['a space and letters of several bytes', '/files/r%C3%A9sum%C3%A9%20%E6%96%87%20%F0%9F%98%80/content'],
    ['encoded letters in either case', '/files/%61%c3%A9/content'],
    ['a question mark and a number sign', '/files/what%3F%23/content'],
    ['a percent sign', '/files/100%25/content'],
    ['dots within a name', '/files/a..b.tar.gz/content'],
    ['three dots', '/files/.../content'],
    ['three hundred characters', `/files/${'x'.repeat(300)}/content`],
    ['folders where the document allows several segments', '/contents/docs%2Fa%20(1)%2Freadme.md'],
    ['a slash that the pattern of the document allows', '/tags/a%2Fb/of/1-2.png'],
    ['two values in one segment', '/tags/a/of/x%20y-[z].png'],
  ]
  test.each(passed)('%s: %s reaches the source byte for byte', async (_, path) => {
    // Brackets are not valid in a path, so they are encoded.
    const expected = path.replaceAll('[', '%5B').replaceAll(']', '%5D')
    expect((await call({}, `/2.0${path}`)).statusCode).toBe(200)
    expect(upstream.received.map((one) => one.path)).toEqual([`/api${expected}`])
    expect(await spent()).toBe(PRICE)
  })

  const refused: [string, string][] = [
    ['a slash where the document allows none', '/files/7%2Fcontent/content'],
    ['a backslash', '/files/a%5Cb/content'],
    ['two dots with a parameter', '/files/..;x=1/content'],
    ['two dots encoded twice', '/files/%252e%252e/content'],
    ['a slash encoded twice', '/files/a%252Fb/content'],
    ['a control character', '/files/a%0d%0ab/content'],
    ['a zero byte', '/files/a%00/content'],
    ['a parent among folders', '/contents/a%2F..%2F..%2Fadmin'],
    ['a parent among folders, encoded dots', '/contents/a%2F%2e%2e%2Fadmin'],
    ['an empty folder', '/contents/a%2F%2Fb'],
    ['a leading slash', '/contents/%2Fetc'],
    ['a slash that the pattern does not allow', '/tags/a%2Fb%2Fc/of/1-2.png'],
    ['two dots as one of two values', '/tags/a/of/..-2.png'],
  ]
  test.each(refused)('%s: %s is refused, free, and not sent', async (_, path) => {
    const reply = await call({}, `/2.0${path}`)
    expect([reply.statusCode, reply.json().code]).toEqual([400, CODE.invalidField])
    expect([upstream.received, await spent()]).toEqual([[], 0])
  })

  test.each(['/files/%2e%2e/content', '/files/../content', '/files/.%2E/content', '/files/%2e/content'])(
    'a client that resolves no dots cannot send %s',
    async (path) => {
      const { port } = await listening
      const { promise, resolve } = Promise.withResolvers<number | undefined>()
      const headers = { authorization: customer.authorization }
      request({ port, path: `/2.0${path}`, headers }, ({ statusCode }) => resolve(statusCode)).end()
      expect([await promise, upstream.received]).toEqual([400, []])
    },
  )

  test('random values reach the source as they are or not at all, and never another path', async () => {
    const piece = fc.constantFrom(
      '..',
      '.',
      '/',
      '%2f',
      '%2e',
      ';',
      'a',
      'é',
      '?',
      '#',
      '%',
      '\\',
      '\n',
      '//',
      ' ',
      '😀',
    )
    const value = fc.array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join(''))
    await fc.assert(
      fc.asyncProperty(value, fc.boolean(), async (text, is_folder) => {
        upstream.received.length = 0
        const path = is_folder ? `/contents/${encodeURIComponent(text)}` : `/files/${encodeURIComponent(text)}/content`
        const { statusCode } = await call({}, `/2.0${path}`)
        expect(statusCode === 200 ? upstream.received.map((one) => one.path) : []).toEqual(
          statusCode === 200 ? [`/api${path}`] : upstream.received,
        )
        // Servers that decode a path, once or again and again, and resolve it stay below the template.
        for (const { path: sent } of upstream.received) {
          let decoded = sent
          for (let round = 0; round < 3; round += 1) {
            const { pathname } = new URL(`http://x${decoded.replaceAll(/[?#]/g, '_')}`)
            expect(pathname).toMatch(is_folder ? /^\/api\/contents\/[^/]/ : /^\/api\/files\/[^/]+\/content$/)
            decoded = decoded.replaceAll(/(?:%[\da-f]{2})+/gi, (bytes) =>
              Buffer.from(bytes.replaceAll('%', ''), 'hex').toString(),
            )
          }
        }
      }),
      { numRuns: 150 },
    )
  })
})

describe('methods', () => {
  const preflight = { origin: 'https://page.example', 'access-control-request-method': 'GET' }

  test('OPTIONS of the document is sold like any other operation', async () => {
    answer(200, '{"can":"read"}')
    const reply = await call({ method: 'OPTIONS' }, '/2.0/folders')
    expect([reply.statusCode, reply.body, upstream.received[0]?.method]).toEqual([200, '{"can":"read"}', 'OPTIONS'])
    expect(await spent()).toBe(PRICE)
    const stranger = await call({ method: 'OPTIONS', headers: { authorization: 'Basic eDp5' } }, '/2.0/folders')
    expect(stranger.statusCode).toBe(401)
  })

  test.each(['/2.0/folders', '/2.0/files'])('a preflight of %s is answered by us without a login', async (path) => {
    const reply = await call({ method: 'OPTIONS', headers: { ...preflight, authorization: '' } }, path)
    expect([reply.statusCode, reply.headers['access-control-allow-origin']]).toEqual([204, '*'])
    expect(reply.headers['access-control-allow-methods']).toContain('DELETE')
    expect([upstream.received, await spent()]).toEqual([[], 0])
  })

  test('OPTIONS of a path without one is answered by us', async () => {
    expect((await call({ method: 'OPTIONS' }, '/2.0/files')).statusCode).toBe(204)
  })

  test('HEAD of a document without a GET is sold', async () => {
    upstream.setAnswer((_, response) => response.writeHead(200, { etag: '"h"' }).end())
    const reply = await call({ method: 'HEAD' }, '/2.0/blobs')
    expect([reply.statusCode, reply.headers.etag, upstream.received[0]?.method]).toEqual([200, '"h"', 'HEAD'])
    expect(await spent()).toBe(PRICE)
    expect((await call({}, '/2.0/blobs')).statusCode).toBe(405)
  })

  test.each<Record<string, string>>([
    { connection: 'Upgrade', upgrade: 'WebSocket', 'sec-websocket-version': '13' },
    { connection: 'keep-alive', 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==' },
  ])('a WebSocket is refused with a sentence, is free, and is not sent: %j', async (headers) => {
    const reply = await call({ headers }, '/2.0/folders')
    expect(reply.statusCode).toBe(501)
    expect(reply.json().detail).toMatch(/WebSocket connections are not supported/)
    expect([upstream.received, await spent()]).toEqual([[], 0])
  })

  test('an upgrade to another protocol is ignored', async () => {
    expect((await call({ headers: { connection: 'Upgrade', upgrade: 'h2c' } }, '/2.0/folders')).statusCode).toBe(200)
  })
})

describe('redirects that are followed', () => {
  test('the customer gets the answer at their end, and pays once', async () => {
    upstream.setAnswer(({ path }, response) =>
      path === '/api/downloads' ? response.writeHead(302, { location: '/api/there' }).end() : response.end('the file'),
    )
    const reply = await call({}, '/2.0/downloads')
    expect([reply.statusCode, reply.body, await spent()]).toEqual([200, 'the file', PRICE])
  })

  test.each([
    'http://169.254.169.254/latest/meta-data',
    'http://127.0.0.1:1/',
    'https://elsewhere.example.com/',
    '/api/downloads',
  ])('one to %s is an error of the source and costs nothing', async (location) => {
    upstream.setAnswer((_, response) => response.writeHead(302, { location }).end())
    const reply = await call({}, '/2.0/downloads')
    expect([reply.statusCode, reply.json().code, reply.headers.location, await spent()]).toEqual([
      502,
      CODE.sourceUnavailable,
      undefined,
      0,
    ])
    expect(upstream.received.length).toBeLessThanOrEqual(6)
  })
})
