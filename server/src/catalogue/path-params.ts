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

/** Above the length of any name of a file with its folders. */
const LONGEST_PASSED = 1000
const DOT_SEGMENT = /^\.{0,2}$/
const PASSED_FORM =
  'It must not contain control characters, / \\ or a percent-encoded character, and must not be . or ..'
const PASSED_FORM_WITH_SLASH = `It must not contain control characters, \\, a percent-encoded character, or a part that is empty, . or ..`

/**
 * True for a text that cannot leave its position in the path of a plain document, on any server: none of its parts is a dot segment,
 * also without what some servers take for parameters (`..;x`), and decoding it again changes nothing.
 */
export function isPassablePathValue(value: string, may_have_slash: boolean): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  if (value.length > LONGEST_PASSED || /[\u0000-\u001f\u007f\\]|%[\da-f]{2}/i.test(value)) return false
  if (!may_have_slash && value.includes('/')) return false
  return value.split('/').every((part) => !DOT_SEGMENT.test(part.split(';', 1)[0]?.trim() ?? ''))
}

/** The parameters whose position is in the path; one the product's name has replaced is no field of a form. */
export function withinPath(path: string, params: Record<string, FieldSchema>): Record<string, FieldSchema> {
  return Object.fromEntries(Object.entries(params).filter(([name]) => path.includes(`{${name}}`)))
}

/** Faults of path parameters, by their schemas and by what is safe in a path. */
export function validatePathParams(entry: Entry, params: Record<string, string>): Fault | undefined {
  for (const [name, value] of Object.entries(params)) {
    const may_have_slash = entry.plain?.slashes.includes(name) ?? false
    if (entry.plain ? isPassablePathValue(value, may_have_slash) : isSafePathValue(value)) continue
    return worded(name, entry.plain ? (may_have_slash ? PASSED_FORM_WITH_SLASH : PASSED_FORM) : SAFE_FORM)
  }
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
