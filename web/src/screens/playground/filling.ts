import type { CatalogueFunction } from '@portico/contract/catalogue.ts'
import type { Output } from '@portico/contract/endpoint.ts'
import type { PlaygroundRun, SavedRequest } from '@portico/contract/playground.ts'
import type { usage } from '@portico/contract/usage.ts'
import { isRecord } from '#lib/guards.ts'
import type { PlaygroundAddress } from './address.ts'
import { readShared } from './read-shared.ts'
import { methodOfPath } from './task-ids.ts'

/**
 * The part of a link that could not be restored: the request of a past task, its function, a run or saved request, or
 * the whole content of the link.
 */
export type Missing = 'task' | 'function' | 'request' | 'link'

/** The initial values of the form. */
export interface Filling {
  key: string
  method_id: string | undefined
  task: Record<string, unknown>
  params: Record<string, string>
  missing?: Missing
}

interface Known {
  functions: readonly Pick<CatalogueFunction, 'methods'>[]
  /** The method the path of the address names. */
  named: string | undefined
  /** The past task; undefined while it is loading, null where there is none. */
  past: Pick<Output<typeof usage.getUsageTask>, 'request' | 'path' | 'http_method'> | null | undefined
  /** Undefined while they are loading. */
  runs: readonly PlaygroundRun[] | undefined
  saved: readonly SavedRequest[] | undefined
  /** True while a missing entry may still arrive. */
  isAsking: boolean
}

/** A past request named by the address, or what is missing of it; undefined: none is named, or it is not known yet. */
export function fillingOf(address: PlaygroundAddress, known: Known): Filling | undefined {
  const { from, run, saved, shared } = address
  if (from !== undefined) return known.past === undefined ? undefined : fromPast(from, known.past, known.functions)
  if (shared !== undefined) {
    const sent = readShared(shared)
    return sent ? { key: `link ${shared}`, method_id: known.named, ...sent } : nothing('link', known.named)
  }
  if (run !== undefined) return fromStored('run', run, known.runs, known.isAsking)
  if (saved !== undefined) return fromStored('saved', saved, known.saved, known.isAsking)
  return undefined
}

function fromPast(id: string, past: NonNullable<Known['past']> | null, functions: Known['functions']): Filling {
  if (past === null) return nothing('task')
  const { request, path, http_method } = past
  const found = methodOfPath(functions, http_method, path)
  // The fields of a function that is not offered here belong into no other form.
  if (!found) return nothing('function')
  const task = isRecord(request) ? request : {}
  // The path of a look-up may contain its whole request.
  const isMissing = request === null && http_method !== 'GET'
  return { key: `from ${id} ${found.method_id}`, task, ...found, ...(isMissing && { missing: 'task' }) }
}

function fromStored(
  kind: 'run' | 'saved',
  id: string,
  stored: readonly (PlaygroundRun | SavedRequest)[] | undefined,
  isAsking: boolean,
): Filling | undefined {
  const one = stored?.find((entry) => String(entry.id) === id)
  if (!one) return stored && !isAsking ? nothing('request') : undefined
  return { key: `${kind} ${id}`, method_id: one.method_id, task: one.task, params: one.params }
}

function nothing(missing: Missing, method_id?: string): Filling {
  return { key: `missing ${missing}`, method_id, task: {}, params: {}, missing }
}
