import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { CODE } from '@portico/contract/codes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fundsOf } from '#ledger/index.ts'
import { openTestApp, type TestApp } from '#testing/app.ts'
import { dropProviders, writeWholeProvider } from '#testing/catalogue/provider.ts'
import { closeBalanced } from '#testing/close-balanced.ts'
import { type Customer, openCustomer } from '#testing/gateway/customer.ts'
import { openTestServer, send, type TestServer } from '#testing/gateway/upstream.ts'

// What a customer does: fetch the document, generate types, compile, and call through the generated client.
const DOCUMENT = `openapi: 3.0.3
info: { title: Library, version: '1' }
servers: [{ url: 'https://library.example/v1' }]
paths:
  /books/{id}:
    get:
      parameters:
        - { name: id, in: path, required: true, schema: { type: string } }
        - { name: part, in: query, schema: { type: array, items: { type: string } } }
      responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Book' } } } } }
  /books:
    post:
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Book' } } } }
      responses: { '201': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Book' } } } } }
components:
  schemas:
    Book: { type: object, required: [title], properties: { title: { type: string, maxLength: 20 }, pages: { type: integer, nullable: true } } }
`
const PRICES = "version: '1'\nvalid_from: 2026-01-01\ndefault: { per_request: 0.003 }\nfunctions: {}\n"
const PROGRAM = `import createClient from 'openapi-fetch'
import type { paths } from './api.ts'

const [baseUrl = '', authorization = ''] = process.argv.slice(2)
const client = createClient<paths>({ baseUrl, headers: { authorization } })
const read = await client.GET('/v1/books/{id}', { params: { path: { id: 'b 1' }, query: { part: ['x', 'y'] } } })
const pages: number | null | undefined = read.data?.pages
const added = await client.POST('/v1/books', { body: { title: 'Ulysses', pages: null } })
const title: string | undefined = added.data?.title
const refused = await client.POST('/v1/books', { body: { title: 'x'.repeat(21) } })
const code: number | undefined = refused.error?.code
// @ts-expect-error this path is not sold
await client.GET('/v1/authors', {}).catch(() => undefined)
const costs = [read, added, refused].map(({ response }) => response.headers.get('x-cost'))
console.log(JSON.stringify({ pages, title, code, costs }))
`
/** A failing program's output is the reason of the failure. */
const run = (file: string, args: string[], cwd: string) =>
  promisify(execFile)(file, args, { cwd }).catch((error: Error & { stdout?: string }) => {
    throw new Error(`${error.message}\n${error.stdout ?? ''}`)
  })
const ROOT = resolve(import.meta.dirname, '../../..')
const TOOL = createRequire(join(ROOT, 'tools/api-client/package.json'))

let site: TestApp
let upstream: TestServer
let customer: Customer
let folder: string
let address: string
beforeAll(async () => {
  upstream = await openTestServer((_, response) => send(response, '{"title":"Ulysses","pages":7}'))
  const PROVIDER_DIR = writeWholeProvider({ 'weather.yaml': DOCUMENT, 'prices.yaml': PRICES })
  site = await openTestApp({ settings: { PROVIDER_DIR, UPSTREAM_URL: `${upstream.url}/v1` } })
  customer = await openCustomer(site)
  address = await site.app.listen({ port: 0, host: '127.0.0.1' })
  mkdirSync(join(ROOT, '.cache'), { recursive: true })
  // Inside the repository, so that the program finds the client's package.
  folder = mkdtempSync(join(ROOT, '.cache/api-client-'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await closeBalanced(site)
  await upstream.close()
  dropProviders()
})

test('a client that openapi-typescript generates from the served document compiles and calls the gateway', async () => {
  const document = await (await fetch(`${address}/openapi.json`)).text()
  writeFileSync(join(folder, 'openapi.json'), document)
  writeFileSync(join(folder, 'program.ts'), PROGRAM)
  const generator = join(dirname(TOOL.resolve('openapi-typescript/package.json')), 'bin/cli.js')
  await run(process.execPath, [generator, 'openapi.json', '-o', 'api.ts'], folder)
  const options =
    '--ignoreConfig --strict --noEmit --skipLibCheck --target es2024 --module nodenext --allowImportingTsExtensions --types node'
  await run(join(ROOT, 'node_modules/.bin/tsc'), [...options.split(' '), 'program.ts'], folder)
  const { stdout } = await run(process.execPath, ['program.ts', address, customer.authorization], folder)
  expect(JSON.parse(stdout)).toMatchObject({
    pages: 7,
    title: 'Ulysses',
    code: CODE.invalidField,
    costs: ['0.003000', '0.003000', '0.000000'],
  })
  expect(upstream.received.map(({ method, path, body }) => [method, path, body])).toEqual([
    ['GET', '/v1/books/b%201?part=x&part=y', ''],
    ['POST', '/v1/books', '{"title":"Ulysses","pages":null}'],
  ])
  expect((await fundsOf(site.ctx, customer.login_id)).balance_micros).toBe(10_000_000 - 6_000)
}, 60_000)
