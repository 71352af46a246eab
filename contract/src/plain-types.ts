import type { FieldSchema } from './catalogue.ts'

const PLAIN_NUMBER = /^-?(0|[1-9]\d{0,14})(\.\d{1,10})?$/

/**
 * Converts a value to the type its document gives it, where only one meaning is possible: `"2"` for a number, `2840`
 * for a text.
 */
export function plainTypes(schema: FieldSchema, value: unknown): unknown {
  switch (schema.type) {
    case 'integer':
    case 'number':
      return typeof value === 'string' && PLAIN_NUMBER.test(value) ? Number(value) : value
    case 'string':
      return typeof value === 'number' && Number.isFinite(value) ? String(value) : value
    case 'array':
      return Array.isArray(value) && schema.items ? listOf(schema.items, value) : value
    default:
      return isObject(value) && schema.properties ? objectOf(schema.properties, value) : value
  }
}

/** A list that needs no change is not copied. */
function listOf(items: FieldSchema, values: unknown[]): unknown[] {
  let changed: unknown[] | undefined
  for (const [at, value] of values.entries()) {
    const plain = plainTypes(items, value)
    if (plain === value) continue
    changed ??= [...values]
    changed[at] = plain
  }
  return changed ?? values
}

function objectOf(fields: Record<string, FieldSchema>, value: Record<string, unknown>): Record<string, unknown> {
  let changed: Record<string, unknown> | undefined
  for (const name of Object.keys(value)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    const plain = field ? plainTypes(field, value[name]) : value[name]
    if (plain === value[name]) continue
    changed ??= { ...value }
    changed[name] = plain
  }
  return changed ?? value
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Undefined for what is no JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
