import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { isStartProblem } from '#db/start-problem.ts'
import { DOCUMENT, dropProviders, PRICES, writeProvider } from '#testing/catalogue/provider.ts'
import { draftOverlays, openCatalogue } from './index.ts'

afterAll(dropProviders)

const document = (from: string, to: string) => ({ 'weather.yaml': replaced(DOCUMENT, from, to) })
const prices = (from: string, to: string) => ({ 'prices.yaml': replaced(PRICES, from, to) })

function replaced(text: string, from: string, to: string): string {
  if (!text.includes(from)) throw new Error(`nothing to replace: ${from}`)
  return text.replace(from, to)
}

function startWith(files: Record<string, string>): string {
  try {
    openCatalogue(writeProvider(files))
    return 'started'
  } catch (error) {
    if (!isStartProblem(error)) throw error
    return error.message
  }
}

test('the files that the broken copies are made of load without a fault', () => {
  expect(startWith({})).toBe('started')
})

const twin = replaced(DOCUMENT, 'title: Weather', 'title: Again')
const task_post = '  /v3/weather/days/task_post:\n    post: { summary: Days }\n'

test.each<[string, Record<string, string>, RegExp]>([
  ['broken YAML', document('    post:', '   post: ]'), /weather\.yaml:\d+: /],
  ['the same key twice', document('info:', 'openapi: 3.1.0\ninfo:'), /weather\.yaml:2: Map keys must be unique/],
  ['no OpenAPI 3', document('3.1.0', '2.0'), /weather\.yaml:1: weather.yaml: this is no OpenAPI 3 document/],
  ['an empty document', { 'weather.yaml': '' }, /weather\.yaml:1: weather.yaml: this is no OpenAPI 3 document/],
  [
    'a path that is none',
    document('/v3/weather/days/live', 'weather days'),
    /weather\.yaml:4: weather days: the path weather days cannot be called/,
  ],
  [
    'a $ref to nothing',
    document("'#/components/schemas/Days'", "'#/components/schemas/Nights'"),
    /weather\.yaml:13: \$ref .*Nights.* leads nowhere/,
  ],
  [
    'a $ref out of the folder',
    document("'#/components/schemas/Days'", "'../../secret.yaml#/a'"),
    /weather\.yaml:13: \$ref .*secret.* leads nowhere/,
  ],
  [
    'a $ref to another machine',
    document("'#/components/schemas/Days'", 'https://elsewhere.test/a.yaml'),
    /weather\.yaml:13: \$ref .*elsewhere.* leads nowhere/,
  ],
  ['a type that does not exist', document('type: integer', 'type: int'), /weather\.yaml:23: type must be one of/],
  ['a bound that is no number', document('maximum: 14', 'maximum: many'), /weather\.yaml:23: maximum must be a number/],
  [
    'a pattern that is none',
    document('minLength: 2', "pattern: '('"),
    /weather\.yaml:22: pattern \( is no regular expression/,
  ],
  [
    'an unknown kind',
    document('      summary: Days', '      x-portico-kind: gift'),
    /weather\.yaml:6: x-portico-kind must be one of/,
  ],
  [
    'a section of the wrong form',
    document('info:', 'x-portico-section: weather\ninfo:'),
    /weather\.yaml:2: x-portico-section must look like/,
  ],
  [
    'no price',
    { 'prices.yaml': `${PRICES.split('functions:')[0]}functions: {}\n` },
    /weather\.yaml:5: .*weather\/days has no price: name it under functions in .*prices\.yaml/,
  ],
  [
    'a price for nothing',
    prices('  weather/days:', '  weather/nights:\n    live: { per_request: 1 }\n  weather/days:'),
    /prices\.yaml:4: no document charges for a function weather\/nights/,
  ],
  [
    'a negative price',
    prices('0.0001', '-0.0001'),
    /prices\.yaml:6: functions\.weather\/days\.live\.per_result must be an amount/,
  ],
  ['a price that is no number', prices('0.0001', '.nan'), /prices\.yaml:6: .*per_result must be an amount/],
  ['an infinite price', prices('0.0001', '.inf'), /prices\.yaml:6: .*per_result must be an amount/],
  ['a price finer than a micro-dollar', prices('0.0001', '0.0000001'), /prices\.yaml:6: .*at most six decimals/],
  [
    'a price per result that nothing counts',
    prices('    results: { field: limit }\n', ''),
    /prices\.yaml:4: weather\/days has a price per result, but does not say which field counts/,
  ],
  [
    'a count by a field that does not exist',
    prices('field: limit', 'field: depth'),
    /prices\.yaml:5: POST .* has no field depth with a greatest value/,
  ],
  [
    'a count by a field without a greatest value',
    document('maximum: 14, ', ''),
    /prices\.yaml:5: POST .* has no field limit with a greatest value/,
  ],
  [
    'an extra that is no field',
    prices('per_request: 0.001', 'per_request: 0.001, extras: { fast: 1 }'),
    /prices\.yaml:4: extra fast must be a switch/,
  ],
  [
    'a misspelt line',
    prices('per_request', 'per_reqest'),
    /prices\.yaml:6: functions\.weather\/days\.live\.per_reqest is not known here/,
  ],
  [
    'an unknown plan',
    { 'prices.yaml': `version: '1'\nvalid_from: 2026-01-01\nfunctions:\n  weather/days: cheap\n` },
    /prices\.yaml:4: there is no plan named "cheap"/,
  ],
  [
    'a live price that is missing',
    {
      'prices.yaml': `version: '1'\nvalid_from: 2026-01-01\nfunctions:\n  weather/days:\n    task: { normal: { per_request: 1 } }\n`,
    },
    /prices\.yaml:4: weather\/days is sold by POST .*live, but has no live price/,
  ],
  [
    'a task price for what has no task',
    prices('functions:\n  weather/days:', 'functions:\n  weather/days:\n    task: { normal: { per_request: 1 } }'),
    /prices\.yaml:5: weather\/days has no task method/,
  ],
  [
    'a task without a task price',
    document('components:', `${task_post}components:`),
    /prices\.yaml:4: weather\/days is sold by POST .*task_post, but has no task price/,
  ],
  ['no version', prices("version: '1'\n", ''), /prices\.yaml:1: version is missing/],
  ['a day that is none', prices('2026-01-01', 'soon'), /prices\.yaml:2: valid_from must be a day/],
  ['a day in no calendar', prices('2026-01-01', '2026-02-31'), /prices\.yaml:2: valid_from must be a day .*calendar/],
])('%s stops the start with file, line and reason', (_title, files, expected) => {
  expect(startWith(files)).toMatch(expected)
})

const other = (paths: string) => ({ 'z.yaml': `openapi: 3.1.0\npaths:\n${paths}` })

test.each<[string, Record<string, string>, string, RegExp]>([
  [
    'the same path in two documents',
    { 'zweather.yaml': twin },
    'POST /v3/weather/days/live',
    /stands in .*weather\.yaml:5 already/,
  ],
  [
    'paths that differ only in a template',
    other('  /v1/a/{x}:\n    get: {}\n  /v1/a/{y}:\n    get: {}\n'),
    'GET /v1/a/{y}',
    /stands in .*z\.yaml:4 already/,
  ],
  [
    'a path that refers to itself',
    document('  /v3/weather/days/live:', "  /v3/loop: { $ref: '#/paths/~1v3~1loop' }\n  /v3/weather/days/live:"),
    '/v3/loop',
    /weather\.yaml:4: \$ref leads back to itself/,
  ],
  ['a space in a path', other('  /v1/a b:\n    get: {}\n'), '/v1/a b', /cannot be called/],
  ['templates that touch', other('  /v1/{a}{b}:\n    get: {}\n'), '/v1/{a}{b}', /cannot be called/],
  ['a query in a path of the family', other('  /v3/a/live?b=1:\n    post: {}\n'), 'POST /v3/a/live#1', /fragment/],
  [
    'an address of the dashboard',
    other('  /users/list:\n    get: {}\n'),
    'GET /users/list',
    /address of the dashboard/,
  ],
  ['a path that begins with a template', other('  /{a}/b:\n    get: {}\n'), 'GET /{a}/b', /cannot begin with/],
  ['the path of the root', other('  /:\n    get: {}\n'), 'GET ', /cannot begin with nothing/],
  ['broken YAML beside it', { 'z.yaml': 'openapi: [' }, 'z.yaml', /z\.yaml:1/],
  ['Swagger 2 beside it', { 'z.yaml': "swagger: '2.0'\npaths: {}" }, 'z.yaml', /Swagger 2: convert/],
  [
    'a broken schema that two operations share',
    other(
      `  /v1/a:\n    get: &g { parameters: [{ name: x, in: query, schema: { $ref: '#/s' } }] }\n  /v1/b:\n    get: *g\ns: { type: int }\n`,
    ),
    'GET /v1/b',
    /type must be one of/,
  ],
])('%s alone is left out and reported, and the rest is in the catalogue', (_title, files, id, reason) => {
  const prices = `${PRICES.replace('functions:', 'default: { per_request: 0.001 }\nfunctions:')}`
  const { left_out, entries } = openCatalogue(writeProvider({ 'prices.yaml': prices, ...files }))
  const found = left_out.find((one) => one.id === id)
  expect(found, JSON.stringify(left_out)).toBeDefined()
  expect(found?.reason).toMatch(reason)
  expect(entries.some((entry) => entry.id === 'POST /v3/weather/days/live' && !entry.is_unpriced)).toBe(true)
  expect(entries.some((entry) => entry.id === id && entry.path !== '/v3/weather/days/live')).toBe(false)
})

test('a file that only holds shared parts is not read as a document', () => {
  const files = { 'shared.yaml': 'components: { schemas: { A: { type: string } } }' }
  expect(openCatalogue(writeProvider(files)).left_out).toEqual([])
})

test('a file that cannot be read is left out alone, named as a document and as a part of one', () => {
  const folder = writeProvider({
    'weather.yaml': replaced(DOCUMENT, "'#/components/schemas/Days'", "'parts/days.yaml'"),
  })
  for (const name of ['broken.yaml', 'parts/days.yaml']) mkdirSync(join(folder, 'openapi', name), { recursive: true })
  expect(() => openCatalogue(folder)).toThrow(
    /openapi\/broken\.yaml could not be read.*parts\/days\.yaml could not be read/s,
  )
  writeFileSync(join(folder, 'openapi/weather.yaml'), DOCUMENT)
  const { left_out, entries } = openCatalogue(folder)
  expect(left_out).toMatchObject([{ id: 'broken.yaml', reason: expect.stringContaining('could not be read') }])
  expect(entries.map(({ id }) => id)).toContain('POST /v3/weather/days/live')
})

test('a document below the folder is a part: it replaces no account function, adds no task and gets no draft', () => {
  const part = `openapi: 3.1.0
info: { title: Old, version: '1' }
paths:
  /v3/appendix/user_data: { get: { summary: Account } }
  /v3/weather/days/task_post: { post: { requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Old' } } } } } }
components:
  schemas:
    Old: { type: object, properties: { limit: { type: integer, description: 'required field; maximum value: 5' } } }
`
  const one = '  /v3/weather/one/{id}: { get: { summary: One } }\n'
  const folder = writeProvider({
    'weather.yaml': `${DOCUMENT.replace('components:', `${one}components:`)}x-also: { $ref: old/part.yaml#/a }\n`,
  })
  const bare = openCatalogue(folder).entries.map(({ id, kind }) => [id, kind])
  expect(bare).toContainEqual(['GET /v3/weather/one/{id}', 'live'])
  mkdirSync(join(folder, 'openapi/old'))
  writeFileSync(join(folder, 'openapi/old/part.yaml'), part)
  expect(openCatalogue(folder).entries.map(({ id, kind }) => [id, kind])).toEqual(bare)
  expect(draftOverlays(join(folder, 'openapi'), 'portico').map(({ document }) => document)).not.toContain(
    'old/part.yaml',
  )
  // The same text as a document of its own does all three.
  writeFileSync(join(folder, 'openapi/part.yaml'), part)
  expect(draftOverlays(join(folder, 'openapi'), 'portico').map(({ document }) => document)).toEqual(['part.yaml'])
  expect(() => openCatalogue(folder)).toThrow('weather/days is sold by POST /v3/weather/days/task_post')
})

test('several faults are reported at once', () => {
  const text = DOCUMENT.replace('type: integer', 'type: int').replace('type: string', 'type: text')
  expect(startWith({ 'weather.yaml': text })).toMatch(/weather\.yaml:22: .*weather\.yaml:23: /)
})

test('an empty or missing folder of documents stops the start', () => {
  const folder = writeProvider()
  expect(() => openCatalogue(`${folder}/nowhere`)).toThrow(/could not be read/)
  expect(() => openCatalogue(writeProvider({ 'prices.yaml': '' }))).toThrow(/prices\.yaml/)
})

test('prices that were applied when such a day was still accepted are still read', () => {
  const text = replaced(PRICES, '2026-01-01', '2026-02-31')
  const written = { id: 1, file: 'prices 1', text, is_partial: false }
  const catalogue = openCatalogue(writeProvider())
  expect(() => catalogue.readPrices({ ...written, id: null })).toThrow(/valid_from must be a day/)
  expect(catalogue.readApplied(written).version).toBe('1')
})
