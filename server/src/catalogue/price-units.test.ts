import { afterAll, describe, expect, test } from 'vitest'
import { DOCUMENT, dropProviders, writeProvider } from '#testing/catalogue/provider.ts'
import { openCatalogue, openCounter } from './index.ts'

afterAll(dropProviders)

const ANSWER = `{ type: object, additionalProperties: false, properties: { id: { type: string }, usage: { type: object, additionalProperties: false, properties: { total_tokens: { type: integer } } } } }`
const CHAT = `openapi: 3.1.0
info: { title: Chat, version: '1' }
x-portico-kind: live
paths:
  /v1/chat:
    post:
      requestBody: { content: { application/json: { schema: { type: object, properties: { max_tokens: { type: integer }, limit: { type: integer, maximum: 50 } } } } } }
      responses: { '200': { description: ok, content: { application/json: { schema: ${ANSWER} } } } }
`
const prices = (line: string) => `version: '1'
valid_from: 2026-01-01
functions:
  weather/days: { live: { per_request: 0.001 } }
  chat: ${line}
`
const open = (line: string) =>
  openCatalogue(writeProvider({ 'weather.yaml': DOCUMENT, 'chat.yaml': CHAT, 'prices.yaml': prices(line) }))
const TOKENS = 'tokens: { answer: usage.total_tokens, max: 100 }'

describe('a price that could undercharge is refused at the start', () => {
  test.each([
    [
      'a number that the answer does not have',
      `{ units: { tokens: { answer: usage.tokens, max: 9 } }, live: { per_unit: { tokens: 1 } } }`,
      'the answer of POST /v1/chat has no number usage.tokens; it has usage.total_tokens',
    ],
    [
      'a text of the answer',
      `{ units: { tokens: { answer: id, max: 9 } }, live: { per_unit: { tokens: 1 } } }`,
      'has no number id',
    ],
    [
      'a unit without a bound, with the line that mends it',
      `{ units: { tokens: { answer: usage.total_tokens } }, live: { per_unit: { tokens: 1 } } }`,
      'tokens has no bound: add units: { tokens: { max: 100000 } }, or max: 0.50 to the line',
    ],
    [
      'a bound by a field without a greatest value',
      `{ units: { tokens: { answer: usage.total_tokens, max_field: max_tokens } }, live: { per_unit: { tokens: 1 } } }`,
      'POST /v1/chat has no field max_tokens with a greatest value; add max: 100000',
    ],
    ['a unit that nothing counts', `{ live: { per_unit: { tokens: 1 } } }`, 'units does not say how it is counted'],
    [
      'a unit that is counted twice',
      `{ units: { tokens: { answer: usage.total_tokens, count: bytes, max: 9 } }, live: { per_unit: { tokens: 1 } } }`,
      'tokens needs either count or answer',
    ],
    [
      'a unit with the name of another',
      `{ units: { results: { count: bytes, max: 9 } }, live: { per_unit: { results: 1 } } }`,
      'results is counted already',
    ],
    [
      'prices by volume that do not rise',
      `{ units: { ${TOKENS} }, live: { per_unit: { tokens: [{ up_to: 9, price: 2 }, { up_to: 9, price: 1 }, { price: 1 }] } } }`,
      'the prices of tokens need an up_to that rises',
    ],
    [
      'prices by volume that end',
      `{ live: { per_request: [{ up_to: 9, price: 2 }] } }`,
      'the last one has none: { price: 0.001 }',
    ],
    ['a lowest price above the highest', `{ live: { per_request: 0.1, min: 2, max: 1 } }`, 'min is higher than max'],
    [
      'an allowance of an unknown unit',
      `{ monthly_free: { words: 9 }, live: { per_request: 1 } }`,
      'monthly_free has words',
    ],
    ['a pool without anything to share', `{ pool: a, live: { per_request: 1 } }`, 'pool needs monthly_free'],
    [
      'an unknown way to count',
      `{ units: { tokens: { count: words } }, live: { per_unit: { tokens: 1 } } }`,
      'must be bytes, request_bytes, events, seconds or milliseconds',
    ],
    ['an amount that is none', `{ live: { per_request: cheap } }`, 'must be an amount from 0 to 1000'],
  ])('%s', (_, line, message) => {
    expect(() => open(line)).toThrow(message)
  })

  test('functions of a pool with different allowances', () => {
    const text = `version: '1'
valid_from: 2026-01-01
functions:
  weather/days: { pool: a, monthly_free: { requests: 5 }, live: { per_request: 0.001 } }
  chat: { pool: a, monthly_free: { requests: 6 }, live: { per_request: 0.001 } }
`
    const provider = writeProvider({ 'weather.yaml': DOCUMENT, 'chat.yaml': CHAT, 'prices.yaml': text })
    expect(() => openCatalogue(provider)).toThrow('the functions of the pool a need the same monthly_free')
  })

  test('the time of a queued task', () => {
    const queued = DOCUMENT.replaceAll('/days/live', '/days/task_post')
    const text = `version: '1'
valid_from: 2026-01-01
functions:
  weather/days: { units: { time: { count: seconds, max: 9 } }, task: { normal: { per_unit: { time: 1 } } } }
`
    expect(() => openCatalogue(writeProvider({ 'weather.yaml': queued, 'prices.yaml': text }))).toThrow(
      'is queued, so that its seconds are not counted',
    )
  })
})

