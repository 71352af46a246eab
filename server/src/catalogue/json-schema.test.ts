import { CODE } from '@portico/contract/codes.ts'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { dropProviders, writeProvider } from '#testing/catalogue/provider.ts'
import { anyObject, anySchema, anyValue, chance, NODE, type Written } from '#testing/catalogue/schemas.ts'
import { openCatalogue } from './index.ts'

afterAll(dropProviders)

const PRICES = "version: '1'\nvalid_from: 2026-01-01\ndefault: { per_request: 0.001 }\nfunctions: {}\n"
const SCHEMAS = 25
const VALUES = 200
vi.setConfig({ testTimeout: 120_000 })

function catalogueOf(version: string, schemas: Record<string, unknown>[]) {
  const paths = schemas.map((schema, at) => [
    `/v3/fuzz/s${at}/live`,
    { post: { requestBody: { content: { 'application/json': { schema: { type: 'array', items: schema } } } } } },
  ])
  const document = { openapi: version, paths: Object.fromEntries(paths), components: { schemas: { Node: NODE } } }
  const catalogue = openCatalogue(writeProvider({ 'weather.yaml': JSON.stringify(document), 'prices.yaml': PRICES }))
  return (at: number, task: unknown) => {
    const entry = catalogue.find('POST', `/v3/fuzz/s${at}/live`)?.entry
    if (!entry) throw new Error('not found')
    return catalogue.validate(entry, task)
  }
}

/** Plain Ajv on the schema as JSON Schema. */
const ajv = new Ajv2020({ strict: false })
addFormats.default(ajv)
const oracleOf = (schema: Record<string, unknown>) =>
  ajv.compile({ ...schema, components: { schemas: { Node: NODE } } })

/** Null fields are removed, because clients send them for omitted fields. */
function leftOut(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(leftOut)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) => (one === null ? [] : [[name, leftOut(one)]])),
  )
}

test.each(['3.0.3', '3.1.0'])(
  'each of 5,000 bodies gets the verdict of Ajv, in a document of OpenAPI %s',
  (version) => {
    const dice = chance(version === '3.0.3' ? 30 : 31)
    const is_30 = version === '3.0.3'
    const schemas: Written[] = Array.from({ length: SCHEMAS }, () => anyObject(dice, () => anySchema(dice, is_30)))
    const verdictOf = catalogueOf(
      version,
      schemas.map(({ document }) => document),
    )
    const counts = { good: 0, bad: 0 }
    const wrong: unknown[] = []
    for (const [at, { json, document }] of schemas.entries()) {
      const oracle = oracleOf(json)
      for (let tried = 0; tried < VALUES; ) {
        const value = anyValue(dice, json)
        // An empty body, and one that is no object, is refused before any schema is checked.
        if (typeof value !== 'object' || value === null || Array.isArray(value) || Object.keys(value).length === 0)
          continue
        tried += 1
        const is_good = oracle(leftOut(value))
        counts[is_good ? 'good' : 'bad'] += 1
        const faults = verdictOf(at, value)
        const is_answered = faults.every(
          ({ code, message }) => (code === CODE.invalidField || code === CODE.unknownFields) && message.length > 10,
        )
        if ((faults.length === 0) !== is_good || !is_answered) wrong.push({ document, value, is_good, faults })
      }
    }
    expect(wrong).toEqual([])
    expect(counts.good).toBeGreaterThan(1_000)
    expect(counts.bad).toBeGreaterThan(1_500)
  },
)

describe('a violation of other keywords than types and bounds is refused with its field and a reason', () => {
  const object = (properties: Record<string, unknown>) => ({ type: 'object', properties })
  test.each<[Record<string, unknown>, unknown, string, RegExp]>([
    [object({ a: { type: 'integer', multipleOf: 5 } }), { a: 7 }, 'a', /multiple of 5/],
    [object({ a: { type: 'number', exclusiveMinimum: 0 } }), { a: 0 }, 'a', /greater than 0/],
    [object({ a: { type: 'array', uniqueItems: true } }), { a: [1, 1] }, 'a', /differ/],
    [object({ a: { type: 'string', format: 'ipv6' } }), { a: '::zz' }, 'a', /format ipv6, like 2001:db8::1\.$/],
    [
      object({ a: { type: 'string', format: 'uri' } }),
      { a: 'https://münchen.example/' },
      'a',
      /like https:.*%C3%BC.*xn--/,
    ],
    [object({ a: { oneOf: [{ type: 'integer' }, { minimum: 3 }] } }), { a: 4 }, 'a', /exactly one/],
    [object({ a: { not: { const: 1 } } }), { a: 1 }, 'a', /not allowed/],
    [
      object({ a: object({ b: { $ref: '#/components/schemas/Node' } }) }),
      { a: { b: { value: 3 } } },
      'a.b.value',
      /multiple of 2/,
    ],
    [
      object({ a: { $ref: '#/components/schemas/Node' } }),
      { a: { value: 2, next: { value: 2, next: {} } } },
      'a.next.next.value',
      /required/,
    ],
    [{ ...object({ a: {} }), additionalProperties: { type: 'integer' } }, { a: 1, z: 'x' }, 'z', /whole number/],
    [{ type: 'object', minProperties: 2 }, { a: 1 }, '', /at least 2 fields/],
  ])('%j %j', (schema, task, field, message) => {
    const [fault] = catalogueOf('3.1.0', [schema])(0, task)
    expect(fault).toMatchObject({ code: CODE.invalidField, field })
    expect(fault?.message).toMatch(message)
  })
})

