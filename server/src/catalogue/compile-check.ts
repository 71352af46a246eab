import type { FieldSchema, FormGroup } from '@portico/contract/catalogue.ts'
import { CODE } from '@portico/contract/codes.ts'
import { compileValue } from './compile-value.ts'
import { describeField } from './describe-field.ts'
import { isObject } from './yaml-node.ts'

export interface Fault {
  code: 40501 | 40502 | 40503 | 40506
  field: string
  message: string
}

/** Adds the faults of a value. Field names are relative; each parent prefixes its own. */
export type Check = (value: unknown, into: Fault[]) => void

/** More faults would not help the reader. */
export const MOST_FAULTS = 10

/** Compiles a schema to closures, so that a check costs property reads and comparisons, without generated code. */
export function compileCheck(schema: FieldSchema): Check {
  const reason = describeField(schema)
  const fits = compileValue(schema)
  const inner = [...compileObject(schema), ...compileItems(schema), ...(schema.allOf ?? []).map(compileChoice)]
  return (value, into) => {
    if (!fits(value)) into.push({ code: CODE.invalidField, field: '', message: reason })
    else for (const check of inner) check(value, into)
  }
}

function compileItems({ items }: FieldSchema): Check[] {
  if (!items) return []
  const check = compileCheck(items)
  const checkAll: Check = (value, into) => {
    if (!Array.isArray(value)) return
    for (let at = 0; at < value.length && into.length < MOST_FAULTS; at += 1) {
      if (value[at] === null && items.nullable) continue
      const before = into.length
      check(value[at], into)
      prefix(into, before, `[${at}]`)
    }
  }
  return [checkAll]
}

function compileObject(schema: FieldSchema): Check[] {
  const { properties = {}, required = [], dependentRequired = {}, additionalProperties } = schema
  const fields = Object.entries(properties).map(([name, field]) => [name, compileCheck(field)] as const)
  const dependents = Object.entries(dependentRequired)
  const check: Check = (value, into) => {
    if (!isObject(value)) return
    for (const name of required)
      if (!has(value, name)) into.push({ code: CODE.invalidField, field: name, message: 'It is required.' })
    for (const [name, checkField] of fields) {
      if (into.length >= MOST_FAULTS) return
      if (!has(value, name)) continue
      const before = into.length
      checkField(value[name], into)
      prefix(into, before, name)
    }
    for (const [name, others] of dependents)
      for (const other of others)
        if (has(value, name) && !has(value, other))
          into.push({ code: CODE.invalidField, field: other, message: `It is required together with '${name}'.` })
    if (additionalProperties === false)
      for (const name of Object.keys(value))
        if (!Object.hasOwn(properties, name) && value[name] !== null)
          into.push({ code: CODE.unknownFields, field: name, message: 'It is not a field of this request.' })
  }
  return schema.properties || schema.required || schema.dependentRequired || additionalProperties === false
    ? [check]
    : []
}

function compileChoice({ anyOf, is_exclusive = false }: FormGroup): Check {
  const forms = anyOf.map(compileCheck)
  const needed = [...new Set(anyOf.flatMap((form) => form.required ?? []))]
  const message =
    needed.length > 1 ? `One of ${needed.join(', ')} is required.` : 'It matches none of the allowed forms.'
  const may_be_null = anyOf.some((form) => form.nullable)
  const enough = is_exclusive ? 2 : 1
  return (value, into) => {
    if (value === null && may_be_null) return
    let fitting = 0
    for (const form of forms) {
      const faults: Fault[] = []
      form(value, faults)
      if (faults.length === 0) fitting += 1
      if (fitting === enough) break
    }
    if (fitting === 0) into.push({ code: CODE.invalidField, field: needed[0] ?? '', message })
    if (fitting > 1)
      into.push({ code: CODE.invalidField, field: '', message: 'It must match exactly one of the allowed forms.' })
  }
}

/** Clients send explicit nulls for omitted fields. */
function has(value: Record<string, unknown>, name: string): boolean {
  return Object.hasOwn(value, name) && value[name] !== null && value[name] !== undefined
}

function prefix(faults: Fault[], from: number, name: string): void {
  for (const fault of faults.slice(from)) {
    const joint = fault.field === '' || fault.field.startsWith('[') ? '' : '.'
    fault.field = `${name}${joint}${fault.field}`
  }
}
