import type { FieldSchema } from '@portico/contract/catalogue.ts'
import type { Task } from './read-request.ts'

/** Reads the fields of a query in the types of the document. A value that does not fit stays text, which validation refuses. */
export function readQuery({ properties = {} }: FieldSchema, query: Record<string, unknown>): Task {
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => [
      name,
      typeof value === 'string' && Object.hasOwn(properties, name) ? read(value, properties[name]) : value,
    ]),
  )
}

function read(text: string, schema: FieldSchema | undefined): unknown {
  switch (schema?.type) {
    case 'integer':
    case 'number':
      return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : text
    case 'array':
      return text.split(',')
    default:
      return text
  }
}
