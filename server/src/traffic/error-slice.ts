import type { ErrorKind } from '@portico/contract/errors.ts'

/** A filter after the permission checks, with ids instead of names. */
export interface ErrorSlice {
  login_ids: number[]
  from: Date
  to: Date
  kind: ErrorKind
  code: number | undefined
  class: string | undefined
  /** `api/function`. */
  function: string | undefined
  task_id: string | undefined
  /** Origin of the call: `program`, `playground`, `agent`, or the id of one agent. */
  via?: string | undefined
  is_sandbox: boolean
}
