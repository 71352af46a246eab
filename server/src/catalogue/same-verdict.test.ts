import { type FieldSchema, type FormGroup, fieldSchema } from '@portico/contract/catalogue.ts'
import { checkTask } from '@portico/contract/check-task.ts'
import { plainTypes } from '@portico/contract/plain-types.ts'
import { Ajv2019 } from 'ajv/dist/2019.js'
import addFormats from 'ajv-formats'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compileCheck, type Fault } from './compile-check.ts'
import type { Entry } from './entry.ts'
import { withNeededTexts } from './needed-texts.ts'
import { validate } from './validate.ts'

/**
 * Page and gateway must give the same verdict on a task, which is that of JSON Schema. Left out here, because both are stricter on
 * purpose: whole numbers that would be rounded, and addresses that no browser could open.
 */
const ajv = new Ajv2019({ strict: false, allErrors: false, unicodeRegExp: true, validateFormats: true })
addFormats.default(ajv, ['date'])

const name = fc.constantFrom('a', 'b', 'c', 'url')
const text = fc.oneof(
  fc.constantFrom('', 'x', 'abc', '2026-01-31', '2026-02-31', '12', '-3.5', 'true', '😀', '😀😀', 'de'),
  fc.string({ maxLength: 5 }),
)
const number = fc.oneof(fc.integer({ min: -5, max: 12 }), fc.constantFrom(0.5, -0.1))
const scalar = fc.oneof(text, number, fc.boolean(), fc.constant(null))
const rarely = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: undefined, freq: 1 })
const bound = (min: number, max: number) => rarely(fc.integer({ min, max }))

type Ties = { schema: FieldSchema; object: FieldSchema; group: FormGroup; form: FieldSchema }

const { schema } = fc.letrec<Ties>((tie) => ({
  schema: fc.oneof(
    { depthSize: 'small' },
    fc.record({ type: fc.constant('string' as const), minLength: bound(0, 1), maxLength: bound(3, 5) }),
    fc.constantFrom<FieldSchema>(
      { type: 'string', pattern: '^[a-z]+$' },
      { type: 'string', format: 'date' },
      { type: 'string', enum: ['abc', 'de'] },
      { type: 'boolean' },
      { enum: [1, 'x', true] },
      {},
    ),
    fc.record({
      type: fc.constantFrom('integer' as const, 'number' as const),
      minimum: bound(-5, 0),
      maximum: bound(9, 12),
    }),
    fc.record({
      type: fc.constant('array' as const),
      items: tie('schema'),
      minItems: bound(0, 1),
      maxItems: bound(3, 4),
    }),
    tie('object'),
    fc.record({ allOf: fc.array(tie('group'), { minLength: 1, maxLength: 2 }) }),
  ),
  /** One of the forms may be null, which a document then allows for all of them. */
  group: fc.tuple(fc.array(tie('form'), { minLength: 2, maxLength: 3 }), fc.boolean(), fc.boolean()).map(
    ([forms, is_exclusive, may_be_null]): FormGroup => ({
      is_exclusive,
      anyOf: forms.map((form, at) => (may_be_null && at === 0 && form.type ? { ...form, nullable: true } : form)),
    }),
  ),
  form: fc.oneof(
    tie('schema'),
    tie('object'),
    fc.tuple(tie('object'), fc.constantFrom('card', 'bank')).map(
      ([{ properties, ...form }, kind]): FieldSchema => ({
        ...form,
        properties: { ...properties, kind: { type: 'string' as const, enum: [kind] } },
        required: [...new Set([...(form.required ?? []), 'kind'])],
      }),
    ),
  ),
  object: fc.record({
    type: fc.constant('object' as const),
    properties: fc.dictionary(name, tie('schema'), { maxKeys: 4, noNullPrototype: true }),
    required: rarely(fc.uniqueArray(name, { maxLength: 1 })),
    dependentRequired: fc.option(
      fc.dictionary(name, fc.uniqueArray(name, { minLength: 1, maxLength: 2 }), { minKeys: 1, noNullPrototype: true }),
      { nil: undefined },
    ),
    additionalProperties: rarely(fc.constant(false)),
    allOf: rarely(
      fc.array(
        fc.oneof(
          tie('group'),
          fc.record({
            is_exclusive: rarely(fc.constant(true)),
            anyOf: fc.array(fc.record({ required: fc.uniqueArray(name, { minLength: 1, maxLength: 2 }) }), {
              minLength: 1,
              maxLength: 3,
            }),
          }),
        ),
        { minLength: 1, maxLength: 2 },
      ),
    ),
  }),
}))
const objects = schema.filter((one) => one.type === 'object' && Object.keys(one.properties ?? {}).length > 0)

