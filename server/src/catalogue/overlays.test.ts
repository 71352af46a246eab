import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CODE } from '@portico/contract/codes.ts'
import { afterAll, expect, test, vi } from 'vitest'
import { parse } from 'yaml'
import { generatedDocument } from '#testing/catalogue/generated.ts'
import { dropProviders, writeProvider } from '#testing/catalogue/provider.ts'
import { boundsInWords, isRequiredInWords } from './bounds-in-words.ts'
import { checkReport, draftOverlays, openCatalogue, reportText, understood } from './index.ts'

vi.setConfig({ testTimeout: 120_000 })
afterAll(dropProviders)

const HEAD = 'overlay: 1.0.0\ninfo: { title: Ours, version: "1" }\n'
const VENDOR = `openapi: 3.0.1
info: { title: Vendor, version: '1' }
paths:
  /v3/rain/radar:
    post:
      summary: ''
      tags: [a, b]
      requestBody:
        content:
          application/json:
            schema: { type: array, items: { $ref: '#/components/schemas/Radar' } }
components:
  schemas:
    Radar: { type: object, properties: { city: { type: string }, zoom: { type: integer }, old: { type: string } } }
`
const OURS = `${HEAD}extends: openapi/weather.yaml
actions:
  - target: $.paths['/v3/rain/radar'].post
    update: { summary: Rain radar, x-portico-kind: live, x-portico-price: { results: { field: zoom }, live: { per_request: 0.002, per_result: 0.0001 } } }
  - target: $.components.schemas.Radar
    update: { required: [city], properties: { zoom: { maximum: 9, default: 3 } } }
  - target: $.components.schemas.Radar.properties.old
    remove: true
  - target: $.paths.*.post.requestBody.content['application/json']
    update: { example: [{ city: Rostock, zoom: 4 }] }
`
const NO_FUNCTIONS = "version: '1'\nvalid_from: 2026-01-01\nfunctions: {}\n"
const folderWith = (overlay: string, more = {}) =>
  writeProvider({ 'weather.yaml': VENDOR, 'prices.yaml': NO_FUNCTIONS, 'overlays/ours.yaml': overlay, ...more })

test('an overlay adds kind, price, name, bounds, required fields and example to a document that stays as it is', () => {
  const folder = folderWith(OURS)
  const catalogue = openCatalogue(folder)
  const entry = catalogue.find('POST', '/v3/rain/radar')?.entry
  if (!entry) throw new Error('not found')
  expect(entry).toMatchObject({ kind: 'live', known_by: 'x-portico-kind', title: 'Rain radar', sample: { zoom: 4 } })
  expect(catalogue.validate(entry, { zoom: 10 }).map(({ field }) => field)).toEqual(['city', 'zoom'])
  expect(entry.schema.properties).not.toHaveProperty('old')
  expect(catalogue.price(entry, catalogue.chargeableUnits(entry, {})).max_micros).toBe(2_000 + 3 * 100)
  expect(catalogue.left_out).toEqual([])
  expect(readFileSync(join(folder, 'openapi/weather.yaml'), 'utf8')).toBe(VENDOR)
})

test('overlays merge maps, append to lists and replace values, in their order', () => {
  const action = (target: string, update: string) => `  - { target: "${target}", update: ${update} }\n`
  const first = `${HEAD}actions:\n${action("$.paths['/v3/rain/radar'].post.tags", 'c')}${action('$.info', '{ title: One }')}`
  const folder = folderWith(
    `${first}${action("$.paths['/v3/rain/radar'].post", '{ x-portico-kind: live, x-portico-price: { live: { per_request: 1 } } }')}`,
    {
      'overlays/z.yaml': `${HEAD}actions:\n${action('$', '{ info: { title: Two } }')}`,
    },
  )
  expect(openCatalogue(folder).sections().usage).toMatchObject([{ id: 'rain', title: 'Two' }])
})

test.each<[string, string, RegExp]>([
  ['no actions', HEAD, /ours\.yaml:1: actions is missing or wrong: an overlay has/],
  [
    'another version',
    `${HEAD.replace('1.0.0', '2.0.0')}actions: [{ target: $ }]`,
    /ours\.yaml:1: overlay is missing or wrong/,
  ],
  ['no JSONPath', `${HEAD}actions:\n  - target: paths[`, /ours\.yaml:4: "paths\[" is no JSONPath/],
  [
    'no such document',
    `${HEAD}extends: other.yaml\nactions: [{ target: $ }]`,
    /ours\.yaml:3: there is no document other\.yaml/,
  ],
  [
    'an unknown plan',
    OURS.replace(/x-portico-price: .*} } }/, 'x-portico-price: cheap }'),
    /weather\.yaml:5: there is no plan named "cheap"/,
  ],
])('%s stops the start with file, line and reason', (_title, overlay, reason) => {
  expect(() => openCatalogue(folderWith(overlay))).toThrow(reason)
})

