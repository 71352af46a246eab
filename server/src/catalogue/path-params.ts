import type { FieldSchema } from '@portico/contract/catalogue.ts'
import type { Fault } from './compile-check.ts'
import type { Entry } from './entry.ts'

/** Longer than any id, name or domain. */
const LONGEST = 200
/**
 * Letters and digits of any script, and signs that no server reads as a part of an address: no slash, dot segment, percent
 * sign, semicolon, question mark or control character, whatever it is decoded to and however often.
 */
const SAFE = /^[\p{L}\p{M}\p{N}_~-](?:[\p{L}\p{M}\p{N}_~\-.,:@ ]*[\p{L}\p{M}\p{N}_~-])?$/u
const SAFE_FORM =
  'It must contain only letters, digits and - _ ~ . , : @, and must not begin or end with one of the last four.'

/** Whether a text can stand in a path as the value of one parameter and lead nowhere else. */
export function isSafePathValue(value: string): boolean {
  return value.length <= LONGEST && SAFE.test(value)
}

/** What is wrong with the parameters in a path, by their document and by what a path can hold. */
export function validatePathParams(entry: Entry, params: Record<string, string>): Fault | undefined {
  for (const [name, value] of Object.entries(params)) if (!isSafePathValue(value)) return worded(name, SAFE_FORM)
  const faults: Fault[] = []
  const typed = Object.entries(params).map(([name, value]) => [name, asType(entry.path_params[name], value)])
  entry.checkPathParams(Object.fromEntries(typed), faults)
  const [first] = faults
  return first && worded(first.field, first.message)
}

function worded(field: string, message: string): Fault {
  return { code: 40501, field, message: `Invalid Field: '${field}'. ${message}` }
}

/** A path is text; numbers and booleans are read where the document says so, in their plain form only. */
function asType(schema: FieldSchema | undefined, value: string): unknown {
  switch (schema?.type) {
    case 'integer':
    case 'number':
      return /^-?\d{1,15}(\.\d{1,15})?$/.test(value) ? Number(value) : value
    case 'boolean':
      return value === 'true' ? true : value === 'false' ? false : value
    default:
      return value
  }
}
