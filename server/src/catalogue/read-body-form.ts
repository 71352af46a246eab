import type { FieldSchema } from '@portico/contract/catalogue.ts'
import type { BodyForm } from '@portico/contract/plain-form.ts'
import { exampleOf } from './read-request.ts'
import { readSchema } from './read-schema.ts'
import { styleOf } from './read-style.ts'
import { sampleOf } from './sample-request.ts'
import { child, isObject, type Library, type YamlNode } from './yaml-node.ts'

/** The fields of a body that is no JSON: a form draws them, and the source checks them. */
export interface BodyFields {
  form: BodyForm
  schema: FieldSchema
  sample: Record<string, unknown>
}

const MULTIPART = 'multipart/form-data'
const URLENCODED = 'application/x-www-form-urlencoded'
const TEXT_TYPE = /^text\/|[/+](xml|yaml|javascript|graphql|x-ndjson|jsonl)$/

/** Reads the fields of a body of forms or files; a body of any other type is one field, a text or a file. */
export function readBodyForm(library: Library, content: readonly [string, YamlNode][]): BodyFields | null {
  const typed = content.map(([type, node]) => ({ type: type.split(';')[0]?.trim().toLowerCase() ?? '', node }))
  const media = typed.find(({ type }) => type === MULTIPART) ?? typed.find(({ type }) => type === URLENCODED)
  if (!media) return rawBody(typed.map(({ type }) => type))
  const { type, node } = media
  const read = readSchema(library, child(node, 'schema'))
  const properties = Object.entries(read.properties ?? {})
  const schema: FieldSchema = {
    ...read,
    type: 'object',
    properties: Object.fromEntries(properties.map(([name, field]) => [name, withFile(field, node, name)])),
  }
  const encoding = child(node, 'encoding')
  const example = exampleOf(library, node)
  return {
    form: {
      type,
      types: [type],
      fields: properties.map(([name]) => ({ name, ...styleOf(child(encoding, name)) })),
      files: Object.entries(schema.properties ?? {}).flatMap(([name, field]) => (isFile(field) ? [name] : [])),
    },
    schema,
    sample: withoutFiles(schema, sampleOf(schema, isObject(example) ? example : undefined)),
  }
}

function rawBody(types: readonly string[]): BodyFields | null {
  const type = types.find((one) => !one.includes('*')) ?? (types.length > 0 ? 'application/octet-stream' : undefined)
  if (type === undefined) return null
  const is_text = TEXT_TYPE.test(type)
  const field: FieldSchema = { type: 'string', ...(is_text ? { maxLength: 100_000 } : { format: 'binary' }) }
  return {
    form: { type, types: [...types], fields: [], files: is_text ? [] : ['body'] },
    schema: { type: 'object', properties: { body: field } },
    sample: {},
  }
}

/** A part of another type than text is a file, also where its schema is empty (OpenAPI 3.1). */
function withFile(field: FieldSchema, media: YamlNode, name: string): FieldSchema {
  const type = child(child(child(media, 'encoding'), name), 'contentType').value
  const is_file = typeof type === 'string' && !/json|^text\//.test(type) && field.type !== 'object'
  if (is_file && field.type !== 'array' && !isFile(field)) return { ...field, type: 'string', format: 'binary' }
  return field
}

function isFile({ type, format, items }: FieldSchema): boolean {
  return type === 'array' ? items !== undefined && isFile(items) : format === 'binary'
}

/** An example holds no file. */
function withoutFiles({ properties = {} }: FieldSchema, sample: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(sample).filter(([name]) => !isFile(properties[name] ?? {})))
}
