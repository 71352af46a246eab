import type { FieldSchema } from '@portico/contract/catalogue.ts'
import { mergeSchemas } from '@portico/contract/merge-schemas.ts'
import { type SchemaPart, taskSchema } from './ajv-check.ts'
import { readSchema } from './read-schema.ts'
import { sampleOf } from './sample-request.ts'
import { child, children, follow, isObject, items, type Library, type YamlNode } from './yaml-node.ts'

export interface Request {
  schema: FieldSchema
  /** By the name of each parameter in the path. */
  path_params: Record<string, FieldSchema>
  sample: Record<string, unknown>
  /** What its document says of each part of it, in full. */
  parts: SchemaPart[]
  /** Null: the body is no list. */
  list: { most: number | undefined } | null
}

/** What one task may hold: an item of the body when it is a list, the body itself, or the query's parameters. */
export function readRequest(library: Library, operation: YamlNode, path_item: YamlNode): Request {
  const content = child(follow(library, child(operation, 'requestBody')), 'content')
  const json = children(content).find(([type]) => /^application\/([\w.-]+\+)?json\b/.test(type))?.[1]
  const parameters = [child(path_item, 'parameters'), child(operation, 'parameters')]
  const path_params = Object.fromEntries(
    parametersIn(library, parameters, 'path').map(({ name, schema }) => [name, schema]),
  )
  if (!json) {
    const schema = queryOf(library, parameters)
    return {
      schema,
      path_params,
      sample: sampleOf(schema, undefined),
      parts: queryParts(library, parameters),
      list: null,
    }
  }
  const body = readSchema(library, child(json, 'schema'))
  const example = exampleOf(library, json)
  const schema = body.type === 'array' ? (body.items ?? {}) : body
  return {
    schema,
    path_params,
    parts: [{ without: [], schema: taskSchema(library, child(json, 'schema'), body.type === 'array') }],
    sample: sampleOf(schema, Array.isArray(example) ? example[0] : example),
    list: body.type === 'array' ? { most: body.maxItems } : null,
  }
}

/** Those of an operation come after those of its path, and go before them. */
export function parametersIn(library: Library, lists: YamlNode[], where: 'path' | 'query' | 'header') {
  const parameters = lists.flatMap(items).map((one) => follow(library, one))
  return parameters.flatMap((node) => {
    if (!isObject(node.value) || node.value.in !== where || typeof node.value.name !== 'string') return []
    const { name, description, required } = node.value
    const schema = readSchema(library, child(node, 'schema'))
    const described = typeof description === 'string' ? mergeSchemas(schema, { description }) : schema
    return [{ name, schema: described, required: required === true, place: node }]
  })
}

export function queryParts(library: Library, lists: YamlNode[]): SchemaPart[] {
  return parametersIn(library, lists, 'query').map(({ name, place: node }) => ({
    field: name,
    schema: child(node, 'schema'),
  }))
}

export function queryOf(library: Library, lists: YamlNode[]): FieldSchema {
  const fields = parametersIn(library, lists, 'query')
  if (fields.length === 0) return {}
  const required = fields.filter((field) => field.required).map(({ name }) => name)
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map(({ name, schema }) => [name, schema])),
    ...(required.length > 0 && { required }),
  }
}

export function exampleOf(library: Library, json: YamlNode): unknown {
  const named = children(child(json, 'examples'))[0]?.[1]
  return named ? child(follow(library, named), 'value').value : child(json, 'example').value
}
