import type { FieldSchema, FormGroup } from './catalogue.ts'
import { checkValue, type FieldFault, type Matches } from './check-value.ts'
import { isObject } from './plain-types.ts'

/** What is wrong with a value, in the words of the page. `path` leads to it from the value that was checked. */
export type Finding = { path: (string | number)[] } & (
  | { fault: FieldFault; schema: FieldSchema }
  | { fault: FieldFault; rule: 'required' | 'unknown' | 'together' }
  /** More than one form fits, or none; then `forms` are the findings of each. */
  | { group: FormGroup; value: unknown; is_fitting: boolean; forms: Finding[][] }
)

interface CheckOptions {
  matches: Matches
  /** More findings would not help the reader. */
  most: number
}

export type CheckSchema = (schema: FieldSchema, value: unknown, into: Finding[]) => void

/** The one check of a value against the schema of a field, on the page and in the gateway. */
export function schemaCheck({ matches, most }: CheckOptions): CheckSchema {
  const check: CheckSchema = (schema, value, into) => {
    const fault = checkValue(schema, value, matches)
    const { items, allOf = [] } = schema
    if (fault) into.push({ path: [], fault, schema })
    else {
      if (isObject(value)) checkFields(schema, value, into)
      if (Array.isArray(value) && items)
        for (let at = 0; at < value.length && into.length < most; at += 1)
          if (value[at] !== null || !items.nullable) checkBelow(items, value[at], at, into)
      for (const group of allOf) checkChoice(group, value, into)
    }
  }

  const checkFields = (schema: FieldSchema, value: Record<string, unknown>, into: Finding[]): void => {
    const { properties = {}, required = [], dependentRequired = {}, additionalProperties } = schema
    for (const name of required)
      if (!has(value, name)) into.push({ path: [name], fault: { message: 'This field is required' }, rule: 'required' })
    for (const name in properties) {
      const field = properties[name]
      if (into.length >= most) return
      if (field && has(value, name)) checkBelow(field, value[name], name, into)
    }
    for (const [name, others] of Object.entries(dependentRequired))
      for (const other of others)
        if (has(value, name) && !has(value, other))
          into.push({
            path: [other],
            fault: { message: 'This is required together with {name}.', values: { name } },
            rule: 'together',
          })
    if (additionalProperties === false)
      for (const name of Object.keys(value))
        if (!Object.hasOwn(properties, name) && value[name] !== null)
          into.push({ path: [name], fault: { message: 'This is not a field of this request.' }, rule: 'unknown' })
  }

  const checkChoice = (group: FormGroup, value: unknown, into: Finding[]): void => {
    const { anyOf, is_exclusive } = group
    if (value === null && anyOf.some(({ nullable }) => nullable)) return
    const forms: Finding[][] = []
    let fitting = 0
    for (const form of anyOf) {
      const found: Finding[] = []
      check(form, value, found)
      forms.push(found)
      if (found.length === 0) fitting += 1
      if (fitting === (is_exclusive ? 2 : 1)) break
    }
    if (fitting !== 1) into.push({ path: [], group, value, is_fitting: fitting > 1, forms })
  }

  const checkBelow = (schema: FieldSchema, value: unknown, name: string | number, into: Finding[]): void => {
    const before = into.length
    check(schema, value, into)
    for (let at = before; at < into.length; at += 1) into[at]?.path.unshift(name)
  }

  return check
}

/** Clients send explicit nulls for omitted fields. */
function has(value: Record<string, unknown>, name: string): boolean {
  return Object.hasOwn(value, name) && (value[name] ?? null) !== null
}
