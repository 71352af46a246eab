import type { CatalogueFunction } from '@portico/contract/catalogue.ts'
import type { PlaygroundRun } from '@portico/contract/playground.ts'
import { decodedUri } from '@portico/contract/uri.ts'
import type { TaskRow } from '@portico/contract/usage.ts'

export interface KnownTask {
  id: string
  at: string
}

const OFFERED_MAX = 20

/** A field that names a task by its id. */
export function isTaskIdField(name: string): boolean {
  return name === 'id' || name === 'task_id'
}

/** Posted tasks of one API, the newest first, each once. */
export function tasksOfApi(
  path: string,
  runs: Pick<PlaygroundRun, 'task_id' | 'method_id' | 'at'>[],
  rows: Pick<TaskRow, 'task_id' | 'path' | 'at'>[],
): KnownTask[] {
  const api = apiOf(path)
  const tried = runs.filter(({ method_id }) => apiOf(method_id.split(' ')[1] ?? '') === api)
  const called = rows.filter((row) => apiOf(row.path) === api)
  const known = new Map<string, KnownTask>()
  for (const { task_id, at } of [...tried, ...called])
    if (task_id !== null && !known.has(task_id)) known.set(task_id, { id: task_id, at })
  return [...known.values()].sort((a, b) => b.at.localeCompare(a.at)).slice(0, OFFERED_MAX)
}

function apiOf(path: string): string {
  return path.split('/').filter(Boolean)[1] ?? ''
}

/** The method of a past path, and the values of its templates. */
export function methodOfPath(
  functions: readonly Pick<CatalogueFunction, 'methods'>[],
  http_method: string,
  path: string,
): { method_id: string; params: Record<string, string> } | undefined {
  const given = path.split('/')
  for (const method of functions.flatMap(({ methods }) => methods)) {
    const names = method.path.split('/')
    if (method.http_method !== http_method || names.length !== given.length) continue
    const pairs = names.map((name, at) => [name, given[at] ?? ''] as const)
    if (!pairs.every(([name, value]) => name === value || (isTemplate(name) && value !== ''))) continue
    const params = pairs.flatMap(([name, value]) => (isTemplate(name) ? [[name.slice(1, -1), decodedUri(value)]] : []))
    return { method_id: method.id, params: Object.fromEntries(params) }
  }
  return undefined
}

function isTemplate(name: string): boolean {
  return name.startsWith('{') && name.endsWith('}')
}
