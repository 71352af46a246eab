import type { FieldSchema } from '@portico/contract/catalogue.ts'
import { choiceOf, formAt, optionsOf } from './form-choice.ts'

export type FieldKind =
  | 'text'
  | 'long text'
  | 'number'
  | 'switch'
  | 'choice'
  | 'list'
  | 'choices'
  | 'fields'
  | 'rows'
  | 'forms'
  | 'json'

const LONG = 1_000
const DEEPEST = 3

/** The control of a field; a value that no control can express is written as JSON. */
export function kindOf(field: FieldSchema, depth = 0): FieldKind {
  if (field.type !== 'boolean' && optionsOf(field)) return 'choice'
  if (choiceOf(field)) return depth < DEEPEST ? 'forms' : 'json'
  switch (field.type) {
    case undefined:
      return depth < DEEPEST && hasFields(field) ? 'fields' : 'json'
    case 'boolean':
      return 'switch'
    case 'number':
    case 'integer':
      return 'number'
    case 'string':
      return (field.maxLength ?? 0) > LONG ? 'long text' : 'text'
    case 'object':
      return depth < DEEPEST && hasFields(field) ? 'fields' : 'json'
    case 'array':
      return listKind(field.items ?? {}, depth)
  }
}

function listKind(items: FieldSchema, depth: number): FieldKind {
  if (items.type !== 'boolean' && optionsOf(items)) return 'choices'
  const choice = choiceOf(items)
  if (choice) {
    const isOfObjects = choice.group.anyOf.every((_, at) => formAt(choice, at).type === 'object')
    return isOfObjects && depth < DEEPEST ? 'rows' : 'json'
  }
  if (items.type === 'string' || items.type === 'number' || items.type === 'integer') return 'list'
  return items.type === 'object' && depth < DEEPEST && hasFields(items) ? 'rows' : 'json'
}

function hasFields({ properties }: FieldSchema): boolean {
  return properties !== undefined && Object.keys(properties).length > 0
}

/** Required ones first, then those of the example; the rest is folded away. */
export function orderFields(
  schema: FieldSchema,
  sample: Record<string, unknown>,
  isWrong: (name: string) => boolean = () => false,
) {
  const names = Object.keys(schema.properties ?? {}).filter((name) => !schema.properties?.[name]?.deprecated)
  const required = names.filter((name) => schema.required?.includes(name))
  const shown = names.filter(
    (name) => !required.includes(name) && (name in sample || isOneOf(schema, name) || isWrong(name)),
  )
  const rest = names.filter((name) => !required.includes(name) && !shown.includes(name))
  return { first: [...required, ...shown], rest }
}

/** A field of which it or another is needed, such as a location by its name or its code. */
export function isOneOf({ allOf }: FieldSchema, name: string): boolean {
  return allOf?.some(({ anyOf }) => anyOf.some(({ required }) => required?.includes(name))) ?? false
}

/** An entry of a list as the schema wants it: numbers typed as text become numbers. */
export function itemOf(items: FieldSchema | undefined, text: string): unknown {
  const wants_number = items?.type === 'number' || items?.type === 'integer'
  const number = Number(text)
  return wants_number && text !== '' && Number.isFinite(number) ? number : text
}

/** Without cleared fields, so that the request holds only what was meant. */
export function withField(task: Record<string, unknown>, name: string, value: unknown): Record<string, unknown> {
  const { [name]: _, ...rest } = task
  return value === undefined ? rest : { ...task, [name]: value }
}

/** All fields of a form, whichever of its variants is chosen. */
export function fieldNames({ properties = {}, allOf = [] }: FieldSchema): string[] {
  return [...Object.keys(properties), ...allOf.flatMap(({ anyOf }) => anyOf.flatMap(fieldNames))]
}
