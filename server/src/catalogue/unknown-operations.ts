import type { Log } from '#db/log.ts'
import { startProblem } from '#db/start-problem.ts'
import type { Entry } from './entry.ts'
import type { Operation } from './read-operations.ts'

/** A path the gateway cannot pass on safely, and what its document or an overlay has to say first. */
export interface UnknownOperation {
  id: string
  where: string
  missing: string
}

const NO_KIND = 'no rule says what it is; set x-portico-kind (live, reference, task_get, account …) in an overlay'
const NO_GETTER = 'its tasks could not be fetched: there is no GET path of the kind task_get for this function'

export function findUnknown(operations: readonly Operation[], entries: readonly Entry[]): UnknownOperation[] {
  return operations.flatMap(({ id, known_by, kind, place }, at) => {
    const has_getter = kind !== 'task_post' || (entries[at]?.fetched_by.length ?? 0) > 0
    if (known_by !== null && has_getter) return []
    const where = `${place.source.file}:${place.source.line(place.path)}`
    return [{ id, where, missing: known_by === null ? NO_KIND : NO_GETTER }]
  })
}

/** Stops a start that has a source of real data; without one nothing of the operator's can be shown. */
export function checkUnknown(unknown: readonly UnknownOperation[], has_source: boolean, log: Pick<Log, 'warn'>): void {
  if (has_source) requireKnown(unknown)
  else if (unknown.length > 0) log.warn({ unknown }, 'paths of an unknown kind are answered by the sample source')
}

/** With the operator's credentials only what is known goes upstream. */
export function requireKnown(unknown: readonly UnknownOperation[]): void {
  if (unknown.length === 0) return
  const head = `UPSTREAM_URL is set, but ${unknown.length} of the paths cannot be sent there:`
  throw startProblem(
    head,
    unknown.map(({ id, where, missing }) => `${where}: ${id}: ${missing}`),
  )
}
