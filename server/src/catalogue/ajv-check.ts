import { compileAjv } from './compile-ajv.ts'
import type { Check } from './compile-check.ts'
import { jsonSchemaOf } from './json-schema.ts'
import { child, follow, isObject, type Library, own, type YamlNode } from './yaml-node.ts'

/** A part of a task with its schema in the document: one field, or all fields but some. */
export type SchemaPart = { field: string; schema: YamlNode } | { without: readonly string[]; schema: YamlNode }

/** Checks the keywords that our own check does not know. Schemas are compiled on first use. */
export function ajvCheck(library: Library, parts: readonly SchemaPart[]): Check {
  const checks = parts.map((part) => {
    const check = compileAjv(() => jsonSchemaOf(library, part.schema))
    return 'field' in part ? fieldCheck(part.field, check) : restCheck(part.without, check)
  })
  return (task, into) => {
    for (const check of checks) if (into.length === 0) check(task, into)
  }
}

function fieldCheck(name: string, check: Check): Check {
  return (task, into) => {
    const value = own(task, name)
    if (value === undefined || value === null) return
    check(value, into)
    for (const fault of into)
      fault.field = `${name}${fault.field === '' || fault.field.startsWith('[') ? '' : '.'}${fault.field}`
  }
}

function restCheck(without: readonly string[], check: Check): Check {
  if (without.length === 0) return check
  return (task, into) => {
    if (!isObject(task)) return
    check(Object.fromEntries(Object.entries(task).filter(([name]) => !without.includes(name))), into)
  }
}

/** The schema of one task: an item if the body is a list, else the body itself. */
export function taskSchema(library: Library, body: YamlNode, is_list: boolean): YamlNode {
  return is_list ? child(follow(library, body), 'items') : body
}
