import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { openCatalogue } from '#catalogue/index.ts'
import { openTestApp } from '#testing/app.ts'
import { closeBalanced } from '#testing/close-balanced.ts'
import { openCustomer } from '#testing/gateway/customer.ts'
import { openTestServer, send } from '#testing/gateway/upstream.ts'
import { newProvider } from './new-provider.ts'

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})
function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'portico-new-'))
  folders.push(folder)
  return folder
}

const DOCUMENT = `openapi: 3.0.3
info: { title: "Sea \\"level\\" data", version: '1' }
servers: [{ url: 'https://sea.example/api/v2' }]
paths:
  /levels/{port}: { get: { tags: [Levels], parameters: [{ name: port, in: path, required: true, schema: { type: string } }], responses: { '200': { description: ok } } } }
  /account/keys: { get: { tags: [Keys], responses: { '200': { description: ok } } }, post: { responses: {} } }
  /levels/{name}: { get: { responses: {} } }
  /odd path: { get: { responses: {} } }
`
const VENDOR = { title: 'Sea', price: '0.02', source: 'https://sea.example', auth: 'X-Api-Key: k' }

async function make(
  options: Record<string, string> = {},
  text = DOCUMENT,
  ask?: (question: string) => Promise<string>,
) {
  const home = newFolder()
  writeFileSync(join(home, 'sea.yaml'), text)
  const folder = join(home, 'mine')
  const result = await newProvider({ words: [folder, join(home, 'sea.yaml')], options, json: false, ask })
  const read = (name: string) => readFileSync(join(folder, name), 'utf8')
  const settings = Object.fromEntries(
    read('settings.env')
      .split('\n')
      .filter((line) => /^\w/.test(line))
      .map((line) => line.split(/=(.*)/s).slice(0, 2)),
  ) as Record<string, string>
  return { folder, read, settings, text: result.text, home }
}

test('a document with an account, an odd path and an address of the dashboard becomes a folder that sells the rest', async () => {
  const { folder, read, settings, text } = await make()
  expect(text).toMatch(/1 operations are sold, 4 are not: overlays\/decisions\.yaml/)
  expect(read('openapi/sea.yaml')).toBe(DOCUMENT)
  expect(parse(read('brand.yaml'))).toEqual({ title: 'Sea "level" data', product: 'portico' })
  expect(parse(read('prices.yaml'))).toMatchObject({ default: { per_request: 0.001 }, functions: {} })
  expect(parse(read('menu.yaml'))).toMatchObject({ sections: 'own' })
  expect(settings).toEqual({
    PROVIDER_DIR: folder,
    UPSTREAM_URL: 'https://sea.example/api/v2',
    UPSTREAM_AUTH: '',
    API_PREFIX: '/data',
  })
  expect(statSync(join(folder, 'settings.env')).mode & 0o777).toBe(0o600)
  expect(parse(read('overlays/decisions.yaml')).actions).toEqual([
    { target: '$', update: { 'x-portico-answers': { account: 'never' } } },
    { target: '$', update: { 'x-portico-answers': { keys: 'never' } } },
    { target: "$.paths['/odd path']", remove: true },
    { target: "$.paths['/levels/{name}'].get", remove: true },
  ])
  expect(read('overlays/decisions.yaml')).toMatch(/: it stands in openapi\/sea\.yaml:5 already\n/)
  const selling = { prefix: '/data', has_api_host: false, has_source: true }
  const { entries, left_out, idle_actions } = openCatalogue(folder, 'portico', undefined, selling)
  expect([left_out, idle_actions]).toEqual([[], []])
  expect(entries.filter(({ kind }) => kind === 'live').map(({ id }) => id)).toEqual(['GET /data/api/v2/levels/{port}'])
})

test('decisions changed to reads sell what reads, and what writes stays out', async () => {
  const { folder, read } = await make()
  const changed = read('overlays/decisions.yaml').replaceAll(': never }', ': reads }')
  writeFileSync(join(folder, 'overlays/decisions.yaml'), changed)
  const selling = { prefix: '/data', has_api_host: false, has_source: true }
  const catalogue = openCatalogue(folder, 'portico', undefined, selling)
  expect(catalogue.entry('GET /data/api/v2/account/keys')).toBeDefined()
  expect(catalogue.entry('POST /data/api/v2/account/keys')).toBeUndefined()
  expect(catalogue.left_out).toEqual([])
})

