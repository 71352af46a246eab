import type { FieldSchema } from '@portico/contract/catalogue.ts'
import type { Task } from './read-request.ts'

/** The fields of a query, in the types their document gives them; what does not fit stays a text and is refused as one. */
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
