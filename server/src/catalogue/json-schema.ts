import { followOnce, isObject, type Library, own, type YamlNode } from './yaml-node.ts'

export type JsonSchema = Record<string, unknown> | boolean

/** Keywords that hold one schema, a list of them, or a map of them. */
export const ONE = ['items', 'additionalProperties', 'not', 'contains', 'propertyNames', 'if', 'then', 'else']
export const MANY = ['allOf', 'anyOf', 'oneOf', 'prefixItems']
export const NAMED = ['properties', 'patternProperties', 'dependentSchemas']
export const PLAIN = [
  'type',
  'enum',
  'const',
  'format',
  'pattern',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minContains',
  'maxContains',
  'minProperties',
  'maxProperties',
  'required',
  'dependentRequired',
]

/**
 * Converts a schema of OpenAPI 3.0 or 3.1 to JSON Schema 2020-12 with all its references, recursive ones too, on first use. It
 * follows what generators mean where that differs from the specification: an object without field definitions is any value, and
 * `additionalProperties: false` beside other parts allows the fields of all of them.
 */
export function jsonSchemaOf(library: Library, node: YamlNode): JsonSchema {
  const definitions: Record<string, JsonSchema> = {}
  const names = new Map<string, string>()
  const refer = (at: YamlNode): string => {
    const target = followOnce(library, at)
    const key = `${target.source.name}#${target.path.join('/')}`
    const known = names.get(key)
    if (known) return `#/$defs/${known}`
    const name = `d${names.size}`
    names.set(key, name)
    definitions[name] = true
    definitions[name] = read(target, false)
    return `#/$defs/${name}`
  }
  const at = (of: YamlNode, ...path: (string | number)[]): YamlNode => ({
    source: of.source,
    path: [...of.path, ...path],
    value: path.reduce<unknown>((value, key) => own(value, key), of.value),
  })
  const read = (from: YamlNode, is_root: boolean): JsonSchema => {
    const { value } = from
    if (typeof value === 'boolean') return value
    if (!isObject(value)) return true
    const schema: Record<string, unknown> = {}
    for (const name of PLAIN) if (value[name] !== undefined) schema[name] = value[name]
    for (const name of ONE) if (value[name] !== undefined) schema[name] = read(at(from, name), false)
    for (const name of MANY) {
      const forms = value[name]
      if (Array.isArray(forms)) schema[name] = forms.map((_, index) => read(at(from, name, index), false))
    }
    for (const name of NAMED) {
      const fields = value[name]
      if (isObject(fields))
        schema[name] = Object.fromEntries(Object.keys(fields).map((key) => [key, read(at(from, name, key), false)]))
    }
    if (value.$ref !== undefined) schema.$ref = refer(from)
    asMeant(schema, is_root)
    return nullable(value, exclusive(schema))
  }
  const schema = read(node, true)
  return typeof schema === 'boolean' ? schema : { ...schema, $defs: definitions }
}

function asMeant(schema: Record<string, unknown>, is_root: boolean): void {
  const has_keywords = Object.keys(schema).some((name) => name !== 'type')
  if (schema.type === 'object' && !has_keywords && !is_root) delete schema.type
  const has_parts = [...MANY, '$ref'].some((name) => schema[name] !== undefined)
  if (schema.additionalProperties !== false || !has_parts) return
  delete schema.additionalProperties
  schema.unevaluatedProperties = false
}

/** In 3.0 these were booleans beside a bound. */
function exclusive(schema: Record<string, unknown>): Record<string, unknown> {
  const { exclusiveMinimum, exclusiveMaximum, minimum, maximum, ...rest } = schema
  return {
    ...rest,
    ...bound('minimum', 'exclusiveMinimum', minimum, exclusiveMinimum),
    ...bound('maximum', 'exclusiveMaximum', maximum, exclusiveMaximum),
  }
}

export function bound(name: string, strict: string, value: unknown, is_strict: unknown): Record<string, unknown> {
  if (typeof is_strict === 'number') return { [strict]: is_strict, ...(value !== undefined && { [name]: value }) }
  return value === undefined ? {} : { [is_strict === true ? strict : name]: value }
}

function nullable(written: Record<string, unknown>, schema: Record<string, unknown>): JsonSchema {
  return written.nullable === true ? { anyOf: [{ type: 'null' }, schema] } : schema
}