/** Bodies close to a schema: mostly valid, with some faults. */
function bodyFor(field: FieldSchema): fc.Arbitrary<unknown> {
  const right = ((): fc.Arbitrary<unknown> => {
    if (field.enum) return fc.constantFrom(...field.enum)
    const forms = field.allOf?.flatMap(({ anyOf }) => anyOf.filter((form) => form.type ?? form.allOf)) ?? []
    if (!field.type && forms.length > 0) return fc.oneof(...forms.map(bodyFor))
    switch (field.type) {
      case 'string':
        return text
      case 'integer':
      case 'number':
        return number
      case 'boolean':
        return fc.boolean()
      case 'array':
        return fc.array(bodyFor(field.items ?? {}), { maxLength: 4 })
      case 'object': {
        const own: Record<string, fc.Arbitrary<unknown>> = Object.fromEntries(
          Object.entries(field.properties ?? {}).map(([key, one]) => [key, bodyFor(one)]),
        )
        const more = fc.dictionary(name, scalar, { maxKeys: 2, noNullPrototype: true })
        const often = Object.keys(own).filter((_, at) => at % 2 === 0)
        const fields = fc.record(own, { requiredKeys: often, noNullPrototype: true })
        const ofForm = fc.oneof(fc.constant({}), ...forms.map(bodyFor))
        return fc.tuple(more, fields, ofForm, fc.nat(5)).map(([extra, given, form, dice]) => ({
          ...(dice === 0 && extra),
          ...(typeof form === 'object' && !Array.isArray(form) && form),
          ...given,
        }))
      }
      case undefined:
        return scalar
    }
  })()
  return fc.oneof(
    { weight: 30, arbitrary: right },
    { weight: 3, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: scalar },
  )
}

/**
 * At least one form of a group matches (`anyOf`), or exactly one (`oneOf`). `nullable` allows null beside an `enum` that
 * does not list it, as the authors of documents mean it.
 */
function asJsonSchema(field: FieldSchema): FieldSchema {
  const text = JSON.stringify(field, (_, part: unknown) => {
    if (typeof part !== 'object' || part === null) return part
    if ('nullable' in part) {
      const { nullable, ...schema } = part
      return nullable ? { anyOf: [{ type: 'null' }, schema] } : schema
    }
    if (!('is_exclusive' in part) || !('anyOf' in part)) return part
    return part.is_exclusive ? { oneOf: part.anyOf } : { anyOf: part.anyOf }
  })
  return JSON.parse(text)
}