test('the written folder starts unedited and sells a call, which reaches the source with the operator’s credentials', async () => {
  const upstream = await openTestServer((_, response) => send(response, '{"level":3}'))
  const { folder } = await make({ ...VENDOR, source: `${upstream.url}/api/v2`, auth: 'X-Api-Key: secret' })
  const given = { PROVIDER_DIR: folder, UPSTREAM_URL: `${upstream.url}/api/v2`, API_PREFIX: '/data' }
  const site = await openTestApp({ settings: { ...given, UPSTREAM_AUTH: 'X-Api-Key: secret' } })
  const customer = await openCustomer(site)
  const reply = await customer.call('/data/api/v2/levels/kiel', { headers: { 'x-api-key': 'mine' } })
  expect([reply.http, reply.headers['x-cost'], reply.raw.toString()]).toEqual([200, '0.020000', '{"level":3}'])
  expect(upstream.received[0]).toMatchObject({ path: '/api/v2/levels/kiel', headers: { 'x-api-key': 'secret' } })
  expect(upstream.received[0]?.headers.authorization).toBeUndefined()
  expect((await customer.call('/data/api/v2/account/keys')).http).toBe(404)
  expect(upstream.received).toHaveLength(1)
  await closeBalanced(site)
  await upstream.close()
})

test('on a terminal every answer that no option gives is a question, and an empty answer is the proposed one', async () => {
  const questions: string[] = []
  const ask = async (question: string) => {
    questions.push(question)
    return question.startsWith('Price') ? ' 0.5 ' : ''
  }
  const { read } = await make({ source: 'https://own.example/v1' }, DOCUMENT, ask)
  expect(questions.map((question) => question.split(':')[0])).toEqual([
    'Name of your product [Sea "level" data]',
    'Price of a request [0.001]',
    'Credentials for it',
  ])
  expect(parse(read('prices.yaml')).default).toEqual({ per_request: 0.5 })
})

test('quotes, lines and signs of YAML and shells in answers stay text', async () => {
  const { read } = await make({ title: 'a\'\n"b" : # c', auth: "Bearer it's $HOME" })
  expect(parse(read('brand.yaml')).title).toBe('a\' "b" : # c')
  expect(read('settings.env')).toContain("UPSTREAM_AUTH='Bearer it'\\''s $HOME'\n")
})

test.each([
  ['a price that is none', { price: '1 euro' }, DOCUMENT, /--price must be an amount/],
  ['a source that is no address', { source: 'sea' }, DOCUMENT, /UPSTREAM_URL is 'sea'/],
  ['a prefix without a slash', { prefix: 'data' }, DOCUMENT, /API_PREFIX/],
  ['Swagger 2', {}, 'swagger: "2.0"\npaths: {}\n', /sea\.yaml:1: sea\.yaml: this is Swagger 2: convert it/],
  ['no document', {}, 'hello: world\n', /holds nothing that can be sold/],
  ['broken YAML', {}, 'openapi: [', /sea\.yaml:1/],
])('%s is refused with a sentence, and nothing is left behind', async (_, options, text, message) => {
  const home = newFolder()
  writeFileSync(join(home, 'sea.yaml'), text)
  const words = [join(home, 'deep/mine'), join(home, 'sea.yaml')]
  const error = await newProvider({ words, options, json: false }).catch((thrown: Error) => thrown)
  expect(error).toBeInstanceOf(Error)
  expect((error as Error).message).toMatch(message)
  expect((error as Error).message).not.toContain('mine.')
  expect(existsSync(join(home, 'deep')) ? readdirSync(join(home, 'deep')) : []).toEqual([])
})

test('a folder with files in it is not touched', async () => {
  const { folder, home, read } = await make()
  const before = read('prices.yaml')
  const again = newProvider({ words: [folder, join(home, 'sea.yaml')], options: VENDOR, json: false })
  await expect(again).rejects.toThrow('is not empty')
  expect(read('prices.yaml')).toBe(before)
})

