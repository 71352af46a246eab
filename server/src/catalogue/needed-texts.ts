import type { FieldSchema } from '@portico/contract/catalogue.ts'

/**
 * Marks text fields (or lists of texts) that blanks do not fill: they are required, alone or as one of several, and have at least
 * one character by their document. A field with a pattern or enum is not marked.
 */
export function withNeededTexts(schema: FieldSchema): FieldSchema {
  const { properties, required = [], allOf = [] } = schema
  if (!properties) return schema
  const needed = [...required, ...allOf.flatMap(({ anyOf }) => anyOf.flatMap((form) => form.required ?? []))]
  const marked = [...new Set(needed)].flatMap((name) => {
    const field = Object.hasOwn(properties, name) ? properties[name] : undefined
    const with_mark = field && markedField(field)
    return with_mark ? [[name, with_mark] as const] : []
  })
  return marked.length === 0 ? schema : { ...schema, properties: { ...properties, ...Object.fromEntries(marked) } }
}

function markedField(field: FieldSchema): FieldSchema | undefined {
  if (field.type === 'array') {
    const items = field.items && markedField(field.items)
    return items && { ...field, items }
  }
  const { type, minLength = 0, pattern, enum: choice } = field
  const is_text = type === 'string' && minLength > 0 && pattern === undefined && choice === undefined
  return is_text ? { ...field, has_words: true } : undefined
}
