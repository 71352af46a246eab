import fc from 'fast-check'
import { expect, test } from 'vitest'
import { locationOf } from './location.ts'
import { functionAddress, namedIn } from './playground-address.ts'

const method = (id: string) => ({ id, path: id.replace(/^\S+ /, '') })
const organic = {
  id: 'serp/google/organic',
  methods: ['live/advanced', 'live/regular', 'task_post'].map((end) => method(`POST /v3/serp/google/organic/${end}`)),
}
const stations = { id: 'stations/{id}', methods: [method('GET /stations/{id}'), method('DELETE /stations/{id}')] }
const versions = {
  id: 'tiles/{y}.png',
  methods: [method('GET /v1/tiles/{y}.png/now'), method('GET /v2/tiles/{y}.png/now')],
}
const number = { id: '404', methods: [method('GET /404')] }

test.for([
  [organic, undefined, '/api-playground/serp/serp.google.organic'],
  [organic, 'POST /v3/serp/google/organic/live/advanced', '/api-playground/serp/serp.google.organic/live.advanced'],
  [organic, 'POST /v3/serp/google/organic/task_post', '/api-playground/serp/serp.google.organic/task_post'],
  [organic, 'POST /v3/of/another', '/api-playground/serp/serp.google.organic'],
  [stations, 'DELETE /stations/{id}', '/api-playground/serp/stations.%7Bid%7D/delete.stations.%7Bid%7D'],
  [versions, 'GET /v2/tiles/{y}.png/now', '/api-playground/serp/tiles.%7By%7D~.png/get.v2.tiles.%7By%7D~.png.now'],
  [number, undefined, '/api-playground/serp/~404'],
] as const)('MN-09 the address of a function is readable: %#', ([chosen, method_id, address]) => {
  expect(functionAddress('serp', chosen, method_id)).toBe(address)
})

const part = fc
  .array(fc.string({ unit: fc.constantFrom(...'ab1.~-_:{} %ü?#&'), minLength: 1, maxLength: 4 }), { maxLength: 3 })
  .map((parts) => parts.join('/'))
const sold = fc
  .record({ id: part, ends: fc.uniqueArray(part, { maxLength: 4 }), verb: fc.constantFrom('GET', 'POST') })
  .map(({ id, ends, verb }) => ({ id, methods: ends.map((end) => method(`${verb} /v3/${id}/${end}`)) }))

test('MN-09 every address leads back to the function and method it was made of, and never reads as a project', () => {
  fc.assert(
    fc.property(fc.uniqueArray(sold, { selector: ({ id }) => id, minLength: 1, maxLength: 5 }), (functions) => {
      for (const one of functions)
        for (const method_id of [undefined, ...one.methods.map(({ id }) => id)]) {
          const { path, search, hash } = locationOf(functionAddress('a b', one, method_id))
          const [, , section, ...segments] = path.split('/')
          expect([section, search, hash]).toEqual(['a%20b', '', ''])
          expect(segments).toHaveLength(method_id === undefined ? 1 : 2)
          expect(segments.at(-1)).not.toMatch(/^\d+$/)
          expect(namedIn(functions, segments.map(decodeURIComponent))).toEqual({ function: one, method_id })
        }
    }),
  )
})

test('an address without a known function leads nowhere', () => {
  expect(namedIn([organic], ['serp.google.gone', 'live'])).toEqual({ function: undefined, method_id: undefined })
  expect(namedIn([organic], ['serp.google.organic', 'gone'])).toEqual({ function: organic, method_id: undefined })
  expect(namedIn([organic], [])).toEqual({ function: undefined, method_id: undefined })
})