test('a folder of documents is taken as a whole, with references between its files', async () => {
  const home = newFolder()
  mkdirSync(join(home, 'docs'))
  const body = '{ application/json: { schema: { $ref: "./parts.yaml#/Level" } } }'
  writeFileSync(
    join(home, 'docs/a.yaml'),
    `openapi: 3.1.0\ninfo: { title: A, version: '1' }\npaths: { /levels: { post: { requestBody: { content: ${body} }, responses: {} } } }\n`,
  )
  writeFileSync(
    join(home, 'docs/parts.yaml'),
    'Level: { type: object, required: [port], properties: { port: { type: string } } }\n',
  )
  const result = await newProvider({ words: [join(home, 'mine'), join(home, 'docs')], options: {}, json: false })
  expect(result.text).toMatch(/1 operations are sold\./)
  expect(existsSync(join(home, 'mine/overlays'))).toBe(false)
})

test.each([
  ['a folder', 'docs'],
  ['its main file', 'docs/main.yaml'],
])('references into folders below are followed from each file’s own location, for %s', async (_, document) => {
  const home = newFolder()
  const write = (name: string, text: string) => {
    mkdirSync(dirname(join(home, name)), { recursive: true })
    writeFileSync(join(home, name), text)
  }
  write('secret.yaml', 'Secret: { type: object, required: [never], properties: { never: { type: string } } }\n')
  write(
    'docs/main.yaml',
    `openapi: 3.1.0
info: { title: Ports, version: '1' }
paths:
  /ports/{id}: { $ref: './resources/ports/port path.yaml#/port' }
  /levels: { post: { requestBody: { $ref: "resources/levels.json#/body" }, responses: {} } }
  /tides: { post: { requestBody: { content: { application/json: { schema: { $ref: ../secret.yaml#/Secret } } } }, responses: {} } }
components: { schemas: { Other: { $ref: ./schemas/other.yaml#/info } } }
`,
  )
  write(
    'docs/resources/ports/port path.yaml',
    `port:
  put:
    parameters: [{ name: id, in: path, required: true, schema: { $ref: '../../schemas/id.yaml' } }]
    requestBody: { content: { application/json: { schema: { $ref: ../levels.json#/schemas/Level } } } }
    responses: {}
`,
  )
  write(
    'docs/resources/levels.json',
    JSON.stringify({
      body: { content: { 'application/json': { schema: { $ref: '#/schemas/Level' } } } },
      schemas: { Level: { type: 'object', required: ['port'], properties: { port: { $ref: '../schemas/id.yaml' } } } },
    }),
  )
  write('docs/schemas/id.yaml', 'type: string\nminLength: 3\n')
  write('docs/schemas/unused.yaml', 'broken: [\n')
  // A whole document that is only referred to sells nothing of its own.
  write(
    'docs/schemas/other.yaml',
    "openapi: 3.1.0\ninfo: { title: B, version: '1' }\npaths: { /b: { get: { responses: {} } } }\n",
  )
  const result = await newProvider({ words: [join(home, 'mine'), join(home, document)], options: {}, json: false })
  expect(result.text).toMatch(/2 operations are sold, 1 are not/)
  const catalogue = openCatalogue(join(home, 'mine'))
  expect(catalogue.entries.filter(({ kind }) => kind !== 'account').map(({ id }) => id)).toEqual([
    'PUT /ports/{id}',
    'POST /levels',
  ])
  for (const entry of catalogue.entries.filter(({ kind }) => kind === 'live')) {
    expect(
      catalogue
        .validate(entry, { port: 'ab' })
        .map(({ message }) => message)
        .join(),
      entry.id,
    ).toContain("'port'")
    expect(catalogue.validate(entry, { port: 'abc' }), entry.id).toEqual([])
  }
  expect(existsSync(join(home, 'mine/openapi/schemas/id.yaml'))).toBe(true)
  expect(existsSync(join(home, 'mine/secret.yaml'))).toBe(false)
  expect(catalogue.document()).toBeDefined()
})
