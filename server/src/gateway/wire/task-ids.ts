import { isRecord } from './envelope.ts'
import { isTaskId } from './task-id.ts'

/** Task ids of the API family anywhere in a text: the time, and four groups of hexadecimal digits. */
export const TASK_IDS =
  /(?<![0-9a-z])(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:[01]\d|2[0-3])[0-5]\d-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![0-9a-z])/gi
/** Replaces an id of upstream that is not known here. */
export const NO_TASK_ID = '00000000-0000-0000-0000-000000000000'
const ID_FIELD = 'task_id'
/** A uuid by its version and variant; it may be part of the data instead of a task id. */
const UUID = /^.{8}-.{4}-[1-8].{3}-[89ab]/i
const NAMES_A_TASK = /"(?:id|task_id|uuid|path|endpoint\w*|\w*url|href)"\s*:\s*\[?(?:"[^"]*",\s*)*"[^"]*$/i
const LOOK_BACK = 500

/** Collects the task ids in a customer's request: values of that form in any field, and any value of `task_id`. */
export function taskIdsIn(value: unknown, into = new Set<string>(), field = ''): Set<string> {
  if (typeof value === 'string') {
    if ((value.length === NO_TASK_ID.length && isTaskId(value)) || field === ID_FIELD) into.add(value)
  } else if (Array.isArray(value)) for (const one of value) taskIdsIn(one, into, field)
  else if (isRecord(value)) for (const [name, one] of Object.entries(value)) taskIdsIn(one, into, name)
  return into
}

/** The same request with upstream's ids. */
export function withIds<T>(value: T, ids: ReadonlyMap<string, string>): T
export function withIds(value: unknown, ids: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return ids.get(value) ?? value
  if (Array.isArray(value)) return value.map((one) => withIds(one, ids))
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withIds(one, ids)]))
}

/**
 * Replaces upstream's task ids in a text by ours. An id of none of the requested tasks may be another customer's and is masked; a
 * uuid stays if its field does not name a task.
 */
export function withOurIds(text: string, ids: ReadonlyMap<string, string>): string {
  return text.replaceAll(TASK_IDS, (id, at: number) => {
    const ours = ids.get(id)
    if (ours !== undefined) return ours
    if (UUID.test(id) && !NAMES_A_TASK.test(text.slice(Math.max(0, at - LOOK_BACK), at))) return id
    return NO_TASK_ID
  })
}

export function countTaskIds(value: unknown): number {
  return JSON.stringify(value)?.match(TASK_IDS)?.length ?? 0
}
