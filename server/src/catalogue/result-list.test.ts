import { afterAll, expect, test } from 'vitest'
import { dropProviders, writeProvider } from '#testing/catalogue/provider.ts'
import { openCatalogue } from './index.ts'
import { countResults, lacksList } from './result-list.ts'

afterAll(dropProviders)

const document = (path: string, schema: string) => `openapi: 3.1.0
info: { title: Weather, version: '1' }
x-portico-kind: live
paths:
  ${path}:
    get:
      parameters:
        - { name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 100, default: 10 } }
      responses: { '200': { description: ok${schema && `, content: { application/json: { schema: ${schema} } }`} } }
`
const prices = (results: string) => `version: '1'
valid_from: 2026-01-01
functions:
  observations:
    results: ${results}
    live: { per_request: 0.0005, per_result: 0.00001 }
`
const listOf = (schema: string, results = '{ field: limit }', path = '/v1/observations') =>
  openCatalogue(writeProvider({ 'weather.yaml': document(path, schema), 'prices.yaml': prices(results) })).entries[0]
    ?.result_list

const object = (fields: string) => `{ type: object, properties: { ${fields} } }`
const list = '{ type: array, items: {} }'

test.each<[string, string, string, unknown]>([
  ['the price book names it', '', '{ field: limit, answer: observations }', ['observations']],
  ['deep inside', '', '{ field: limit, answer: data.hours }', ['data', 'hours']],
  ['the answer itself', list, '{ field: limit }', []],
  ['the only list of the answer', object(`total: { type: integer }, days: ${list}`), '{ field: limit }', ['days']],
  ['the only list, deeper', object(`data: ${object(`hours: ${list}`)}`), '{ field: limit }', ['data', 'hours']],
  ['the only outer list', object(`rows: ${list}, meta: ${object(`notes: ${list}`)}`), '{ field: limit }', ['rows']],
])('the counted list is found: %s', (_title, schema, results, expected) => {
  expect(listOf(schema, results)).toEqual(expected)
})

test.each([
  ['no answer is described', '', /its document does not describe the answer: say which list counts/],
  ['the answer has no list', object('total: { type: integer }'), /its answer holds no list/],
  ['the answer has two', object(`a: ${list}, b: ${list}`), /its answer holds 2 lists/],
])('a price per result stops the start with its line when %s', (_title, schema, reason) => {
  expect(() => listOf(schema)).toThrow(reason)
  expect(() => listOf(schema)).toThrow(/prices\.yaml:5: GET \/v1\/observations has a price per result/)
})

const hours = object(`hours: ${list}, location: ${object('name: { type: string }')}`)
test.each([
  ['another name', hours, 'nothere', 'hours'],
  ['no list', hours, 'location', 'hours'],
  ['a field of a list', hours, 'hours.values', 'hours'],
  ['no list at all', object('total: { type: integer }'), 'total', 'none'],
  ['a name taken over by allOf', `{ allOf: [${hours}, ${object(`days: ${list}`)}] }`, 'weeks', 'hours, days'],
])('an answer field that is no list of the document is refused: %s', (_, schema, named, known) => {
  const reason = `prices.yaml:5: the answer of GET /v1/observations has no list ${named}; it has ${known}`
  expect(() => listOf(schema, `{ field: limit, answer: ${named} }`)).toThrow(reason)
})

test.each([
  ['with variants', `{ type: object, properties: { meta: { oneOf: [${hours}, { type: object }] } } }`],
  ['with names of its own', '{ type: object, additionalProperties: { type: array } }'],
  ['that is an object and no more', '{ type: object }'],
])('an answer field is accepted unchecked if the document describes an answer %s', (_, schema) => {
  expect(listOf(schema, '{ field: limit, answer: data.rows }')).toEqual(['data', 'rows'])
})

test('the counted list in the family’s envelope is items, the only other list, or the rows themselves', () => {
  const envelope = (result: string) =>
    object(`tasks: { type: array, items: ${object(`result: { type: array, items: ${result} }`)} }`)
  const of = (result: string) => listOf(envelope(result), '{ field: limit }', '/v3/observations/live')
  expect(of(object(`items: ${list}, other: ${list}`))).toBe('family')
  expect(of(object(`observations: ${list}`))).toEqual(['observations'])
  expect(of(object('rank: { type: integer }'))).toBe('family')
  const wrapped = (schema: string) => `{ type: object, nullable: true, oneOf: [{ allOf: [${schema}] }] }`
  const item = wrapped(object(`result: { type: array, nullable: true, items: ${wrapped(object(`days: ${list}`))} }`))
  const answer = wrapped(object(`tasks: { type: array, items: ${item} }`))
  expect(listOf(answer, '{ field: limit }', '/v3/observations/live'), 'a document made by a generator').toEqual([
    'days',
  ])
})

test('results are counted in every part of an answer', () => {
  expect(countResults(['observations'], [{ observations: [1, 2] }, { observations: [3] }, {}])).toBe(3)
  expect(countResults(['data', 'hours'], [{ data: { hours: [1, 2] } }])).toBe(2)
  expect(countResults([], [1, 2, 3])).toBe(3)
  expect(countResults('family', [{ items: [1, 2] }, { other: 1 }])).toBe(3)
})

test.each<[string, unknown[], boolean]>([
  ['no part of it has the list', [{}, { other: [] }], true],
  ['one part of it has the list', [{}, { data: { hours: [] } }], false],
  ['it is empty', [], false],
])('an answer lacks the list that its price counts when %s: %o', (_, parts, expected) => {
  expect(lacksList(['data', 'hours'], parts)).toBe(expected)
})