test.each([
  [`{ units: { ${TOKENS} }, live: { per_request: 0.001, per_unit: { tokens: 0.0001 } } }`, {}, 1_000 + 100 * 100],
  [`{ units: { tokens: { answer: usage.total_tokens } }, live: { per_unit: { tokens: 1 }, max: 0.25 } }`, {}, 250_000],
  [
    `{ units: { tokens: { answer: usage.total_tokens, max: 500, max_field: max_tokens } }, live: { per_unit: { tokens: 0.001 } } }`,
    { max_tokens: 20 },
    20_000,
  ],
  [`{ live: { per_request: [{ up_to: 9, price: 0.1 }, { up_to: 20, price: 0.4 }, { price: 0.2 }] } }`, {}, 400_000],
  [`{ monthly_free: { requests: 9 }, live: { per_request: 0.1, min: 0.3 } }`, {}, 300_000],
])('the most a call can cost by %s', (line, task, micros) => {
  const catalogue = open(line)
  const entry = catalogue.find('POST', '/v1/chat')?.entry
  if (!entry) throw new Error('not sold')
  expect(catalogue.price(entry, catalogue.chargeableUnits(entry, task)).max_micros).toBe(micros)
})

test('a counter counts the same, however a stream is cut into chunks', () => {
  const text = Buffer.from('data: a\r\n\r\nevent: b\ndata: ü\ndata: 2\n\n:ping\n\n\n\nid: 4\n\ndata\r\rdata: cut off')
  const measures = (['bytes', 'events'] as const).map((of) => ({
    name: of,
    of,
    answer: '',
    size: 1,
    included: 0,
    maximum: 1,
    bound: null,
  }))
  for (let size = 1; size <= text.length; size += 1) {
    const counter = openCounter(measures)
    for (let at = 0; at < text.length; at += size) counter.chunk(text.subarray(at, at + size))
    expect(counter.measured()).toEqual({ bytes: text.length, events: 3 })
  }
})

test('a number that only the events of a stream describe can be priced, one that neither form has cannot', () => {
  const schema = (name: string) =>
    `{ schema: { type: object, additionalProperties: false, properties: { usage: { type: object, additionalProperties: false, properties: { ${name}: { type: integer } } } } } }`
  const talk = `openapi: 3.1.0
info: { title: Talk, version: '1' }
x-portico-kind: live
paths: { /v1/talk: { get: { responses: { '200': { description: ok, content: { application/json: ${schema('total')}, text/event-stream: ${schema('so_far')} } } } } } }
`
  const pricedBy = (name: string) => {
    const text = `version: '1'
valid_from: 2026-01-01
functions:
  talk: { units: { tokens: { answer: usage.${name}, max: 9 } }, live: { per_unit: { tokens: 1 } } }
`
    return openCatalogue(writeProvider({ 'weather.yaml': talk, 'prices.yaml': text })).find('GET', '/v1/talk')
  }
  expect([pricedBy('total'), pricedBy('so_far')].map((found) => found?.entry.tariff?.measures?.length)).toEqual([1, 1])
  expect(() => pricedBy('words')).toThrow('has no number usage.words; it has usage.total, usage.so_far')
})
