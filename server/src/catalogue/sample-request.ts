import type { FieldSchema, FormGroup } from '@portico/contract/catalogue.ts'
import { mergeSchemas } from '@portico/contract/merge-schemas.ts'
import { isObject } from './yaml-node.ts'

/** A valid request: the document's example, else one made of the required fields. */
export function sampleOf(schema: FieldSchema, example: unknown): Record<string, unknown> {
  if (isObject(example)) return example
  const made = madeValue(schema)
  return isObject(made) ? made : {}
}

/** An answer made from its schema: every field, and three items per list. */
export function madeAnswer(schema: FieldSchema, depth = 8): unknown {
  if (depth === 0) return null
  const form = schema.allOf?.[0]?.anyOf[0]
  if (form && !schema.type && !schema.properties) return madeAnswer(form, depth - 1)
  const given = schema.examples?.[0] ?? schema.default ?? schema.enum?.[0]
  if (given !== undefined) return given
  if (schema.type === 'array') {
    const length = Math.min(Math.max(schema.minItems ?? 3, 3), schema.maxItems ?? 3)
    return Array.from({ length }, () => madeAnswer(schema.items ?? {}, depth - 1))
  }
  if (schema.properties)
    return Object.fromEntries(
      Object.entries(schema.properties).map(([name, field]) => [name, madeAnswer(field, depth - 1)]),
    )
  if (schema.format === 'date-time') return '2026-01-31T12:00:00Z'
  if (schema.format === 'date') return '2026-01-31'
  return madeValue(schema)
}

function madeValue(described: FieldSchema): unknown {
  const schema = withFirstForms(described)
  const given = schema.examples?.[0] ?? schema.default ?? schema.enum?.[0]
  if (given !== undefined) return given
  switch (schema.type) {
    case 'string':
      if (schema.format === 'date') return '2026-01-31'
      if (schema.format === 'uri') return 'https://example.com/'
      return 'example'.padEnd(schema.minLength ?? 0, ' example').slice(0, schema.maxLength)
    case 'integer':
    case 'number':
      return schema.minimum ?? Math.min(1, schema.maximum ?? 1)
    case 'boolean':
      return false
    case 'array':
      return Array.from({ length: schema.minItems ?? 0 }, () => madeValue(schema.items ?? {}))
    default:
      return objectOf(schema)
  }
}

/** Of several forms the first is used. */
function withFirstForms({ allOf = [], ...schema }: FieldSchema): FieldSchema {
  return allOf.reduce<FieldSchema>((all, group) => mergeSchemas(all, firstForm(group)), schema)
}

function firstForm({ anyOf, discriminator }: FormGroup): FieldSchema {
  const form = withFirstForms(anyOf[0] ?? {})
  const value = discriminator?.values[0]
  if (!discriminator || typeof value !== 'string') return form
  return mergeSchemas(form, { properties: { [discriminator.field]: { examples: [value] } } })
}

function objectOf({ properties = {}, required = [] }: FieldSchema): Record<string, unknown> {
  const field = (name: string) => (Object.hasOwn(properties, name) ? properties[name] : undefined)
  return Object.fromEntries(required.map((name) => [name, madeValue(field(name) ?? {})]))
}