test('`additionalProperties: false` in one part of allOf allows the fields of all parts', () => {
  const schema = {
    type: 'object',
    additionalProperties: false,
    allOf: [{ type: 'object', properties: { a: { type: 'integer' } } }],
    properties: { b: { type: 'integer' } },
  }
  const verdictOf = catalogueOf('3.0.3', [schema])
  expect(verdictOf(0, { a: 1, b: 2 })).toEqual([])
  expect(verdictOf(0, { a: 1, c: 2 })).toMatchObject([{ code: CODE.unknownFields, field: 'c' }])
})

test.each<[string, Record<string, unknown>, unknown[], unknown[]]>([
  ['an enum of objects and lists', { enum: [6, { foo: 12 }, [1]] }, [6, { foo: 12 }, [1]], [7, { foo: 13 }, [2]]],
  ['a constant list', { const: [1, 2] }, [[1, 2]], [[2, 1], 1]],
  [
    'a choice between such constants',
    { oneOf: [{ const: { a: 1 } }, { const: { a: 2 } }] },
    [{ a: 1 }, { a: 2 }],
    [{ a: 3 }],
  ],
  [
    'names by their pattern where others are unknown',
    { type: 'object', properties: { foo: {} }, patternProperties: { '^v': {} }, additionalProperties: false },
    [{ foo: 1, vroom: 2 }],
    [{ foo: 1, x: 2 }],
  ],
])('%s: the gateway accepts and refuses what JSON Schema does', (_, a, right, wrong) => {
  const verdictOf = catalogueOf('3.1.0', [{ type: 'object', properties: { a } }])
  for (const value of right) expect([value, verdictOf(0, { a: value })]).toEqual([value, []])
  for (const value of wrong) expect([value, verdictOf(0, { a: value }).length]).toEqual([value, 1])
})

test('a pattern is matched against short texts only, wherever it occurs', () => {
  const schema = { type: 'object', properties: { a: { oneOf: [{ type: 'string', pattern: '^(a+)+$' }] } } }
  const verdictOf = catalogueOf('3.1.0', [schema])
  expect(verdictOf(0, { a: 'aaaa' })).toEqual([])
  expect(verdictOf(0, { a: 'a'.repeat(5_000) })).toHaveLength(1)
})

describe('a wrong type behind wrappers', () => {
  const map = { type: 'object', additionalProperties: { type: 'string' } }
  const text = { type: 'string', minLength: 2 }
  const wrappers: [string, string, (schema: object) => object][] = [
    ['3.0.3', 'nullable', (schema) => ({ ...schema, nullable: true })],
    ['3.0.3', 'a nullable single oneOf', (schema) => ({ oneOf: [schema], nullable: true })],
    ['3.0.3', 'a single allOf', (schema) => ({ allOf: [schema], nullable: true })],
    ['3.1.0', 'oneOf with null', (schema) => ({ oneOf: [schema, { type: 'null' }] })],
    ['3.1.0', 'anyOf with null first', (schema) => ({ anyOf: [{ type: 'null' }, schema] })],
  ]
  const values: [object, unknown, string][] = [
    [map, ['a'], "Invalid Field: 'given'. It must be an object."],
    [text, 4, "Invalid Field: 'given'. It must be a text."],
  ]
  const rows = wrappers.flatMap(([version, title, wrap]) =>
    values.map(([schema, value, message]) => ({ version, title, wrap, schema, value, message })),
  )
  test.each(rows)(
    'C3 is named with its field: $version, $title, $message',
    ({ version, wrap, schema, value, message }) => {
      // The field alone, the task alone, and both, have the wrapper.
      const task = (given: object) => ({ type: 'object', properties: { given, tag: { type: 'string' } } })
      const verdictOf = catalogueOf(version, [
        task(wrap(schema)),
        wrap(task(schema)) as Record<string, unknown>,
        wrap(task(wrap(schema))) as Record<string, unknown>,
      ])
      for (const at of [0, 1, 2])
        expect(
          verdictOf(at, { given: value, tag: 'a' }).map((fault) => fault.message.slice(0, message.length - 1)),
        ).toEqual([message.slice(0, -1)])
    },
  )
})
