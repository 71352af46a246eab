import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '#testing/app.ts'
import { dropProviders, writeWholeProvider } from '#testing/catalogue/provider.ts'
import { closeBalanced } from '#testing/close-balanced.ts'
import { openCustomer } from '#testing/gateway/customer.ts'
import { compareOnce, isPlainSold, openEcho } from '#testing/gateway/identical.ts'

// The short form of `npm run prove -- vendors`, with documents of the shapes that real ones have.
const PRICES = "version: '1'\nvalid_from: 2026-01-01\ndefault: { per_request: 0.001 }\nfunctions: {}\n"
const CREDENTIALS = 'Bearer of-the-operator'

const parameter = (name: string, location: string, more: object = {}) => ({
  name,
  in: location,
  required: true,
  schema: { type: 'string' },
  ...more,
})
const ok = (more: object = {}) => ({ responses: { 200: { description: 'ok', ...more } } })
const json = (schema: object) => ({ requestBody: { required: true, content: { 'application/json': { schema } } } })
const body = (type: string) => ({ requestBody: { required: true, content: { [type]: {} } } })
const list = (style: string, explode: boolean) => ({
  style,
  explode,
  schema: { type: 'array', items: { type: 'string' }, example: ['a b', 'c&d', 'é'] },
})
const answer = { content: { 'application/json': { schema: { type: 'object' } } }, headers: { 'X-Total': {} } }

const DOCUMENTS: Record<string, object> = {
  'REST with every kind of parameter': {
    '/things/{id}': {
      parameters: [parameter('id', 'path', { schema: { type: 'integer', minimum: 5 } })],
      get: { parameters: [parameter('X-Trace', 'header')], ...ok(answer) },
      put: { ...json({ type: 'object', required: ['n'], properties: { n: { type: 'number' } } }), ...ok(answer) },
      patch: { ...json({ type: 'array', items: { type: 'string' } }), ...ok() },
      delete: { responses: { 204: { description: 'gone' } } },
    },
    '/things/{id}/files/{name}.{kind}': { get: ok() },
    '/things': {
      get: {
        parameters: [
          parameter('form', 'query', list('form', true)),
          parameter('comma', 'query', list('form', false)),
          parameter('pipe', 'query', list('pipeDelimited', false)),
          parameter('flag', 'query', { schema: { type: 'boolean' } }),
        ],
        ...ok(answer),
      },
    },
  },
  'calls selected by parameters': Object.fromEntries([
    ...['Send', 'Take', 'Count'].map((name) => [
      `/#X-Target=Queue.${name}`,
      { post: { parameters: [parameter('X-Target', 'header')], ...json({ type: 'object' }), ...ok() } },
    ]),
    ...['list', 'find'].map((name) => [`/rest?method=${name}`, { get: ok() }]),
  ]),
  'uploads and other bodies': {
    '/upload': { post: { ...body('multipart/form-data'), ...ok() } },
    '/form': { post: { ...body('application/x-www-form-urlencoded'), ...ok(answer) } },
    '/raw': { put: { ...body('application/octet-stream'), responses: { 201: { description: 'ok' } } } },
    '/xml': { post: { ...body('text/xml'), ...ok() } },
  },
}

describe.each(Object.entries(DOCUMENTS))('%s', (_, paths) => {
  let site: TestApp
  let echo: Awaited<ReturnType<typeof openEcho>>
  beforeAll(async () => {
    echo = await openEcho()
    const document = JSON.stringify({ openapi: '3.0.3', info: { title: 'Vendor', version: '1' }, paths })
    const PROVIDER_DIR = writeWholeProvider({ 'weather.yaml': document, 'prices.yaml': PRICES })
    const given = { PROVIDER_DIR, UPSTREAM_URL: `${echo.url}/base`, UPSTREAM_AUTH: CREDENTIALS, API_PREFIX: '/data' }
    site = await openTestApp({ settings: given })
  })
  afterAll(async () => {
    await closeBalanced(site)
    await echo.close()
    dropProviders()
  })

  test('every operation passes byte for byte in both directions', async () => {
    const url = await site.app.listen({ port: 0, host: '127.0.0.1' })
    const { authorization } = await openCustomer(site)
    const sold = site.gateway.gate.catalogue.entries.filter(isPlainSold)
    expect(sold.length).toBe(
      Object.values(paths).flatMap((item) => Object.keys(item).filter((key) => key !== 'parameters')).length,
    )
    const at = { url, authorization, credentials: CREDENTIALS, base: '/base' }
    for (const entry of sold) expect([entry.id, ...(await compareOnce(entry, echo, at))]).toEqual([entry.id])
  })
})
