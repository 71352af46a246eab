import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { generatedDocument, generatedPaths } from '#testing/catalogue/generated.ts'
import { BUNDLED, dropProviders, writeProvider } from '#testing/catalogue/provider.ts'
import { openCatalogue } from './index.ts'

afterAll(dropProviders)

const PRICES = "version: '1'\nvalid_from: 2026-01-01\ndefault: { per_request: 0.001 }\nfunctions: {}\n"
const WITH_SOURCE = { prefix: '', has_api_host: false, has_source: true }
const provider = (weather: string) => writeProvider({ 'weather.yaml': weather, 'prices.yaml': PRICES })
const kindsOf = (text: string) =>
  new Map(openCatalogue(provider(text)).entries.map(({ path, kind, known_by }) => [path, known_by && kind]))

/** Every path that a public client of this API family can call. */
function familyPaths(): string[] {
  const folder = join(dirname(createRequire(import.meta.url).resolve('dataforseo-client')), 'api')
  const text = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
  return [...new Set([...text.join('').matchAll(/"(\/v3\/[^"]+)"/g)].map(([, path = '']) => path))]
}

test('every path of the family has a known kind, and every account function is one', () => {
  const paths = familyPaths()
  expect(paths.length).toBeGreaterThan(500)
  const document = { openapi: '3.0.1', paths: Object.fromEntries(paths.map((path) => [path, operationOf(path)])) }
  const kinds = kindsOf(JSON.stringify(document))
  expect(paths.filter((path) => !kinds.get(path))).toEqual([])
  for (const [path, kind] of kinds)
    if (/\/(user_data|id_list|errors|webhook_resend|tasks_fixed|force_stop)$|^\/v3\/appendix\//.test(path))
      expect([path, kind]).toEqual([path, 'account'])
  for (const [path, kind] of kinds)
    if (/\/(locations|languages|categories|available_filters|models)(\/\{|$)/.test(path))
      expect([path, kind]).toEqual([path, 'reference'])
  expect(kinds.get('/v3/on_page/summary/{id}')).toBe('task_get')
  expect(kinds.get('/v3/on_page/pages')).toBe('task_get')
  expect(kinds.get('/v3/serp/screenshot')).toBe('live')
})

function operationOf(path: string) {
  const properties = /\/on_page\//.test(path) ? { id: { type: 'string' } } : { keyword: { type: 'string' } }
  const schema = { type: 'array', items: { type: 'object', properties } }
  return { post: { requestBody: { content: { 'application/json': { schema } } } } }
}

test('the rules give the bundled documents the kinds that their extensions state', () => {
  const words = openCatalogue(BUNDLED, undefined, undefined, WITH_SOURCE)
  expect(words.left_out).toEqual([])
  expect(words.entries.filter(({ known_by }) => known_by === null)).toEqual([])
})

test('every path of a generated document has a known kind', () => {
  expect(generatedPaths().length).toBeGreaterThanOrEqual(600)
  const catalogue = openCatalogue(provider(generatedDocument()), undefined, undefined, WITH_SOURCE)
  expect(catalogue.left_out).toEqual([])
})

test('a generated document loads within the memory of a small machine', () => {
  const folder = provider(generatedDocument())
  const script = `import { openCatalogue } from '${join(import.meta.dirname, 'index.ts')}'; openCatalogue('${folder}')`
  const flags = ['--max-old-space-size=96', '--input-type=module', '-e', script]
  expect(spawnSync(process.execPath, flags, { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' })
})

test('a path without a rule is not sold when a source is configured, and is listed with path, line and the lines that decide', () => {
  const text = `openapi: 3.0.0
paths:
  /v3/weather/secret_balance:
    get: { summary: Balance }
  /v3/weather/days/live:
    post: { summary: Days }
  /v3/weather/hours/task_post:
    post: { summary: Hours }
`
  const catalogue = openCatalogue(provider(text), undefined, undefined, WITH_SOURCE)
  expect(catalogue.left_out).toMatchObject([
    {
      id: 'GET /v3/weather/secret_balance',
      where: expect.stringMatching(/weather\.yaml:4$/),
      why: 'question',
      mend: expect.stringContaining(`"$.paths['/v3/weather/secret_balance'].get", update: { x-portico-kind: live`),
    },
    { id: 'POST /v3/weather/hours/task_post', where: expect.stringMatching(/weather\.yaml:8$/), why: 'question' },
  ])
  expect(catalogue.entries.filter(({ kind }) => kind !== 'account').map(({ id }) => id)).toEqual([
    'POST /v3/weather/days/live',
  ])
})

test('the operator’s x-portico-kind decides, at the path before the document, and never opens an account function', () => {
  const text = (word: string) => `openapi: 3.0.0
x-portico-kind: live
paths:
  /v3/weather/now:
    get: {}
  /v3/weather/stations:
    x-portico-kind: reference
    get: {}
  /v3/weather/languages:
    get: {}
  /v3/weather/id_list:
    post: { ${word} }
`
  const kinds = kindsOf(text('summary: Ids'))
  const own = [...kinds].filter(([path]) => !path.startsWith('/v3/appendix/')).map(([, kind]) => kind)
  expect(own).toEqual(['live', 'reference', 'reference', 'account'])
  const opened = openCatalogue(provider(text('x-portico-kind: live')))
  expect(opened.find('POST', '/v3/weather/id_list')).toBeUndefined()
  expect(opened.left_out).toMatchObject([
    {
      id: 'POST /v3/weather/id_list',
      reason: expect.stringMatching(/yaml:12: weather\/id_list is an account function: x-portico-kind must be account/),
    },
  ])
})