/** Null fields are removed, as clients mean it; null items of a list are not. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, one]) => (one === null ? [] : [[key, withoutNulls(one)]])),
  )
}

test('the page, the gateway and Ajv give the same verdict on 6,000 bodies of any schema', { timeout: 120_000 }, () => {
  const seen = { right: 0, wrong: 0 }
  fc.assert(
    fc.property(
      objects.chain((one) => fc.tuple(fc.constant(one), fc.array(bodyFor(one), { minLength: 50, maxLength: 50 }))),
      ([one, bodies]) => {
        const plain: FieldSchema = JSON.parse(JSON.stringify(one))
        const check = compileCheck(plain)
        const isValid = ajv.compile(asJsonSchema(plain))
        for (const body of bodies) {
          if (typeof body !== 'object' || body === null || Array.isArray(body)) continue
          const task = { ...body }
          const typed = plainTypes(plain, task)
          const page = Object.keys(checkTask(plain, task)).length === 0
          const gateway = validate({ schema: plain, check, ajvCheck: () => [] } as unknown as Entry, typed).length === 0
          expect(page, `page and gateway on ${JSON.stringify([plain, task])}`).toBe(gateway)
          // An empty task is refused although JSON Schema may accept it.
          if (Object.keys(task).length === 0) continue
          expect(page, `page and Ajv on ${JSON.stringify([plain, task])}`).toBe(isValid(withoutNulls(typed)))
          seen[page ? 'right' : 'wrong'] += 1
        }
        ajv.removeSchema()
      },
    ),
    { numRuns: 160 },
  )
  expect(seen.right + seen.wrong).toBeGreaterThan(6_000)
  expect(Math.min(seen.right, seen.wrong), 'both verdicts are common').toBeGreaterThan(1_000)
})

const PAIR: FieldSchema = { type: 'object', properties: { a: { type: 'integer' }, b: { type: 'string' } } }
/** Every keyword of its own, at bounds that the values below reach, miss by one, and meet with other types. */
const KEYWORDS: FieldSchema[] = [
  ...(['string', 'number', 'integer', 'boolean', 'array', 'object'] as const).map((type) => ({ type })),
  ...[0, 1, 2, 3].flatMap((count): FieldSchema[] => [
    { type: 'string', minLength: count },
    { type: 'string', maxLength: count },
    { type: 'array', minItems: count },
    { type: 'array', maxItems: count },
    { type: 'number', minimum: count },
    { type: 'integer', maximum: count },
    { minLength: count, maxItems: count, minimum: count },
  ]),
  { type: 'string', pattern: '^[a-z]+$' },
  { type: 'string', format: 'date' },
  { enum: ['ab', 2, true] },
  { type: 'array', items: { type: 'integer', minimum: 1 } },
  { type: 'array', items: { type: 'array', items: { type: 'string' }, minItems: 2 } },
  { ...PAIR, required: ['a'] },
  { ...PAIR, additionalProperties: false },
  { ...PAIR, dependentRequired: { a: ['b'] } },
  { ...PAIR, allOf: [{ anyOf: [{ required: ['a'] }, { required: ['b'] }] }] },
  { ...PAIR, allOf: [{ anyOf: [{ required: ['a'] }, { required: ['b'] }], is_exclusive: true }] },
  { allOf: [{ anyOf: [{ type: 'integer' }, { type: 'string', maxLength: 1 }], is_exclusive: false }] },
  { allOf: [{ anyOf: [{ type: 'integer' }, { type: 'number', minimum: 2 }], is_exclusive: true }] },
]
const VALUES = [
  ...[
    '',
    'a',
    'ab',
    'abc',
    'abcd',
    'A',
    '😀',
    '😀😀',
    '😀😀😀',
    '😀😀😀😀',
    '2026-02-28',
    '2026-02-30',
    '2026-2-1',
    'x y',
  ],
  ...[-1, 0, 1, 1.5, 2, 3, 4, true, false],
  ...[[], [1], [0], ['a'], [1, 2], [1, 2, 3], [1, 2, 3, 4], [['a', 'b']], [['a']], [[1, 2]]],
  ...[{}, { a: 1 }, { b: 'x' }, { a: 1, b: 'x' }, { a: 'x' }, { c: 1 }, { a: 1, c: 1 }, { a: 1.5 }],
]

test.each(KEYWORDS)('the page, the gateway and Ajv give the same verdict on every value for %j', (one) => {
  const shape: FieldSchema = { type: 'object', properties: { v: one } }
  const check = compileCheck(shape)
  const isValid = ajv.compile(asJsonSchema(shape))
  const verdicts = VALUES.map((v) => {
    const typed = plainTypes(shape, { v })
    const faults = validate({ schema: shape, check, ajvCheck: () => [] } as unknown as Entry, typed)
    const page = Object.keys(checkTask(fieldSchema.parse(shape), { v })).length === 0
    return { v, page, gateway: faults.length === 0, ajv: isValid(typed) }
  })
  expect(verdicts.filter(({ page, gateway, ajv: right }) => page !== right || gateway !== right)).toEqual([])
})

test.each<[string, FieldSchema, unknown, string[]]>([
  ['a text of at least one character', { type: 'string', minLength: 1 }, ' ', ['a']],
  ['a longer one', { type: 'string', minLength: 3 }, '\t \u00a0', ['a']],
  ['a list of texts', { type: 'array', items: { type: 'string', minLength: 1 } }, ['x', ' '], ['a.1']],
  ['a text that may be empty', { type: 'string' }, ' ', []],
  ['one whose pattern takes blanks', { type: 'string', minLength: 1, pattern: '^ +$' }, ' ', []],
  ['one of a choice', { type: 'string', minLength: 1, enum: [' ', ','] }, ' ', []],
])('page and gateway give the same verdict on blanks for %s', (_, a, value, refused) => {
  const needed: FieldSchema = { type: 'object', properties: { a, b: a }, required: ['a'] }
  const one: FieldSchema = { ...needed, required: [], allOf: [{ anyOf: [{ required: ['a'] }, { required: ['c'] }] }] }
  for (const shape of [needed, one].map(withNeededTexts)) {
    expect(fieldSchema.parse(shape), 'the page gets it whole').toEqual(shape)
    const faults: Fault[] = []
    compileCheck(shape)({ a: value }, faults)
    expect(faults.map(({ field }) => field)).toEqual(refused.map((at) => at.replace('.1', '[1]')))
    expect(Object.keys(checkTask(shape, { a: value }))).toEqual(refused)
    expect(checkTask(shape, { a: value, b: value }), 'what may be left out may be blank').not.toHaveProperty('b')
  }
})
