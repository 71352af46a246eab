import type { Span } from './cut-range.ts'

/** A filter after the permission checks, with ids instead of names. */
export interface Slice {
  login_ids: number[]
  range: Span
  /** `api/function`; undefined: all of them. */
  functions: string[] | undefined
  method: string | undefined
  priority: number | undefined
  status_class: string | undefined
  status_code: number | undefined
  tag: string | undefined
  task_id: string | undefined
  ip?: string | undefined
  /** Origin of the call: `program`, `playground`, `agent`, or the id of one agent. */
  via?: string | undefined
  is_sandbox: boolean
  /** Every error of the range is still stored, so failed calls are found through their errors instead of among all calls. */
  has_errors: boolean
}

const FIRST_ERROR = 40_000

export function isFailure({ status_class, status_code }: Slice): boolean {
  if (status_code !== undefined) return status_code >= FIRST_ERROR
  return status_class !== undefined && status_class !== 'ok' && status_class !== 'queued'
}

/** True for filters that the rollups lack: they are counted call by call. */
export function needsCalls({ status_code, tag, task_id, ip, via }: Slice): boolean {
  return [status_code, tag, task_id, ip, via].some((filter) => filter !== undefined)
}

/** All paid calls of these logins in a range. */
export function paidSlice(login_ids: number[], range: Slice['range']): Slice {
  return {
    login_ids,
    range,
    functions: undefined,
    method: undefined,
    priority: undefined,
    status_class: undefined,
    status_code: undefined,
    tag: undefined,
    task_id: undefined,
    is_sandbox: false,
    has_errors: false,
  }
}
