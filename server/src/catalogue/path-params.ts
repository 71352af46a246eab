import type { FieldSchema } from '@portico/contract/catalogue.ts'
import { CODE } from '@portico/contract/codes.ts'
import type { Fault } from './compile-check.ts'
import type { Entry } from './entry.ts'

/** Above the length of any id, name or domain. */
const LONGEST = 200
/**
 * Allows alphabetic characters and digits of any script, and signs that no server treats as URL syntax: no slash, dot segment,
 * percent sign, semicolon, question mark or control character, so that repeated decoding yields none either.
 */
const SAFE = /^[\p{L}\p{M}\p{N}_~-](?:[\p{L}\p{M}\p{N}_~\-.,:@ ]*[\p{L}\p{M}\p{N}_~-])?$/u
const SAFE_FORM =
  'It must contain only letters, digits and - _ ~ . , : @, and must not begin or end with one of the last four.'

/** True for a text that is safe as one path parameter: it cannot lead to another path. */
export function isSafePathValue(value: string): boolean {
  return value.length <= LONGEST && SAFE.test(value)
}

/** Faults of path parameters, by their schemas and by what is safe in a path. */
export function validatePathParams(entry: Entry, params: Record<string, string>): Fault | undefined {
  for (const [name, value] of Object.entries(params)) if (!isSafePathValue(value)) return worded(name, SAFE_FORM)
  const faults: Fault[] = []
  const typed = Object.entries(params).map(([name, value]) => [name, asType(entry.path_params[name], value)])
  entry.checkPathParams(Object.fromEntries(typed), faults)
  const [first] = faults
  return first && worded(first.field, first.message)
}

function worded(field: string, message: string): Fault {
  return { code: CODE.invalidField, field, message: `Invalid Field: '${field}'. ${message}` }
}

/** A path is text; numbers and booleans are parsed if the schema has that type, in canonical notation only. */
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
