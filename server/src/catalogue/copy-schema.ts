import { bound, MANY, NAMED, ONE, PLAIN } from './json-schema.ts'
import { child, children, followOnce, isObject, items, type Library, own, type YamlNode } from './yaml-node.ts'

type Copy = Record<string, unknown>

const DESCRIBING = ['title', 'description', 'default', 'example', 'deprecated', 'readOnly', 'writeOnly', 'xml'] as const
const TYPES = ['string', 'number', 'integer', 'boolean', 'array', 'object', 'null']

/** Schemas of OpenAPI 3.1, copied from documents of any 3.x; a shared schema gets one name over all documents. */
export interface SchemaCopies {
  copy(node: YamlNode): Copy | boolean
  /** The shared schemas that copies refer to. */
  named: Record<string, Copy | boolean>
}

export function copySchemas(library: Library): SchemaCopies {
  const named: SchemaCopies['named'] = {}
  const names = new Map<string, string>()

  function refer(node: YamlNode): string {
    const target = followOnce(library, node)
    const key = `${target.source.name}#${target.path.join('/')}`
    const known = names.get(key) ?? newName(String(target.path.at(-1) ?? 'schema'))
    if (!names.has(key)) {
      names.set(key, known)
      named[known] = {}
      named[known] = copy(target)
    }
    return `#/components/schemas/${known}`
  }

  function newName(written: string): string {
    const name = written.replaceAll(/[^\w.-]/g, '_')
    let unique = name
    for (let count = 2; Object.hasOwn(named, unique); count += 1) unique = `${name}_${count}`
    return unique
  }

  function copy(node: YamlNode): Copy | boolean {
    const { value } = node
    if (typeof value === 'boolean') return value
    if (!isObject(value)) return {}
    const schema: Copy = {}
    if (typeof value.$ref === 'string') schema.$ref = refer(node)
    // In 3.0 everything beside a reference is ignored.
    if (schema.$ref !== undefined && isOld(node)) return schema
    for (const key of [...PLAIN, ...DESCRIBING]) if (value[key] !== undefined) schema[key] = value[key]
    if (Array.isArray(value.examples)) schema.examples = value.examples
    for (const key of ['example', 'examples', 'default']) if (!isPlainExample(schema[key])) delete schema[key]
    for (const key of ONE) if (value[key] !== undefined) schema[key] = copy(child(node, key))
    for (const key of MANY) if (Array.isArray(value[key])) schema[key] = items(child(node, key)).map(copy)
    for (const key of NAMED)
      if (isObject(value[key]))
        schema[key] = Object.fromEntries(children(child(node, key)).map(([name, one]) => [name, copy(one)]))
    // Many programs read a reference beside other keywords wrongly; as a part of `allOf` it means the same.
    if (schema.$ref !== undefined && Object.keys(schema).length > 1) {
      schema.allOf = [{ $ref: schema.$ref }, ...(Array.isArray(schema.allOf) ? schema.allOf : [])]
      delete schema.$ref
    }
    const discriminator = discriminatorOf(child(node, 'discriminator'))
    if (discriminator) schema.discriminator = discriminator
    return nullable(value, tidy(schema))
  }

  function discriminatorOf(node: YamlNode): Copy | undefined {
    const propertyName = own(node.value, 'propertyName')
    if (typeof propertyName !== 'string') return undefined
    const mapping = children(child(node, 'mapping')).flatMap(([name, to]) => {
      const written = String(to.value)
      const reference = /[#/]/.test(written) ? written : `#/components/schemas/${written}`
      return [[name, refer({ ...to, value: { $ref: reference } })]]
    })
    return { propertyName, ...(mapping.length > 0 && { mapping: Object.fromEntries(mapping) }) }
  }

  return { copy, named }
}

/** False for one with keys of JSON Schema, which programs take for references. */
export function isPlainExample(value: unknown): boolean {
  return value !== undefined && !/"\$(ref|id|anchor|dynamicRef|dynamicAnchor|schema)":/.test(JSON.stringify(value))
}

function isOld({ source }: YamlNode): boolean {
  return /^3\.0/.test(String(own(source.value, 'openapi')))
}

/** Leaves out keywords that generators misuse, so that the copy is valid, and translates the exclusive bounds of 3.0. */
function tidy({ minimum, maximum, exclusiveMinimum, exclusiveMaximum, ...schema }: Copy): Copy {
  const types = [schema.type].flat()
  if (!types.every((type) => TYPES.includes(String(type)))) delete schema.type
  for (const key of ['required', 'enum']) if (!Array.isArray(schema[key])) delete schema[key]
  return {
    ...schema,
    ...bound('minimum', 'exclusiveMinimum', minimum, exclusiveMinimum),
    ...bound('maximum', 'exclusiveMaximum', maximum, exclusiveMaximum),
  }
}

/** `nullable` of 3.0 is a type of its own in 3.1. */
function nullable(written: Copy, schema: Copy): Copy {
  if (written.nullable !== true) return schema
  if (typeof schema.type !== 'string') return { anyOf: [schema, { type: 'null' }] }
  const list = schema.enum
  return {
    ...schema,
    type: [schema.type, 'null'],
    ...(Array.isArray(list) && !list.includes(null) && { enum: [...list, null] }),
  }
}
