import { randomNumbers } from '#crypto/random.ts'

/** Random schemas and values, repeatable by seed: each schema in the form of OpenAPI 3.0 or 3.1, and as JSON Schema. */
export interface Written {
  document: Record<string, unknown>
  json: Record<string, unknown>
}

export interface Chance {
  below(count: number): number
  one<T>(values: readonly T[]): T
}

export function chance(seed: number): Chance {
  const next = randomNumbers(seed)
  const below = (count: number) => Math.floor(next() * count)
  const one = <T>(values: readonly T[]): T => {
    const value = values[below(values.length)]
    if (value === undefined) throw new Error('nothing to choose from')
    return value
  }
  return { below, one }
}

const both = (schema: Record<string, unknown>): Written => ({ document: schema, json: schema })
const NAMES = ['a', 'b', 'c', 'd']
export const NODE = {
  type: 'object',
  required: ['value'],
  additionalProperties: false,
  properties: { value: { type: 'integer', multipleOf: 2 }, next: { $ref: '#/components/schemas/Node' } },
}

export function anySchema(dice: Chance, is_30: boolean, depth = 3): Written {
  const inner = () => anySchema(dice, is_30, depth - 1)
  const kinds = ['string', 'number', 'integer', 'boolean', 'enum', 'format']
  if (depth > 0) kinds.push('list', 'object', 'object', 'oneOf', 'anyOf', 'not', 'node', 'nullable', 'all')
  switch (dice.one(kinds)) {
    case 'string':
      return both(
        dice.one([
          { type: 'string', minLength: 2 },
          { type: 'string', pattern: '^[ab]+$', maxLength: 3 },
        ]),
      )
    case 'number':
      return is_30
        ? {
            document: { type: 'number', minimum: 1, exclusiveMinimum: true, maximum: 9 },
            json: { type: 'number', exclusiveMinimum: 1, maximum: 9 },
          }
        : both({ type: 'number', exclusiveMinimum: 1, exclusiveMaximum: 9 })
    case 'integer':
      return both(
        dice.one([
          { type: 'integer', multipleOf: 3 },
          { type: 'integer', minimum: 0, maximum: 5 },
        ]),
      )
    case 'boolean':
      return both({ type: 'boolean' })
    case 'enum':
      return both({ enum: ['a', 1, true] })
    case 'format':
      return both({ type: 'string', format: dice.one(['email', 'ipv4', 'uuid', 'date', 'date-time']) })
    case 'list': {
      const items = inner()
      const more = { type: 'array', maxItems: 3, ...(dice.below(2) === 0 && { uniqueItems: true }) }
      return { document: { ...more, items: items.document }, json: { ...more, items: items.json } }
    }
    case 'object':
      return anyObject(dice, inner)
    case 'all':
      return joined('allOf', [anyObject(dice, inner, true), anyObject(dice, inner, true)])
    case 'oneOf':
      return joined('oneOf', [inner(), inner()])
    case 'anyOf':
      return joined('anyOf', [inner(), inner()])
    case 'not':
      return both({ not: { type: dice.one(['string', 'integer', 'array']) } })
    case 'node':
      return { document: { $ref: '#/components/schemas/Node' }, json: { $ref: '#/components/schemas/Node' } }
    default: {
      const { document, json } = inner()
      return is_30 && document.$ref === undefined
        ? { document: { ...document, nullable: true }, json: { anyOf: [{ type: 'null' }, json] } }
        : joined('anyOf', [both({ type: 'null' }), { document, json }])
    }
  }
}

export function anyObject(dice: Chance, inner: () => Written, is_open = false): Written {
  const fields = NAMES.slice(0, 1 + dice.below(3)).map((name) => [name, inner()] as const)
  const required = fields.filter(() => dice.below(3) === 0).map(([name]) => name)
  const extra = dice.one(
    is_open ? [{}] : [{}, { additionalProperties: false }, { additionalProperties: { type: 'integer' } }],
  )
  const more = {
    type: 'object',
    ...(required.length > 0 && { required }),
    ...extra,
    ...(dice.below(4) === 0 && { maxProperties: 2 }),
  }
  const of = (form: 'document' | 'json') => ({
    ...more,
    properties: Object.fromEntries(fields.map(([name, schema]) => [name, schema[form]])),
  })
  return { document: of('document'), json: of('json') }
}

function joined(keyword: string, parts: Written[]): Written {
  return {
    document: { [keyword]: parts.map(({ document }) => document) },
    json: { [keyword]: parts.map(({ json }) => json) },
  }
}

const SCALARS: unknown[] = [
  'a',
  'ab',
  'abab',
  '',
  'x@example.com',
  '10.0.0.1',
  '2026-02-28',
  '2026-02-30',
  1,
  2,
  3,
  0,
  9,
]
const MORE: unknown[] = [1.5, -3, true, false, '2026-02-28T10:00:00Z', '0b6a1d9e-3c1f-4a8e-9a77-0123456789ab', 'zzz']

const VALID: Record<string, unknown[]> = {
  email: ['x@example.com'],
  ipv4: ['10.0.0.1'],
  uuid: ['0b6a1d9e-3c1f-4a8e-9a77-0123456789ab'],
  date: ['2026-02-28'],
  'date-time': ['2026-02-28T10:00:00Z'],
  pattern: ['a', 'ab'],
  string: ['ab'],
  number: [2, 3],
  integer: [0, 3],
  boolean: [true, false],
}

/** A value that often matches the schema, and often does not. */
export function anyValue(dice: Chance, schema: unknown, depth = 4): unknown {
  const keywords: Record<string, unknown> = typeof schema === 'object' && schema !== null ? { ...schema } : {}
  if (depth > 0 && dice.below(20) > 0) {
    for (const keyword of ['oneOf', 'anyOf', 'allOf']) {
      const forms = keywords[keyword]
      if (Array.isArray(forms)) return anyValue(dice, dice.one(forms), depth)
    }
    if (keywords.$ref) return anyValue(dice, NODE, depth - 1)
    if (keywords.type === 'array')
      return Array.from({ length: dice.below(4) }, () => anyValue(dice, keywords.items, depth - 1))
    if (keywords.properties) {
      const fields = Object.entries(keywords.properties).filter(() => dice.below(5) > 0)
      const extra = dice.below(12) === 0 ? [['z', dice.one(SCALARS)]] : []
      return Object.fromEntries([...fields.map(([name, one]) => [name, anyValue(dice, one, depth - 1)]), ...extra])
    }
    if (Array.isArray(keywords.enum)) return dice.one(keywords.enum)
  }
  if (depth > 0 && dice.below(30) === 0) return [dice.one(SCALARS), null]
  const fitting = VALID[String(keywords.format ?? (keywords.pattern ? 'pattern' : keywords.type))]
  if (fitting && dice.below(4) > 0) return dice.one(fitting)
  return dice.one(dice.below(10) === 0 ? [null, {}] : [...SCALARS, ...MORE])
}
