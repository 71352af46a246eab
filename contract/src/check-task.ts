import type { FieldSchema, FormGroup } from './catalogue.ts'
import { checkValue, type FieldFault } from './check-value.ts'
import { closestForm, isRealChoice } from './form-choice.ts'
import { isObject, plainTypes } from './plain-types.ts'
import { isWithinBounds } from './task-bounds.ts'

/** Keys are paths of fields (`depth`, `locations.0.code`); the empty key is the task as a whole. */
export type Faults = Record<string, FieldFault>

/** Checks a task for the form that fills it in. The gateway checks it again, and its verdict counts. */
export function checkTask(schema: FieldSchema, given: Record<string, unknown>): Faults {
  const faults: Faults = {}
  if (!isWithinBounds(given)) return { '': { message: 'This task is nested too deeply or too large.' } }
  const task = plainTypes(schema, given)
  checkInto(schema, task, '', faults)
  const isEmpty = Object.keys(given).length === 0
  if (isEmpty && (schema.required !== undefined || schema.allOf !== undefined) && Object.keys(faults).length === 0)
    return { '': { message: 'Fill in at least one field.' } }
  return faults
}

/** Checks one value of a task. Faults are keyed by their paths in the whole task. */
export function checkField(schema: FieldSchema, given: unknown, path: string): Faults {
  const faults: Faults = {}
  checkInto(schema, plainTypes(schema, given), path, faults)
  return faults
}

function checkInto(schema: FieldSchema, value: unknown, path: string, faults: Faults): void {
  const fault = checkValue(schema, value)
  if (fault) {
    faults[path] ??= fault
    return
  }
  if (isObject(value)) checkFields(schema, value, path, faults)
  if (Array.isArray(value) && schema.items)
    for (const [at, one] of value.entries())
      if (one !== null || !schema.items.nullable) checkInto(schema.items, one, below(path, String(at)), faults)
  for (const group of schema.allOf ?? []) checkChoice(group, value, path, faults)
}

function checkFields(schema: FieldSchema, value: Record<string, unknown>, path: string, faults: Faults): void {
  const { properties = {}, required = [], dependentRequired = {}, additionalProperties } = schema
  const put = (name: string, fault: FieldFault) => {
    faults[below(path, name)] ??= fault
  }
  for (const name of required) if (!has(value, name)) put(name, { message: 'This field is required' })
  for (const [name, field] of Object.entries(properties))
    if (has(value, name)) checkInto(field, value[name], below(path, name), faults)
  for (const [name, others] of Object.entries(dependentRequired))
    for (const other of others)
      if (has(value, name) && !has(value, other))
        put(other, { message: 'This is required together with {name}.', values: { name } })
  if (additionalProperties === false)
    for (const name of Object.keys(value))
      if (!Object.hasOwn(properties, name) && value[name] !== null)
        put(name, { message: 'This is not a field of this request.' })
}

function checkChoice(group: FormGroup, value: unknown, path: string, faults: Faults): void {
  const { anyOf, is_exclusive = false } = group
  if (value === null && anyOf.some(({ nullable }) => nullable)) return
  const found = anyOf.map((form) => {
    const own: Faults = {}
    checkInto(form, value, path, own)
    return own
  })
  const fitting = found.filter((own) => Object.keys(own).length === 0).length
  if (fitting === 1 || (fitting > 1 && !is_exclusive)) return
  const names = [...new Set(anyOf.flatMap(({ required }) => required ?? []))]
  const [first] = names
  const isOfNames = first !== undefined && names.length > 1 && !isRealChoice(group)
  if (fitting > 1 && isOfNames)
    faults[below(path, first)] ??= {
      message: 'Fill in only one of these: {names}.',
      values: { names: names.join(', ') },
    }
  else if (fitting > 1)
    faults[path] ??= { message: 'This matches more than one of the allowed forms. It must match exactly one.' }
  else if (isOfNames)
    faults[below(path, first)] ??= { message: 'Fill in one of these: {names}.', values: { names: names.join(', ') } }
  else putClosest(group, value, path, found, faults)
}

/** For a value that fits no form, adds the faults of the form it comes closest to. */
function putClosest(group: FormGroup, value: unknown, path: string, found: Faults[], faults: Faults): void {
  const closest = closestForm(group, value, (at) => Object.keys(found[at] ?? {}).length)
  const form = group.anyOf[closest]
  const isOfItsType =
    form !== undefined && (form.type === undefined || checkValue({ type: form.type }, value) === undefined)
  if (!isOfItsType) faults[path] ??= { message: 'This matches none of the allowed forms.' }
  else for (const [at, fault] of Object.entries(found[closest] ?? {})) faults[at] ??= fault
}

/** Clients send explicit nulls for what they leave out. */
function has(value: Record<string, unknown>, name: string): boolean {
  return Object.hasOwn(value, name) && value[name] !== null && value[name] !== undefined
}

function below(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`
}
