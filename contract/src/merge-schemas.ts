import type { FieldSchema } from './catalogue.ts'

/**
 * Merges two schemas that both apply; the later one wins where they overlap, so that a shared field can be narrowed.
 */
export function mergeSchemas(first: FieldSchema, second: FieldSchema): FieldSchema {
  const merged: FieldSchema = { ...first, ...second }
  const required = [...new Set([...(first.required ?? []), ...(second.required ?? [])])]
  if (required.length > 0) merged.required = required
  const groups = [...(first.allOf ?? []), ...(second.allOf ?? [])]
  if (groups.length > 0) merged.allOf = groups
  if (first.dependentRequired && second.dependentRequired)
    merged.dependentRequired = { ...first.dependentRequired, ...second.dependentRequired }
  if (first.properties && second.properties) merged.properties = mergeProperties(first.properties, second.properties)
  if (first.items && second.items) merged.items = mergeSchemas(first.items, second.items)
  return merged
}

function mergeProperties(first: Record<string, FieldSchema>, second: Record<string, FieldSchema>) {
  const merged = { ...first }
  for (const [name, schema] of Object.entries(second)) {
    const known = Object.hasOwn(first, name) ? first[name] : undefined
    merged[name] = known ? mergeSchemas(known, schema) : schema
  }
  return merged
}
