import type { FieldSchema } from '@portico/contract/catalogue.ts'
import { type Finding, schemaCheck } from '@portico/contract/check-schema.ts'
import { regexOf } from '@portico/contract/check-value.ts'
import { CODE } from '@portico/contract/codes.ts'
import { describeField } from './describe-field.ts'
import { patternMatcher } from './match-pattern.ts'

export interface Fault {
  code: typeof CODE.invalidField | typeof CODE.emptyBody | typeof CODE.invalidBody | typeof CODE.unknownFields
  field: string
  message: string
}

/** Adds the faults of a value. Field names are relative to it. */
export type Check = (value: unknown, into: Fault[]) => void

/** More faults would not help the reader. */
export const MOST_FAULTS = 10

const matchers = new Map<string, (text: string) => boolean>()
const check = schemaCheck({
  most: MOST_FAULTS,
  matches: (pattern: string, text: string) => {
    const matcher = matchers.get(pattern) ?? matcherOf(pattern)
    matchers.set(pattern, matcher)
    return matcher(text)
  },
})

/** The check that the page has too, with the messages of the API. */
export function compileCheck(schema: FieldSchema): Check {
  return (value, into) => {
    const found: Finding[] = []
    check(schema, value, found)
    for (const finding of found) into.push(faultOf(finding))
  }
}

function matcherOf(pattern: string): (text: string) => boolean {
  const form = regexOf(pattern)
  return form ? patternMatcher(form) : () => true
}

function faultOf(finding: Finding): Fault {
  const { path } = finding
  const fault = (message: string, at = path): Fault => ({ code: CODE.invalidField, field: fieldName(at), message })
  if ('schema' in finding) return fault(describeField(finding.schema))
  if ('group' in finding) {
    if (finding.is_fitting) return fault('It must match exactly one of the allowed forms.')
    const needed = [...new Set(finding.group.anyOf.flatMap((form) => form.required ?? []))]
    return fault(
      needed.length > 1 ? `One of ${needed.join(', ')} is required.` : 'It matches none of the allowed forms.',
      [...path, ...needed.slice(0, 1)],
    )
  }
  if (finding.rule === 'unknown') return { ...fault('It is not a field of this request.'), code: CODE.unknownFields }
  if (finding.rule === 'required') return fault('It is required.')
  return fault(`It is required together with '${finding.fault.values?.name}'.`)
}

/** `locations[0].code` */
function fieldName(path: readonly (string | number)[]): string {
  return path.reduce<string>(
    (name, part) => (typeof part === 'number' ? `${name}[${part}]` : name ? `${name}.${part}` : part),
    '',
  )
}
