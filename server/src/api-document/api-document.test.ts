import { CODE } from '@portico/contract/codes.ts'
import { operator } from '@portico/contract/operator.ts'
import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { openTestApp, type TestApp } from '#testing/app.ts'
import { dropProviders, writeWholeProvider } from '#testing/catalogue/provider.ts'
import { yamlText } from './yaml-text.ts'

/** Written the way vendors write: 3.0, references of every kind, faults that no reader minds, and what is not for customers. */
const VENDOR = `openapi: 3.0.1
info: { title: Stations of Vendor, version: '7', contact: { url: 'https://vendor.example' } }
servers: [{ url: 'https://internal.vendor.example/v1' }]
security: [{ vendorKey: [] }]
tags: [{ name: Stations, description: Where it is measured. }]
paths:
  /stations/{id}:
    parameters: [{ $ref: '#/components/parameters/Id' }]
    get:
      tags: [Stations]
      operationId: read
      x-internal-uri: http://10.0.0.7/stations
      servers: [{ url: 'https://other.vendor.example' }]
      security: [{ vendorKey: [] }]
      parameters:
        - { name: Authorization, in: header, schema: { type: string } }
        - { name: unit, in: query, style: simple, schema: { type: string, enum: [c, f], nullable: true } }
      responses:
        '200': { $ref: '#/components/responses/Station' }
        '404': { content: { application/json: { schema: { type: object } } } }
  /stations/{station}:
    put:
      operationId: read
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Station' } } } }
      responses: { '204': { description: Stored } }
  /uploads:
    post: { requestBody: { content: { multipart/form-data: { schema: { type: object, required: [note, file], properties: { note: { type: string }, file: { type: string, format: binary } } } } } }, responses: { '204': { description: Stored } } }
    put: { requestBody: { content: { application/octet-stream: {} } }, responses: { '204': { description: Stored } } }
    patch: { requestBody: { content: { application/x-www-form-urlencoded: { schema: { type: object, required: [a b], properties: { a b: { type: string, default: x&y } } } } } }, responses: { '204': { description: Stored } } }
  /account/keys: { get: { responses: { '200': { description: Keys } } } }
components:
  parameters: { Id: { name: id, in: path, required: true, schema: { type: string } } }
  responses: { Station: { description: One, content: { application/json: { schema: { $ref: '#/components/schemas/Station' } } } } }
  schemas:
    Station:
      type: object
      required: [id]
      properties:
        id: { type: string }
        height: { type: number, minimum: 0, exclusiveMinimum: true, nullable: true }
        odd: { type: object, example: { $id: a, $ref: '#/nowhere' } }
        near: { type: array, items: { $ref: '#/components/schemas/Station' } }
        kind: { type: file, required: true, x-secret: 1 }
    Unused: { type: object }
  securitySchemes: { vendorKey: { type: apiKey, in: header, name: X-Vendor-Key } }
`.replace(/\n {8}kind:.*/, '')
const SECOND = `openapi: 3.1.0
info: { title: Second, version: '1' }
servers: [{ url: 'https://second.example/v2' }]
paths:
  /stations: { get: { responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Station' } } } } } } }
components: { schemas: { Station: { type: [string, 'null'] } } }
`
const PRICES = `version: '3'
valid_from: 2026-01-01
default: { per_request: 0.001 }
functions:
  'stations/{id}': { live: { per_request: 0.0025 } }
`
type Document = {
  info: { title: string }
  servers: { url: string }[]
  paths: Record<string, Record<string, Record<string, unknown>>>
  components: { schemas: Record<string, Record<string, unknown>> }
  'x-error-codes': { code: number; status: number }[]
}

let site: TestApp
beforeAll(async () => {
  const PROVIDER_DIR = writeWholeProvider({ 'weather.yaml': VENDOR, 'second.yaml': SECOND, 'prices.yaml': PRICES })
  site = await openTestApp({
    settings: { PROVIDER_DIR, UPSTREAM_URL: 'http://127.0.0.1:1', PUBLIC_URL: 'https://data.example' },
  })
})
afterAll(async () => {
  await site.close()
  dropProviders()
})

const get = (url: string, headers: Record<string, string> = {}) =>
  site.app.inject({ url, headers: { host: 'data.example', ...headers } })
const document = async (headers = {}) => (await get('/openapi.json', headers)).json<Document>()

test('the document is valid by a public validator, as JSON and as YAML', async () => {
  const json = await document()
  expect(await new Validator().validate(structuredClone(json))).toEqual({ valid: true })
  const yaml = await get('/openapi.yaml')
  expect(yaml.headers['content-type']).toBe('application/yaml; charset=utf-8')
  expect(parse(yaml.body)).toEqual(json)
})

