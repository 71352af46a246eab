import { CODE } from '@portico/contract/codes.ts'
import { isWithinBounds } from '@portico/contract/task-bounds.ts'
import type { Fault } from './compile-check.ts'
import { MOST_FAULTS } from './compile-check.ts'
import type { Entry } from './entry.ts'
import { isObject } from './yaml-node.ts'

/** Faults of one task, with the codes of this API family; empty when it is valid. */
export function validate(entry: Entry, task: unknown): Fault[] {
  const { schema } = entry
  const needs_something = schema.required !== undefined || schema.allOf !== undefined
  const is_empty = task === undefined || task === null || (isObject(task) && Object.keys(task).length === 0)
  if (is_empty && !entry.plain) return needs_something ? [refusal(CODE.emptyBody, 'POST Data Is Empty.')] : []
  if ((schema.type === 'object' || schema.properties) && !isObject(task))
    return [refusal(CODE.invalidBody, 'POST Data Is Invalid. A task must be an object.')]
  if (!isWithinBounds(task))
    return [refusal(CODE.invalidBody, 'POST Data Is Invalid. The task is nested too deeply or too large.')]
  const faults: Fault[] = []
  entry.check(task, faults)
  if (faults.length === 0) entry.ajvCheck(task, faults)
  return faults.slice(0, MOST_FAULTS).map(worded)
}

function refusal(code: Fault['code'], message: string): Fault {
  return { code, field: '', message }
}

function worded({ code, field, message }: Fault): Fault {
  const title = code === CODE.unknownFields ? 'Unknown Fields in POST Data' : 'Invalid Field'
  return { code, field, message: `${title}: '${field}'. ${message}` }
}
