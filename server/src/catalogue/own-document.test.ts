import { afterAll, expect, test } from 'vitest'
import { dropProviders, PRICES, writeProvider } from '#testing/catalogue/provider.ts'
import { openCatalogue } from './index.ts'

afterAll(dropProviders)

const SHOP = `openapi: 3.0.3
info: { title: Parcels, version: '1' }
paths:
  /v1/parcel_tracking/{number}:
    get:
      summary: Where a parcel is
      parameters:
        - { name: number, in: path, required: true, schema: { type: string } }
        - { name: language, in: query, required: true, description: Which one., schema: { type: string, minLength: 2 } }
        - { name: details, in: query, schema: { type: boolean, default: false } }
      responses: { '200': { description: ok } }
  /v3/parcel_tracking/labels:
    post:
      requestBody:
        content:
          application/json; charset=utf-8:
            schema:
              type: object
              required: [to, weight]
              properties:
                to: { type: string, nullable: true, minLength: 3 }
                weight: { type: number, minimum: 0.1 }
      responses: { '200': { description: ok } }
`
const price = (text: string) => PRICES.replace('functions:', `${text}\nfunctions:`)

test('a document without extensions is sold at the default price, in a section named by its path', () => {
  const catalogue = openCatalogue(
    writeProvider({ 'parcels.yaml': SHOP, 'prices.yaml': price('default: { per_request: 0.0025 }') }),
  )
  const track = catalogue.find('GET', '/v1/parcel_tracking/42')
  const label = catalogue.find('POST', '/v3/parcel_tracking/labels')
  expect(track).toMatchObject({
    params: { number: '42' },
    entry: { kind: 'live', upstream_path: '/v1/parcel_tracking/{number}' },
  })
  for (const found of [track, label]) {
    expect(found?.entry).toMatchObject({
      usage: ['parcel-tracking'],
      playground: 'parcel-tracking',
      api: 'parcel_tracking',
    })
    expect(found && catalogue.price(found.entry, catalogue.chargeableUnits(found.entry, {})).max_micros).toBe(2_500)
  }
  expect(catalogue.sections().playground).toContainEqual({
    id: 'parcel-tracking',
    title: 'Parcels',
    functions: ['parcel_tracking/{number}', 'parcel_tracking/labels'],
  })
})

test('query and body of an own document are checked, and a valid sample request is made', () => {
  const catalogue = openCatalogue(
    writeProvider({ 'parcels.yaml': SHOP, 'prices.yaml': price('default: { per_request: 0.0025 }') }),
  )
  const track = catalogue.find('GET', '/v1/parcel_tracking/42')?.entry
  const label = catalogue.find('POST', '/v3/parcel_tracking/labels')?.entry
  if (!track || !label) throw new Error('not found')
  expect(catalogue.validate(track, { details: true }).map(({ field }) => field)).toEqual(['language'])
  expect(catalogue.validate(label, { to: 'ab', weight: 0 }).map(({ field }) => field)).toEqual(['to', 'weight'])
  for (const entry of [track, label]) expect(catalogue.validate(entry, entry.sample)).toEqual([])
})

test('an operation without a price is not sold, and is listed with the line that would price it', () => {
  const { left_out, find } = openCatalogue(writeProvider({ 'parcels.yaml': SHOP }))
  expect(left_out[0]).toMatchObject({
    id: 'GET /v1/parcel_tracking/{number}',
    where: expect.stringMatching(/parcels\.yaml:5$/),
    why: 'price',
    reason: expect.stringMatching(
      /parcel_tracking\/\{number\} has no price: name it .*prices\.yaml, or set default there/,
    ),
    mend: expect.stringContaining("functions: { 'parcel_tracking/{number}': { live: { per_request: 0.001 } } }"),
  })
  expect(find('GET', '/v1/parcel_tracking/7')?.entry.is_unpriced).toBe(true)
})

test('maps and lists of objects in a query are neither required nor checked, because each vendor writes them its own way', () => {
  const parameter = (name: string, schema: string, more = '') =>
    `{ name: ${name}, in: query, required: true${more}, schema: ${schema} }`
  const object = '{ type: object, properties: { from: { type: integer } } }'
  const parameters = [
    parameter('Tags', '{ type: object, additionalProperties: { type: string } }'),
    parameter('Entries', `{ type: array, items: ${object} }`),
    parameter('point', object, ', explode: false'),
    parameter('range', object),
    parameter('deep', object, ', style: deepObject'),
    parameter('names', '{ type: array, items: { type: string, minLength: 2 } }'),
  ]
  const text = `openapi: 3.0.0\npaths: { /v1/queue: { get: { parameters: [${parameters.join(', ')}], responses: {} } } }\n`
  const files = { 'queue.yaml': text, 'prices.yaml': price('default: { per_request: 1 }') }
  const catalogue = openCatalogue(writeProvider(files))
  const entry = catalogue.find('GET', '/v1/queue')?.entry
  if (!entry) throw new Error('not found')
  const fieldsIn = (task: object) => catalogue.validate(entry, task).map(({ field }) => field)
  expect(fieldsIn({})).toEqual(['range', 'deep', 'names'])
  const rest = { range: { from: 1 }, deep: { from: 1 }, names: ['ab'] }
  expect(fieldsIn({ ...rest, Entries: '[{"from":1}]', point: 'from,1', Tags: 'a' })).toEqual([])
  expect(fieldsIn({ ...rest, names: ['a'] })).toEqual(['names[0]'])
})

test('a document may be JSON', () => {
  const json = JSON.stringify({ openapi: '3.1.0', paths: { '/v3/a/b/live': { post: {} } } })
  const catalogue = openCatalogue(
    writeProvider({ 'a.json': json, 'prices.yaml': price('default: { per_request: 1 }') }),
  )
  expect(catalogue.find('POST', '/v3/a/b/live')?.entry.title).toBe('A b')
})

test('null in a list is refused unless the document allows it, and paths may carry extensions', () => {
  const list = (type: string) => `{ type: array, items: { type: ${type}, pattern: 'a\\-b' } }`
  const text = `openapi: 3.1.0
paths:
  x-note: anything
  /v3/lists/keep/live/:
    post:
      requestBody:
        content:
          application/json:
            schema: { type: object, properties: { plain: ${list('string')}, open: ${list('[string, "null"]')} } }
`
  const catalogue = openCatalogue(
    writeProvider({ 'lists.yaml': text, 'prices.yaml': price('default: { per_request: 1 }') }),
  )
  const entry = catalogue.find('POST', '/v3/lists/keep/live')?.entry
  if (!entry) throw new Error('not found')
  expect(catalogue.validate(entry, { open: [null, 'a-b'], plain: ['a-b', null] })).toMatchObject([
    { field: 'plain[1]' },
  ])
})