test('the document lists only what is sold, at our address, with our credentials, prices and refusals', async () => {
  const { paths, servers, ...rest } = await document()
  expect(servers.map(({ url }) => url)).toEqual(['https://data.example', 'https://data.example/sandbox'])
  expect(Object.keys(paths).filter((path) => !path.startsWith('/v3/'))).toEqual([
    '/v2/stations',
    '/v1/stations/{id}',
    '/v1/uploads',
  ])
  const { get: read, put } = paths['/v1/stations/{id}'] ?? {}
  expect([read?.['x-price'], put?.['x-price']]).toEqual([
    { currency: 'USD', per_request: '0.002500' },
    { currency: 'USD', per_request: '0.001000' },
  ])
  expect([read?.operationId, put?.operationId]).toEqual(['read', 'read_2'])
  expect(put?.parameters).toEqual([{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }])
  expect(Object.keys(read?.responses as object)).toEqual('200 400 401 402 403 404 429 502 503 504'.split(' '))
  expect(rest['x-error-codes']).toContainEqual({
    code: CODE.rateLimit,
    status: 429,
    envelope_status: 200,
    message: expect.any(String),
  })
  expect(rest).toMatchObject({
    security: [{ apiLogin: [] }, { apiKey: [] }],
    'x-rate-limit': { requests_per_minute: 2000, simultaneous_requests: 30 },
    components: {
      securitySchemes: { apiLogin: { type: 'http', scheme: 'basic' }, apiKey: { type: 'http', scheme: 'bearer' } },
    },
  })
})

test('the document shows nothing of the source: no server, key, internal extension, unsold path or unused schema', async () => {
  const { body } = await get('/openapi.json')
  expect(body).not.toMatch(
    /vendor\.example|second\.example|vendorKey|Vendor-Key|10\.0\.0\.7|account\/keys|Unused|x-portico/,
  )
})

