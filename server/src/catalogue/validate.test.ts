import { afterAll, expect, test } from 'vitest'
import { BUNDLED, dropProviders, writeProvider } from '#testing/catalogue/provider.ts'
import { openCatalogue } from './index.ts'

afterAll(dropProviders)
const catalogue = openCatalogue(BUNDLED)

function codes(path: string, task: unknown): string[] {
  const found = catalogue.find('POST', path)
  if (!found) throw new Error(path)
  return catalogue.validate(found.entry, task).map(({ code, field }) => `${code} ${field}`.trim())
}

const ORGANIC = '/v3/serp/google/organic/live/advanced'
const QUEUED = '/v3/serp/google/organic/task_post'
const right = { keyword: 'standing desk', location_code: 2840, language_code: 'en' }
const deep = (depth: number): unknown => (depth === 0 ? 1 : { in: deep(depth - 1) })

test.each<[string, string, unknown, string[]]>([
  ['a right task', ORGANIC, right, []],
  ['names instead of codes', ORGANIC, { keyword: 'a', location_name: 'Germany', language_name: 'German' }, []],
  ['nothing', ORGANIC, undefined, ['40502']],
  ['null', ORGANIC, null, ['40502']],
  ['an object without fields', ORGANIC, {}, ['40502']],
  ['a text instead of a task', ORGANIC, 'keyword', ['40503']],
  ['a list instead of a task', ORGANIC, [right], ['40503']],
  ['what is nested too deeply', ORGANIC, { ...right, more: deep(20) }, ['40503']],
  ['too many values', ORGANIC, { ...right, more: Array.from({ length: 30_000 }, () => 1) }, ['40503']],
  ['a required field that is missing', ORGANIC, { ...right, keyword: undefined }, ['40501 keyword']],
  ['a required field that is null', ORGANIC, { ...right, keyword: null }, ['40501 keyword']],
  ['an empty keyword', ORGANIC, { ...right, keyword: '' }, ['40501 keyword']],
  ['a keyword of 701 characters', ORGANIC, { ...right, keyword: 'x'.repeat(701) }, ['40501 keyword']],
  ['700 characters outside the first plane', ORGANIC, { ...right, keyword: '🦊'.repeat(700) }, []],
  ['no location', ORGANIC, { ...right, location_code: undefined }, ['40501 location_code']],
  ['no language', ORGANIC, { ...right, language_code: undefined }, ['40501 language_code']],
  ['a number as text', ORGANIC, { ...right, depth: '10' }, ['40501 depth']],
  ['a fraction', ORGANIC, { ...right, depth: 10.5 }, ['40501 depth']],
  ['too small', ORGANIC, { ...right, depth: 0 }, ['40501 depth']],
  ['too great for live', ORGANIC, { ...right, depth: 201 }, ['40501 depth']],
  ['great enough for a task', QUEUED, { ...right, depth: 201 }, []],
  ['a value that is none of the allowed', ORGANIC, { ...right, device: 'fridge' }, ['40501 device']],
  ['a switch as a number', ORGANIC, { ...right, calculate_rectangles: 1 }, ['40501 calculate_rectangles']],
  ['explicit nulls', ORGANIC, { ...right, depth: null, device: null, tag: null }, []],
  ['unknown fields on top are left to upstream', ORGANIC, { ...right, colour: 'red' }, []],
  [
    'a field that does not belong into a closed part',
    ORGANIC,
    { ...right, stop_crawl_on_match: [{ match_type: 'domain', match_value: 'a', x: 1 }] },
    ['40506 stop_crawl_on_match[0].x'],
  ],
  [
    'a null that does not belong into a closed part',
    ORGANIC,
    { ...right, stop_crawl_on_match: [{ match_type: 'domain', match_value: 'a', x: null }] },
    [],
  ],
  [
    'faults deep inside name their place',
    ORGANIC,
    { ...right, stop_crawl_on_match: [{ match_type: 'domain', match_value: 'a' }, { match_type: 'moon' }] },
    ['40501 stop_crawl_on_match[1].match_value', '40501 stop_crawl_on_match[1].match_type'],
  ],
  ['an empty list', ORGANIC, { ...right, stop_crawl_on_match: [] }, ['40501 stop_crawl_on_match']],
  ['a postback without its form', QUEUED, { ...right, postback_url: 'https://a.test/' }, ['40501 postback_data']],
  ['an address that is none', QUEUED, { ...right, pingback_url: 'soon' }, ['40501 pingback_url']],
  ['a priority that does not exist', QUEUED, { ...right, priority: 3 }, ['40501 priority']],
  ['unknown fields of a closed request', '/v3/appendix/webhook_resend', { id: '03021000-0000', why: 1 }, ['40506 why']],
  [
    'a day that does not exist',
    '/v3/backlinks/history/live',
    { target: 'a.example', date_from: '2025-02-30' },
    ['40501 date_from'],
  ],
  [
    'more keywords than allowed',
    '/v3/keywords_data/google_ads/search_volume/live',
    { keywords: Array.from({ length: 1_001 }, () => 'a') },
    ['40501 keywords'],
  ],
  [
    'one of three names for a business',
    '/v3/business_data/google/reviews/task_post',
    { location_code: 2840, language_code: 'en' },
    ['40501 keyword'],
  ],
  [
    'a name that every object inherits',
    ORGANIC,
    JSON.parse('{"keyword":"a","location_code":2840,"language_code":"en","__proto__":{"depth":9999},"constructor":1}'),
    [],
  ],
])('%s', (_title, path, task, expected) => {
  expect(codes(path, task)).toEqual(expected)
})

test('a message names the field and what is expected', () => {
  const found = catalogue.find('POST', ORGANIC)
  if (!found) throw new Error(ORGANIC)
  const messages = catalogue
    .validate(found.entry, { keyword: 'a', depth: 900, device: 'x' })
    .map(({ message }) => message)
  expect(messages).toEqual([
    "Invalid Field: 'device'. It must be one of: desktop, mobile.",
    "Invalid Field: 'depth'. It must be a whole number from 1 to 200.",
    "Invalid Field: 'language_code'. One of language_code, language_name is required.",
    "Invalid Field: 'location_code'. One of location_code, location_name, location_coordinate is required.",
  ])
})

test('at most ten faults are returned', () => {
  const keywords = Array.from({ length: 1_000 }, () => 7)
  expect(codes('/v3/keywords_data/google_ads/search_volume/live', { keywords })).toHaveLength(10)
})

test('a schema that refers to itself is checked at every level', () => {
  const text = `openapi: 3.1.0
paths:
  /v3/tree/grow/live:
    post:
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Node' } } } }
components:
  schemas:
    Node:
      type: object
      required: [name]
      properties:
        name: { type: string }
        child: { $ref: '#/components/schemas/Node' }
`
  const prices = "version: '1'\nvalid_from: 2026-01-01\ndefault: { per_request: 0.01 }\nfunctions: {}\n"
  const tree = openCatalogue(writeProvider({ 'weather.yaml': text, 'prices.yaml': prices }))
  const entry = tree.find('POST', '/v3/tree/grow/live')?.entry
  if (!entry) throw new Error('not found')
  expect(tree.validate(entry, { name: 'a', child: { name: 'b', child: { name: 'c' } } })).toEqual([])
  expect(tree.validate(entry, { name: 'a', child: { name: 'b', child: { name: 7 } } })).toMatchObject([
    { field: 'child.child.name', message: expect.stringContaining('It must be a text.') },
  ])
  expect(tree.validate(entry, { name: 7 })).toHaveLength(1)
})
