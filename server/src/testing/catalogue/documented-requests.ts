import { clientMethods, modelText } from './declared.ts'

/** A field of a request, as the public client's own comments describe it. */
export interface DocumentedField {
  name: string
  /** Called optional, without a condition. */
  is_optional: boolean
  /** The values it lists; empty if any value of the type is possible. */
  values: (string | number)[]
}

export interface DocumentedRequest {
  http_method: string
  path: string
  fields: DocumentedField[]
}

const VALUES = /possible (?:\w+ )?values?:? ((?:,? ?(?:and |or )?`[^`]+`)+)/
const OPTIONAL = /optional field(?! if)/
/** Its comment lists the values of a part. */
const PARTS = /sorting|filter|operator/i

/** The request of every method of the public client that takes a body. */
export function documentedRequests(): DocumentedRequest[] {
  return clientMethods().flatMap(({ http_method, path, request }) =>
    request ? [{ http_method, path, fields: documentedFields(request) }] : [],
  )
}

function documentedFields(name: string): DocumentedField[] {
  const text = modelText(name, '.d.ts')
  const [, body = ''] = new RegExp(`export interface I${name}\\b([\\s\\S]*?)\\n}`).exec(text) ?? []
  const fields = body.matchAll(/^ {4}(?:\/\*\* ((?:(?!\*\/)[\s\S])*) \*\/\s+)?(\w+)\?: ([\s\S]*?) \| undefined;/gm)
  return [...fields].map(([, comment = '', field = '', type = '']) => ({
    name: field,
    is_optional: OPTIONAL.test(comment) && !comment.includes('required'),
    values: type === 'string' || type === 'number' ? valuesIn(comment, type) : [],
  }))
}

function valuesIn(comment: string, type: 'string' | 'number'): (string | number)[] {
  if (PARTS.test(comment)) return []
  const listed = [...(VALUES.exec(comment)?.[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, value = '']) => value)
  const values = listed.flatMap((value) => (value.startsWith("'") ? value.slice(1, -1).split("','") : value))
  return type === 'number' ? values.map(Number).filter(Number.isFinite) : values
}