test('schemas of 3.0 are those of 3.1, and schemas of the same name in two documents stay apart', async () => {
  const { paths, components } = await document()
  const { Station, Station_2 } = components.schemas
  expect([Station, Station_2]).toContainEqual({ type: ['string', 'null'] })
  expect([Station, Station_2]).toContainEqual(
    expect.objectContaining({
      properties: expect.objectContaining({ height: { type: ['number', 'null'], exclusiveMinimum: 0 } }),
    }),
  )
  expect(paths['/v1/stations/{id}']?.get?.parameters).toEqual([
    { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
    { name: 'unit', in: 'query', schema: { type: ['string', 'null'], enum: ['c', 'f', null] } },
  ])
})

test.each(['/openapi.json', '/openapi.yaml', '/postman.json', '/requests.http'])(
  '%s is answered with 304 for its ETag, and for anyone without credentials',
  async (url) => {
    const first = await get(url)
    expect(first.statusCode).toBe(200)
    const etag = String(first.headers.etag)
    const again = await get(url, { 'if-none-match': etag })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    expect((await get(url, { 'if-none-match': '"other"' })).statusCode).toBe(200)
  },
)

test('a white-label’s document names its own host and title, and another ETag', async () => {
  await site.operator(operator.setWhitelabel, { host: 'acme.example', by: 'test', brand: { title: 'Acme' } })
  site.ctx.sites.forget()
  const own = await get('/openapi.json')
  const acme = await get('/openapi.json', { host: 'acme.example' })
  expect(acme.json<Document>()).toMatchObject({
    info: { title: 'Acme API' },
    servers: [{ url: 'https://acme.example' }, { url: 'https://acme.example/sandbox' }],
  })
  expect(acme.body).not.toMatch(/data\.example|Portico"/)
  expect(acme.headers.etag).not.toBe(own.headers.etag)
})

test('the collection and the request file hold a request for each sold operation', async () => {
  const collection = (await get('/postman.json')).json()
  expect(collection.info.schema).toMatch(/v2\.1\.0/)
  const requests = collection.item.flatMap(({ item }: { item: { request: object }[] }) =>
    item.map((one) => one.request),
  )
  expect(requests).toContainEqual({
    method: 'PUT',
    header: [{ key: 'Content-Type', value: 'application/json' }],
    url: { raw: '{{baseUrl}}/v1/stations/station', host: ['{{baseUrl}}'], path: ['v1', 'stations', 'station'] },
    body: { mode: 'raw', raw: expect.stringContaining('"id"'), options: { raw: { language: 'json' } } },
  })
  const file = (await get('/requests.http')).body
  expect(file).toMatch(/^@baseUrl = https:\/\/data\.example\n@login = \n@password = \n/)
  expect(file).toMatch(
    /### .+\nPUT \{\{baseUrl\}\}\/v1\/stations\/station\nAuthorization: Basic \{\{login\}\} \{\{password\}\}\nContent-Type: application\/json\n\n\{/,
  )
  expect(file.match(/^### /gm)?.length).toBe(requests.length)
})

test('the collection and the request file hold forms and files as programs send them', async () => {
  const collection = (await get('/postman.json')).json()
  const requests: { method: string; url: { raw: string }; header: object[]; body: object }[] = collection.item
    .flatMap(({ item }: { item: { request: object }[] }) => item.map((one) => one.request))
    .filter(({ url }: { url: { raw: string } }) => url.raw.endsWith('/uploads'))
  const typed = (value: string) => [{ key: 'Content-Type', value }]
  expect(new Map(requests.map(({ method, header, body }) => [method, { header, body }]))).toEqual(
    new Map<string, object>([
      [
        'POST',
        {
          header: [],
          body: {
            mode: 'formdata',
            formdata: [
              { key: 'note', value: 'example', type: 'text' },
              { key: 'file', src: 'file', type: 'file' },
            ],
          },
        },
      ],
      ['PUT', { header: typed('application/octet-stream'), body: { mode: 'file', file: { src: 'file' } } }],
      [
        'PATCH',
        {
          header: typed('application/x-www-form-urlencoded'),
          body: { mode: 'urlencoded', urlencoded: [{ key: 'a b', value: 'x&y' }] },
        },
      ],
    ]),
  )
  const file = (await get('/requests.http')).body
  const [, boundary = 'none'] = /POST .+\n.+\nContent-Type: multipart\/form-data; boundary=(\S+)\n/.exec(file) ?? []
  const head = 'Content-Disposition: form-data; name='
  const bytes = 'Content-Type: application/octet-stream'
  expect(file).toContain(
    `\n\n--${boundary}\n${head}"note"\n\nexample\n--${boundary}\n${head}"file"; filename="file"\n${bytes}\n\n< ./file\n--${boundary}--\n`,
  )
  expect(file).toContain(`${bytes}\n\n< ./file\n`)
  expect(file).toContain('\n\na%20b=x%26y\n')
})

describe('YAML', () => {
  test.each([
    ['empty parts', { a: {}, b: [], c: '', d: null }],
    ['lists in lists', [[1, [2, []]], [{ a: 1, b: [{ c: 'd' }] }]]],
    [
      'words that YAML reads as something else',
      ['true', 'No', 'null', '1', '1e3', '2026-01-01', '~', '-', 'a: b', '# c', ' x', 'y '],
    ],
    ['keys of any kind', { '/a/{b}': 1, '200': 2, 'a b': 3, '': 4, 'x: y': 5, on: 6, '"': 7 }],
    [
      'long and odd texts',
      ['a\nb\n', '\t', '\u2028', '😀', `${'x'.repeat(3000)} y`, "it's", '{a}', '*a', '&a', '!a', '%a', '@a'],
    ],
  ])('%s come back as they were', (_, value) => expect(parse(yamlText(value))).toEqual(value))
})

/** The forms that Box's document has: fragments, OPTIONS, uploads in parts, `nullable` beside `allOf`, titles of tags, examples of headers. */
const BOX = `openapi: 3.0.2
info: { title: Files API, version: 2.0.2, x-box-commit-hash: abc, license: { name: Apache-2.0, url: 'http://www.apache.org/licenses/LICENSE-2.0' } }
servers: [{ url: 'https://api.box.example/2.0', description: Files API server. }]
security: [{ OAuth2Security: [] }]
externalDocs: { description: Guides, url: https://developer.box.example }
tags: [{ name: Files, description: Things with bytes, x-box-tag: files }, { name: Shared links (Files) }]
x-box-tag-groups: [{ name: All, tags: [files] }]
paths:
  /files/{file_id}:
    get:
      operationId: get_files_id
      x-box-tag: files
      tags: [Files]
      parameters:
        - { name: file_id, in: path, required: true, example: '12345', schema: { type: string } }
        - { name: fields, in: query, explode: false, schema: { type: array, items: { type: string } }, example: [id, type] }
        - { name: if-none-match, in: header, schema: { type: string }, example: '1' }
      responses:
        '200': { description: A file, headers: { etag: { description: Version, schema: { type: string } } }, content: { application/json: { schema: { $ref: '#/components/schemas/File--Full' } } } }
        '304': { description: Not changed }
        default: { description: A problem, content: { application/json: { schema: { $ref: '#/components/schemas/ClientError' } } } }
  /files/{file_id}#get_shared_link:
    get:
      operationId: get_files_id_get_shared_link
      tags: [Shared links (Files)]
      parameters:
        - { name: file_id, in: path, required: true, schema: { type: string } }
        - { name: fields, in: query, required: true, example: shared_link, schema: { type: string } }
      responses: { '200': { description: A file, content: { application/json: { schema: { $ref: '#/components/schemas/File--Full' } } } } }
  /files/{file_id}#add_shared_link:
    put:
      operationId: put_files_id_add_shared_link
      parameters: [{ name: file_id, in: path, required: true, schema: { type: string } }]
      requestBody: { content: { application/json: { schema: { type: object, properties: { shared_link: { type: object, nullable: true, properties: { access: { type: string, enum: [open, company] } } } } } } } }
      responses: { '200': { description: ok } }
  /files/content:
    options: { operationId: options_files_content, responses: { '200': { description: May be uploaded } } }
    post:
      operationId: post_files_content
      parameters: [{ name: content-md5, in: header, schema: { type: string, format: digest }, example: 134b65991ed521fcfe4724b7d814ab8ded5185dc }]
      requestBody: { content: { multipart/form-data: { schema: { type: object, required: [attributes, file], properties: { attributes: { type: object, properties: { name: { type: string } } }, file: { type: string, format: binary } } } } } }
      responses: { '201': { description: made, content: { application/json: { schema: { $ref: '#/components/schemas/File--Full' } } } } }
  /files/upload_sessions/{upload_session_id}:
    put:
      operationId: put_part
      parameters:
        - { name: upload_session_id, in: path, required: true, schema: { type: string } }
        - { name: content-range, in: header, required: true, schema: { type: string }, example: bytes 8388608-16777215/445856194 }
      requestBody: { content: { application/octet-stream: { schema: { type: string, format: binary } } } }
      responses: { '200': { description: ok } }
components:
  schemas:
    File--Base: { title: File (Base), type: object, x-box-resource-id: file--base, x-box-variants: [file, file--full], required: [id, type], properties: { id: { type: string, nullable: false }, type: { type: string, enum: [file], example: file, nullable: false } } }
    File--Full:
      title: File (Full)
      description: All of it
      allOf:
        - { $ref: '#/components/schemas/File--Base' }
        - type: object
          properties:
            shared_link: { allOf: [{ $ref: '#/components/schemas/File--Base' }, { description: May be empty, nullable: true }] }
            expires_at: { type: string, format: date-time, nullable: true, example: '2012-12-12T10:53:43-08:00' }
            lock: { nullable: true, oneOf: [{ $ref: '#/components/schemas/File--Base' }, { type: string }] }
            size: { type: integer, format: int64, exclusiveMaximum: true, maximum: 9 }
    ClientError: { title: Client error, type: object, properties: { context_info: { type: object, nullable: true, additionalProperties: {} } } }
  securitySchemes: { OAuth2Security: { type: oauth2, flows: { authorizationCode: { authorizationUrl: 'https://a.example', tokenUrl: 'https://b.example', scopes: {} } } } }
`

test('the document of an API with the forms of Box is valid by the public validator, with every operation that can be distinguished', async () => {
  const prices = "version: '3'\nvalid_from: 2026-01-01\ndefault: { per_request: 0.001 }\nfunctions: {}\n"
  const PROVIDER_DIR = writeWholeProvider({ 'weather.yaml': BOX, 'prices.yaml': prices })
  const settings = { PROVIDER_DIR, UPSTREAM_URL: 'http://127.0.0.1:1', PUBLIC_URL: 'https://data.example' }
  const own = await site.sibling({ settings })
  const reply = await own.app.inject({ url: '/openapi.json', headers: { host: 'data.example' } })
  const made = reply.json<Document>()
  expect(await new Validator().validate(structuredClone(made))).toEqual({ valid: true })
  const sold = Object.entries(made.paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method} ${path}`),
  )
  expect(sold.filter((one) => !one.includes('/v3/appendix/')).toSorted()).toEqual([
    'get /2.0/files/{file_id}',
    'options /2.0/files/content',
    'post /2.0/files/content',
    'put /2.0/files/upload_sessions/{upload_session_id}',
    'put /2.0/files/{file_id}#add_shared_link',
  ])
  expect(reply.body).not.toMatch(/x-box|OAuth2Security|box\.example/)
})