test('the check reports understood and left-out paths, idle actions, and differences from the running server', () => {
  const idle = `${HEAD}actions:\n  - { target: "$.paths['/v3/snow'].post", update: { summary: Snow } }\n`
  const prices = "version: '1'\nvalid_from: 2026-01-01\ndefault: { per_request: 0.002 }\nfunctions: {}\n"
  const before = openCatalogue(folderWith(OURS))
  const after = openCatalogue(folderWith(idle, { 'prices.yaml': prices }))
  const report = checkReport(after, [
    ...before.entries.map(understood),
    { id: 'GET /v3/gone', kind: 'live', function: 'gone', price: '', fields: '' },
  ])
  expect(report).toMatchObject({
    paths: expect.arrayContaining([
      expect.objectContaining({
        id: 'POST /v3/rain/radar',
        kind: 'live',
        by: null,
        price: '$0.002000 a request',
        fields: '3 fields',
      }),
    ]),
    left_out: [],
    idle_actions: [{ target: "$.paths['/v3/snow'].post" }],
    changes: { added: [], removed: ['GET /v3/gone'], changed: [expect.stringContaining('price')] },
  })
  expect(reportText(report)).toMatch(/fit nothing.*ours\.yaml:4.*- GET \/v3\/gone.*~ POST/s)
})

test('a drafted overlay enforces limits that a document only describes in words', () => {
  const prices = "version: '1'\nvalid_from: 2026-01-01\ndefault: { per_request: 0.001 }\nfunctions: {}\n"
  const folder = writeProvider({ 'weather.yaml': generatedDocument(), 'prices.yaml': prices })
  const bare = openCatalogue(folder).find('POST', '/v3/serp/google/organic/live/advanced')?.entry
  const [draft] = draftOverlays(join(folder, 'openapi'), 'portico')
  expect(bare && openCatalogue(folder).validate(bare, { depth: 9_999 })).toEqual([])
  expect(parse(draft?.text ?? '')).toMatchObject({ overlay: '1.0.0', extends: 'weather.yaml' })
  writeFileSync(join(folder, 'overlays/draft.yaml'), draft?.text ?? '')
  const catalogue = openCatalogue(folder)
  const entry = catalogue.find('POST', '/v3/serp/google/organic/live/advanced')?.entry
  if (!entry) throw new Error('not found')
  expect(entry.schema).toMatchObject({
    required: ['keyword'],
    properties: {
      keyword: { maxLength: 700 },
      depth: { default: 10, maximum: 200 },
      limit: { default: 100, maximum: 1000 },
      priority: { enum: [1, 2] },
      tag: { maxLength: 255 },
    },
  })
  expect(catalogue.validate(entry, {}).map(({ code }) => code)).toEqual([CODE.emptyBody])
  expect(catalogue.idle_actions).toEqual([])
})

test.each<[string, string, object]>([
  ['integer', 'max value: `700`', { maximum: 700 }],
  ['integer', 'maximum value: 1,000; default value: 100', { maximum: 1000, default: 100 }],
  ['string', 'you can specify up to 700 characters', { maxLength: 700 }],
  [
    'string',
    'possible values: desktop, mobile. default value: desktop',
    { enum: ['desktop', 'mobile'], default: 'desktop' },
  ],
  ['array', 'the maximum number of keywords: 1000', { maxItems: 1000 }],
  ['boolean', 'default value: false', { default: false }],
  ['integer', 'the number of results per page', {}],
  ['string', 'up to you', {}],
])('%s: “%s”', (type, words, expected) => {
  expect(boundsInWords(type, words)).toEqual(expected)
})

test('required in words means always, not under a condition', () => {
  expect(isRequiredInWords('keyword. required field. you can …')).toBe(true)
  expect(isRequiredInWords("required field if you don't specify location_name")).toBe(false)
  expect(isRequiredInWords('optional field')).toBe(false)
})

test('functions of one big document are named by tags and paths, not by its title', () => {
  const prices = "version: '1'\nvalid_from: 2026-01-01\ndefault: { per_request: 0.001 }\nfunctions: {}\n"
  const catalogue = openCatalogue(writeProvider({ 'weather.yaml': generatedDocument(), 'prices.yaml': prices }))
  const { usage } = catalogue.sections()
  expect(usage.map(({ title }) => title)).not.toContain('API documentation')
  expect(usage).toContainEqual(expect.objectContaining({ id: 'keywords-data', title: 'Keywords data' }))
  const titles = catalogue.functions().map(({ title }) => title)
  expect(new Set(titles).size).toBe(titles.length)
})
