import type { FieldSchema } from '@portico/contract/catalogue.ts'
import type { QueryField } from '@portico/contract/plain-form.ts'

const SEPARATORS = { form: ',', spaceDelimited: ' ', pipeDelimited: '|', deepObject: ',' } as const

/** Reads a query with the styles and types of its document. A value that does not fit stays text, which validation refuses. */
export function readPlainQuery(
  search: string,
  declared: readonly QueryField[],
  { properties = {} }: FieldSchema,
): Record<string, unknown> {
  const given = new Map<string, string[]>()
  for (const [name, value] of new URLSearchParams(search)) given.set(name, [...(given.get(name) ?? []), value])
  const fields: [string, unknown][] = []
  for (const field of declared) {
    const schema = Object.hasOwn(properties, field.name) ? (properties[field.name] ?? {}) : {}
    if (isObjectField(schema, field)) {
      const inner = takeObject(given, field, schema)
      if (inner) fields.push([field.name, inner])
      continue
    }
    const values = given.get(field.name)
    if (!values) continue
    given.delete(field.name)
    fields.push([field.name, schema.type === 'array' ? readList(values, field, schema) : readOne(values, schema)])
  }
  // Undeclared fields are passed on unchanged.
  for (const [name, values] of given) fields.push([name, values.length === 1 ? values[0] : values])
  return Object.fromEntries(fields)
}

function isObjectField(schema: FieldSchema, { style, explode }: QueryField): boolean {
  return schema.type === 'object' && (style === 'deepObject' || (style === 'form' && explode))
}

/** `filter[from]=…` by its prefix, and an exploded object by the names of its fields. */
function takeObject(given: Map<string, string[]>, { name, style }: QueryField, { properties = {} }: FieldSchema) {
  const prefix = style === 'deepObject' ? `${name}[` : ''
  const found = [...given].filter(([key]) =>
    prefix ? key.startsWith(prefix) && key.endsWith(']') : Object.hasOwn(properties, key),
  )
  if (found.length === 0) return undefined
  const entries = found.map(([key, values]) => {
    given.delete(key)
    const inner = prefix ? key.slice(prefix.length, -1) : key
    return [inner, readOne(values, (Object.hasOwn(properties, inner) && properties[inner]) || {})]
  })
  return Object.fromEntries(entries)
}

/** Numbers and booleans contain no commas, so their lists are read in both notations. */
function readList(values: string[], { style, explode }: QueryField, { items = {} }: FieldSchema): unknown[] {
  const is_unmistakable = items.type !== undefined && items.type !== 'string' && values.length === 1
  const is_split = !explode || (is_unmistakable && style === 'form')
  const texts = is_split ? values.flatMap((text) => (text === '' ? [] : text.split(SEPARATORS[style]))) : values
  return texts.map((text) => typed(text, items))
}

/** A value that is given twice stays a list, which validation refuses. */
function readOne(values: string[], schema: FieldSchema): unknown {
  return values.length === 1 ? typed(values[0] ?? '', schema) : values
}

function typed(text: string, { type }: FieldSchema): unknown {
  if (type === 'integer' || type === 'number')
    return /^-?\d{1,15}(\.\d{1,15})?([eE][+-]?\d{1,3})?$/.test(text) ? Number(text) : text
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text
  return text
}
