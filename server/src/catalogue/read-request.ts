import type { FieldSchema } from '@portico/contract/catalogue.ts'
import { mergeSchemas } from '@portico/contract/merge-schemas.ts'
import { type SchemaPart, taskSchema } from './ajv-check.ts'
import { readSchema } from './read-schema.ts'
import { styleOf } from './read-style.ts'
import { sampleOf } from './sample-request.ts'
import { child, children, follow, isObject, items, type Library, type YamlNode } from './yaml-node.ts'

export interface Request {
  schema: FieldSchema
  /** Schemas by path parameter. */
  path_params: Record<string, FieldSchema>
  sample: Record<string, unknown>
  /** The complete schemas of its parts. */
  parts: SchemaPart[]
  /** Null: the body is not a list. */
  list: { most: number | undefined } | null
}

/** Reads the schema of one task: an item if the body is a list, else the body, or the query's parameters. */
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

/** Parameters of an operation follow those of its path and override them. */
export function parametersIn(library: Library, lists: YamlNode[], where: 'path' | 'query' | 'header') {
  const parameters = lists.flatMap(items).map((one) => follow(library, one))
  return parameters.flatMap((node) => {
    if (!isObject(node.value) || node.value.in !== where || typeof node.value.name !== 'string') return []
    const { name, description, required } = node.value
    const schema = readSchema(library, child(node, 'schema'))
    const described = typeof description === 'string' ? mergeSchemas(schema, { description }) : schema
    return [{ name, schema: described, required: required === true, node }]
  })
}

export function queryParts(library: Library, lists: YamlNode[]): SchemaPart[] {
  return parametersIn(library, lists, 'query').flatMap((one) =>
    hasVendorForm(one) ? [] : [{ field: one.name, schema: child(one.node, 'schema') }],
  )
}

/**
 * OpenAPI does not define how a map or a list of objects is written in a query, so vendors have forms of their own, such as `Tag.1.Key=a`
 * or JSON: they pass as they are.
 */
function hasVendorForm({ schema, node }: { schema: FieldSchema; node: YamlNode }): boolean {
  const { style, explode } = styleOf(node)
  if (schema.type === 'array') return isObjectLike(schema.items ?? {}) || schema.items?.type === 'array'
  if (!isObjectLike(schema) || style === 'deepObject') return false
  return style !== 'form' || !explode || Object.keys(schema.properties ?? {}).length === 0
}

function isObjectLike({ type, properties }: FieldSchema): boolean {
  return type === 'object' || properties !== undefined
}

export function queryOf(library: Library, lists: YamlNode[]): FieldSchema {
  const fields = parametersIn(library, lists, 'query')
  if (fields.length === 0) return {}
  const required = fields.filter((field) => field.required && !hasVendorForm(field)).map(({ name }) => name)
  const checked = (field: (typeof fields)[number]) =>
    hasVendorForm(field) ? { description: field.schema.description ?? '' } : field.schema
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field.name, checked(field)])),
    ...(required.length > 0 && { required }),
  }
}

export function exampleOf(library: Library, json: YamlNode): unknown {
  const named = children(child(json, 'examples'))[0]?.[1]
  return named ? child(follow(library, named), 'value').value : child(json, 'example').value
}
