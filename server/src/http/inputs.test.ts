import { droppableId } from '@portico/contract/form-fields.ts'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { allEndpoints } from '#testing/http/endpoints.ts'

interface Def {
  type: string
  checks?: { _zod: { def: { check: string; abort?: boolean; format?: string } } }[]
  check?: string
  format?: string
  shape?: Record<string, Schema>
  catchall?: Schema
  options?: Schema[]
  [part: string]: unknown
}
interface Schema {
  _zod: { def: Def }
}

/** Types that hold only what the contract itself lists. */
const CLOSED = ['enum', 'literal', 'boolean', 'null']
const FIXED_FORMATS = ['uuid']

/** Paths in a schema that allow text, numbers or lists without a bound. */
function openEnds({ _zod: { def } }: Schema, way: string): string[] {
  const checks = (def.checks ?? []).map((one) => one._zod.def)
  const has = (...names: string[]) => names.every((name) => checks.some(({ check }) => check === name))
  const inner = ['innerType', 'element', 'keyType', 'valueType'].flatMap((part) =>
    def[part] ? openEnds(def[part] as Schema, `${way}.${part}`) : [],
  )
  switch (def.type) {
    case 'string': {
      const is_fixed = FIXED_FORMATS.includes(def.format ?? '')
      const is_bounded = checks[0]?.check === 'max_length' && checks[0].abort === true
      return is_fixed || is_bounded ? [] : [`${way}: text that is read before its length is checked`]
    }
    case 'number':
      return has('greater_than', 'less_than') ? [] : [`${way}: a number without bounds`]
    case 'array':
      return [...(has('max_length') ? [] : [`${way}: a list without an end`]), ...inner]
    case 'object':
      return [
        ...(def.catchall?._zod.def.type === 'never' ? [] : [`${way}: fields it does not know`]),
        ...Object.entries(def.shape ?? {}).flatMap(([name, part]) => openEnds(part, `${way}.${name}`)),
      ]
    case 'union':
      return (def.options ?? []).flatMap((option) => openEnds(option, way))
    case 'optional':
    case 'nullable':
    case 'default':
    case 'record':
      return inner
    case 'pipe':
      // Any input becomes a number, or nothing.
      return isDroppable(def) ? [] : openEnds(def.in as Schema, way)
    default:
      return CLOSED.includes(def.type) ? [] : [`${way}: ${def.type}`]
  }
}

function isDroppable(def: Def): boolean {
  const [from, to] = [def.in, def.out].map((part) => (part as Schema)._zod.def)
  return (
    from?.type === 'unknown' && to?.transform === (droppableId._zod.def.out as unknown as Schema)._zod.def.transform
  )
}

test('SEC-L3 SEC-H1 no endpoint accepts text, a number or a list without a bound', async () => {
  const endpoints = await allEndpoints()
  expect(endpoints.length).toBeGreaterThan(100)
  expect(endpoints.flatMap(({ path, input }) => openEnds(input as unknown as Schema, path))).toEqual([])
})

test.each([
  ['text', z.strictObject({ a: z.string() })],
  ['text trimmed before it is measured', z.strictObject({ a: z.string().check(z.trim(), z.maxLength(5)) })],
  ['text that goes on after its bound', z.strictObject({ a: z.string().check(z.maxLength(5), z.regex(/x/)) })],
  ['a number', z.strictObject({ a: z.optional(z.int()) })],
  ['a number with one end', z.strictObject({ a: z.nullable(z.coerce.number().check(z.gte(0))) })],
  ['a list', z.strictObject({ a: z.array(z.boolean()) })],
  ['anything', z.strictObject({ a: z.unknown() })],
  ['unknown fields', z.object({})],
])('SEC-L3 an endpoint that accepts %s without a bound would be reported', (_what, schema) => {
  expect(openEnds(schema as unknown as Schema, 'x')).toHaveLength(1)
})
