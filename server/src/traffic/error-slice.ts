import type { ErrorKind } from '@portico/contract/errors.ts'

/** A filter after every question of who may see what has been answered: ids instead of names. */
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
  /** How it came in: `program`, `playground`, `agent`, or the number of one agent. */
  via?: string | undefined
  is_sandbox: boolean
}
