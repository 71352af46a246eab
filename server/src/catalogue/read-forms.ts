import { FIELD_TYPES, type FieldSchema, type FormGroup } from '@portico/contract/catalogue.ts'
import { child, children, followOnce, isObject, items, type Library, own, type YamlNode } from './yaml-node.ts'

const LONGEST_NAME = 100
/** Keywords that our own check knows, and keywords that restrict nothing. */
const READ = [
  'type',
  'enum',
  'const',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'pattern',
  'required',
  'dependentRequired',
  'nullable',
  'title',
  'description',
  'default',
  'example',
  'examples',
  'deprecated',
]

/** True when our own check knows every keyword of a form: only then may a value be refused for matching two forms. */
export function isReadWhole(library: Library, node: YamlNode, depth: number): boolean {
  const { value } = node
  if (depth <= 0 || !isObject(value)) return false
  if (value.$ref !== undefined)
    return Object.keys(value).length === 1 && isReadWhole(library, followOnce(library, node), depth - 1)
  return Object.keys(value).every((key) => {
    switch (key) {
      case 'format':
        return ['date', 'float', 'double'].includes(String(value.format))
      case 'additionalProperties':
        return typeof value.additionalProperties === 'boolean'
      case 'enum':
        return !items(child(node, key)).some((one) => isNested(one.value))
      case 'const':
        return !isNested(value.const)
      case 'items':
        return isReadWhole(library, child(node, key), depth - 1)
      case 'properties':
        return children(child(node, key)).every(([, field]) => isReadWhole(library, field, depth - 1))
      case 'type':
        return FIELD_TYPES.some((type) => type === value.type)
      default:
        return READ.includes(key) || key.startsWith('x-')
    }
  })
}

/** True for a list or an object, which our own check does not compare. */
export function isNested(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}

/** How the document distinguishes its forms: by names and by a discriminator field. */
export function formNames(node: YamlNode, forms: YamlNode[], read: FieldSchema[]): Omit<FormGroup, 'anyOf'> {
  const names = forms.map((form, at) => (read[at]?.title ?? schemaName(form) ?? '').slice(0, LONGEST_NAME))
  const discriminator = discriminatorOf(child(node, 'discriminator').value, forms, read)
  return { ...(names.some(Boolean) && { names }), ...(discriminator && { discriminator }) }
}

function discriminatorOf(discriminator: unknown, forms: YamlNode[], read: FieldSchema[]): FormGroup['discriminator'] {
  const field = own(discriminator, 'propertyName')
  if (typeof field !== 'string') return undefined
  const mapping = Object.entries({
    ...(isObject(discriminator) && isObject(discriminator.mapping) ? discriminator.mapping : {}),
  })
  const values = forms.map((form, at) => {
    const allowed = read[at]?.properties?.[field]?.enum
    const [only, ...more] = allowed ?? []
    if (typeof only === 'string' && more.length === 0) return only
    const name = schemaName(form)
    const mapped = mapping.find(([, to]) => to === own(form.value, '$ref') || to === name)?.[0] ?? name
    return mapped !== undefined && (allowed === undefined || allowed.includes(mapped)) ? mapped : null
  })
  return { field, values }
}

/** The name in a reference: `Card` of `#/components/schemas/Card`. */
function schemaName(form: YamlNode): string | undefined {
  const to = own(form.value, '$ref')
  return typeof to === 'string' ? to.split('/').at(-1) : undefined
}
