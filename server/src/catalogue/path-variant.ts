import { child, follow, isObject, items, type Library, own, type YamlNode } from './yaml-node.ts'

/** A query field or header by which operations of one method and path are distinguished. */
export interface Condition {
  in: 'query' | 'header'
  name: string
  /** Undefined: any value. */
  value: string | undefined
}

/** What a request sends beside its path and body. */
export interface SentBeside {
  search: string
  headers: Readonly<Record<string, string | undefined>>
}

/**
 * A documented path with a query or a fragment: `/rest?method=search`, `/#Action=ListQueues`, `/items#ownerId`. Only the part before
 * it is an address; the rest names parameters that select the operation.
 */
export interface PathVariant {
  address: string
  /** Distinguishes it from other operations of the address; empty if the path is an address only. */
  label: string
  fields: { name: string; value: string | undefined; is_query: boolean }[]
}

export function splitVariant(path: string): PathVariant {
  const [, address = path, mark, rest = ''] = /^([^?#]*)([?#])(.*)$/s.exec(path) ?? []
  if (!mark) return { address, label: '', fields: [] }
  const fields = rest.split(/[&#?]/).flatMap((pair) => {
    const [name = '', ...values] = pair.split('=')
    const value = values.join('=')
    return name === ''
      ? []
      : [{ name, value: value === '' || /[{}]/.test(value) ? undefined : value, is_query: mark === '?' }]
  })
  return { address, label: fields.map(({ name, value }) => value ?? name).join('&'), fields }
}

/** The conditions of a variant: fields of its query, and names in its fragment that its parameters have. */
export function conditionsOf(library: Library, { fields }: PathVariant, lists: YamlNode[]): Condition[] {
  const declared = lists.flatMap(items).map((one) => follow(library, one).value)
  return fields.flatMap(({ name, value, is_query }): Condition[] => {
    if (is_query) return [{ in: 'query', name, value }]
    const known = declared.find((one) => String(own(one, 'name')).toLowerCase() === name.toLowerCase())
    const location = own(known, 'in')
    if (location !== 'query' && location !== 'header') return []
    const exact = location === 'header' ? name.toLowerCase() : String(own(known, 'name'))
    return [{ in: location, name: exact, value }]
  })
}

/** The operation with a parameter for each query field of its path that it does not declare as one. */
export function withQueryFields(library: Library, operation: YamlNode, { fields }: PathVariant): YamlNode {
  const list = child(operation, 'parameters')
  const declared = items(list).map((one) => follow(library, one).value)
  const missing = fields.filter(
    (field) => field.is_query && !declared.some((one) => own(one, 'in') === 'query' && own(one, 'name') === field.name),
  )
  if (missing.length === 0 || !isObject(operation.value)) return operation
  const added = missing.map(({ name, value }) => ({
    name,
    in: 'query',
    required: true,
    schema: { type: 'string', ...(value !== undefined && { enum: [value] }) },
  }))
  return {
    ...operation,
    value: { ...operation.value, parameters: [...items(list).map(({ value }) => value), ...added] },
  }
}

export function holds(conditions: readonly Condition[], { search, headers }: SentBeside): boolean {
  if (conditions.length === 0) return true
  const query = new URLSearchParams(search)
  return conditions.every((one) => {
    const given = one.in === 'query' ? query.get(one.name) : (headers[one.name] ?? null)
    return given !== null && (one.value === undefined || given === one.value)
  })
}
