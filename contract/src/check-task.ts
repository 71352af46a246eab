import type { FieldSchema, FormGroup } from './catalogue.ts'
import { type Finding, schemaCheck } from './check-schema.ts'
import { checkType, type FieldFault, regexOf } from './check-value.ts'
import { closestForm, namesOf } from './form-choice.ts'
import { plainTypes } from './plain-types.ts'
import { isWithinBounds } from './task-bounds.ts'

/** Keys are paths of fields (`depth`, `locations.0.code`); the empty key is the task as a whole. */
export type Faults = Record<string, FieldFault>

const LONGEST_MATCHED = 4_096
const check = schemaCheck({
  matches: (pattern: string, text: string) => {
    const form = regexOf(pattern)
    return !form || (text.length <= LONGEST_MATCHED && form.test(text))
  },
  most: Number.POSITIVE_INFINITY,
})

/** Checks a task for the form that fills it in. The gateway checks it again, and its verdict counts. */
export function checkTask(schema: FieldSchema, given: Record<string, unknown>): Faults {
  if (!isWithinBounds(given)) return { '': { message: 'This task is nested too deeply or too large.' } }
  const faults = checkField(schema, given, '')
  const isEmpty = Object.keys(given).length === 0
  if (isEmpty && (schema.required !== undefined || schema.allOf !== undefined) && Object.keys(faults).length === 0)
    return { '': { message: 'Fill in at least one field.' } }
  return faults
}

/** Checks one value of a task. Faults are keyed by their paths in the whole task. */
export function checkField(schema: FieldSchema, given: unknown, path: string): Faults {
  const found: Finding[] = []
  check(schema, plainTypes(schema, given), found)
  const faults: Faults = {}
  for (const finding of found) put(finding, path, faults)
  return faults
}

function put(finding: Finding, above: string, faults: Faults): void {
  const path = finding.path.reduce<string>(below, above)
  if ('group' in finding) putChoice(finding, path, faults)
  else faults[path] ??= finding.fault
}

function putChoice(finding: Extract<Finding, { group: FormGroup }>, path: string, faults: Faults): void {
  const { group, is_fitting } = finding
  const names = namesOf(group)
  const [first] = names ?? []
  if (is_fitting && names && first !== undefined)
    faults[below(path, first)] ??= {
      message: 'Fill in only one of these: {names}.',
      values: { names: names.join(', ') },
    }
  else if (is_fitting)
    faults[path] ??= { message: 'Matches more than one of the allowed variants. It must match exactly one.' }
  else if (names && first !== undefined)
    faults[below(path, first)] ??= { message: 'Fill in one of these: {names}.', values: { names: names.join(', ') } }
  else putClosest(finding, path, faults)
}

/** For a value that fits no form, adds the faults of the form it comes closest to. */
function putClosest(
  { group, value, forms }: Extract<Finding, { group: FormGroup }>,
  path: string,
  faults: Faults,
): void {
  const closest = closestForm(group, value, (at) => forms[at]?.length ?? 0)
  if (checkType(group.anyOf[closest] ?? {}, value))
    faults[path] ??= { message: 'Does not match any of the allowed variants.' }
  else for (const finding of forms[closest] ?? []) put(finding, path, faults)
}

function below(path: string, name: string | number): string {
  return path === '' ? String(name) : `${path}.${name}`
}
