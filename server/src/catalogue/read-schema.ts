import { FIELD_TYPES, type FieldSchema } from '@portico/contract/catalogue.ts'
import { regexOf } from '@portico/contract/check-value.ts'
import { mergeSchemas } from '@portico/contract/merge-schemas.ts'
import { gatherFaults } from './faults.ts'
import { withNeededTexts } from './needed-texts.ts'
import { formNames, isNested, isReadWhole } from './read-forms.ts'
import { child, children, followOnce, isObject, items, type Library, own, type YamlNode } from './yaml-node.ts'

/** A schema may be nested without end or recursive; deeper levels are left for upstream to check. */
const DEEPEST = 12
const MOST_PARTS = 2_000

interface Walk {
  library: Library
  budget: { parts: number }
  /** References being followed; a recursive one ends there. */
  trail: string[]
}

/** Resolves a request schema to the part of JSON Schema that forms and our own check know; other keywords are ignored. */
export function readSchema(library: Library, node: YamlNode): FieldSchema {
  return read({ library, budget: { parts: MOST_PARTS }, trail: [] }, node)
}

function read(walk: Walk, node: YamlNode): FieldSchema {
  walk.budget.parts -= 1
  if (walk.budget.parts < 0 || walk.trail.length > DEEPEST || typeof node.value === 'boolean') return {}
  if (node.value === undefined) return {}
  if (!isObject(node.value)) {
    walk.library.faults.add(node.source, node.path, 'a schema must be a map')
    return {}
  }
  const all = [...referred(walk, node), ...items(child(node, 'allOf')).map((part) => read(walk, part))]
  return withNeededTexts([...all, ownPart(walk, node)].reduce(mergeSchemas))
}

function referred(walk: Walk, node: YamlNode): FieldSchema[] {
  if (own(node.value, '$ref') === undefined) return []
  const target = followOnce(walk.library, node)
  const name = `${target.source.name}#${target.path.join('/')}`
  if (walk.trail.includes(name)) return []
  const known = walk.library.schemas.get(name)
  if (known) {
    walk.budget.parts -= known.parts
    known.faults.repeat(walk.library.faults)
    return [known.schema]
  }
  const before = walk.budget.parts
  // Every user of a shared schema gets its faults, not only the first.
  const faults = gatherFaults()
  const library = { ...walk.library, faults }
  const schema = read({ ...walk, library, trail: [...walk.trail, name] }, target)
  faults.repeat(walk.library.faults)
  if (walk.budget.parts >= 0) walk.library.schemas.set(name, { schema, parts: before - walk.budget.parts, faults })
  return [schema]
}

function ownPart(walk: Walk, node: YamlNode): FieldSchema {
  const schema: FieldSchema = {}
  const put = <K extends keyof FieldSchema>(key: K, value: FieldSchema[K]) => {
    if (value !== undefined) schema[key] = value
  }
  const at = (key: string) => child(node, key)
  put('type', typeOf(walk, at('type')))
  for (const key of ['title', 'description', 'format'] as const) put(key, text(walk, at(key)))
  for (const key of ['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems'] as const)
    put(key, number(walk, at(key)))
  put('pattern', pattern(walk, at('pattern')))
  const allowed = list(
    walk,
    at('const').value === undefined ? at('enum') : { ...at('const'), value: [at('const').value] },
  )
  // Ajv compares lists and objects, and knows names by their pattern.
  put('enum', allowed?.some(isNested) ? undefined : allowed)
  put('examples', at('example').value === undefined ? list(walk, at('examples')) : [at('example').value])
  put('default', at('default').value)
  put('required', names(walk, at('required')))
  if (at('items').value !== undefined) schema.items = anything(read(walk, at('items')))
  if (at('properties').value !== undefined) schema.properties = properties(walk, at('properties'))
  if (at('additionalProperties').value === false && !isNested(at('patternProperties').value))
    schema.additionalProperties = false
  if (at('deprecated').value === true) schema.deprecated = true
  if (at('nullable').value === true || [at('type').value].flat().includes('null')) schema.nullable = true
  const dependent = children(at('dependentRequired')).map(([key, one]) => [key, names(walk, one) ?? []])
  if (dependent.length > 0) schema.dependentRequired = Object.fromEntries(dependent)
  const groups = (['anyOf', 'oneOf'] as const).flatMap((keyword) => choices(walk, node, keyword))
  return [schema, ...severalTypes(at('type')), ...groups].reduce(mergeSchemas)
}

/** Several types become one form each. */
function severalTypes({ value }: YamlNode): FieldSchema[] {
  const types = FIELD_TYPES.filter((type) => [value].flat().includes(type))
  return types.length > 1 ? [{ allOf: [{ anyOf: types.map((type) => ({ type })) }] }] : []
}

/** `oneOf` is treated as `anyOf` if a form has keywords we do not read; Ajv checks the rest. */
function choices(walk: Walk, node: YamlNode, keyword: 'anyOf' | 'oneOf'): FieldSchema[] {
  const all = items(child(node, keyword))
  const forms = all.filter((form) => own(form.value, 'type') !== 'null')
  if (forms.length === 0) return []
  const read_forms = forms.map((form) => read(walk, form))
  const [only] = read_forms
  const may_be_null: FieldSchema = forms.length < all.length ? { nullable: true } : {}
  if (only && read_forms.length === 1) return [only, may_be_null]
  const depth = DEEPEST - walk.trail.length
  const is_exclusive =
    keyword === 'oneOf' && walk.budget.parts >= 0 && forms.every((form) => isReadWhole(walk.library, form, depth))
  const group = { anyOf: read_forms, ...(is_exclusive && { is_exclusive }), ...formNames(node, forms, read_forms) }
  return [{ allOf: [group] }, may_be_null]
}

function properties(walk: Walk, node: YamlNode): Record<string, FieldSchema> {
  const deeper = { ...walk, trail: [...walk.trail, node.path.join('/')] }
  return Object.fromEntries(children(node).map(([name, one]) => [name, anything(read(deeper, one))]))
}

/** Generators write an object without field definitions for a value of any kind. */
function anything(schema: FieldSchema): FieldSchema {
  const { type, ...rest } = schema
  const { properties, required, dependentRequired, additionalProperties, allOf } = schema
  const definitions = properties ?? required ?? dependentRequired ?? additionalProperties ?? allOf
  return type === 'object' && definitions === undefined ? rest : schema
}

function typeOf({ library }: Walk, node: YamlNode): FieldSchema['type'] {
  if (node.value === undefined) return undefined
  const given = [node.value].flat().filter((type) => type !== 'null')
  const known = given.map((type) => FIELD_TYPES.find((one) => one === type))
  if (known.length === 0 || known.includes(undefined))
    library.faults.add(node.source, node.path, `type must be one of ${FIELD_TYPES.join(', ')}`)
  return known.length === 1 ? known[0] : undefined
}

function number({ library }: Walk, node: YamlNode): number | undefined {
  if (node.value === undefined || (typeof node.value === 'number' && Number.isFinite(node.value))) return node.value
  library.faults.add(node.source, node.path, `${node.path.at(-1)} must be a number`)
  return undefined
}

function text({ library }: Walk, node: YamlNode): string | undefined {
  if (node.value === undefined || typeof node.value === 'string') return node.value
  library.faults.add(node.source, node.path, `${node.path.at(-1)} must be a text`)
  return undefined
}

function list({ library }: Walk, node: YamlNode): unknown[] | undefined {
  if (node.value === undefined || Array.isArray(node.value)) return node.value
  library.faults.add(node.source, node.path, `${node.path.at(-1)} must be a list`)
  return undefined
}

function names(walk: Walk, node: YamlNode): string[] | undefined {
  return list(walk, node)?.map(String)
}

function pattern(walk: Walk, node: YamlNode): string | undefined {
  const source = text(walk, node)
  if (source === undefined || regexOf(source)) return source
  walk.library.faults.add(node.source, node.path, `pattern ${source} is no regular expression`)
  return undefined
}
