import type { ShownRequest } from '@portico/contract/operator-requests.ts'
import type { Db } from '#db/db.ts'
import { type AnyCall, type AnyError, anyCall, anyCallsOfRequest, anyCallsOfTask, anyError } from './find-call-store.ts'

export interface Found {
  found_by: ShownRequest['found_by']
  /** Id of the call, or of the error where no call was recorded. */
  id: string
  main: AnyCall | AnyError
  call: AnyCall | undefined
  error: AnyError | undefined
  related: AnyCall[]
}

/** The call that an id names, of any account: its own id, that of its task, of its request or of a failed webhook. */
export async function findById(db: Db, id: string): Promise<Found | undefined> {
  const call = await anyCall(db, id)
  if (call) return ofCall(db, call.request_id === id ? 'request' : 'call', call)
  const [posted] = await anyCallsOfTask(db, id)
  if (posted) return ofCall(db, 'task', posted)
  const [first] = await anyCallsOfRequest(db, id)
  if (first) return ofCall(db, 'request', first)
  const error = await anyError(db, id)
  if (!error) return undefined
  const [about] = error.kind === 'webhook' && error.task_id !== null ? await anyCallsOfTask(db, error.task_id) : []
  if (about?.login_id === error.login_id) return ofCall(db, 'webhook', about)
  return {
    found_by: error.kind === 'webhook' ? 'webhook' : 'call',
    id,
    main: error,
    call: undefined,
    error,
    related: [],
  }
}

async function ofCall(db: Db, found_by: Found['found_by'], call: AnyCall): Promise<Found> {
  const { id, login_id, request_id, task_id } = call
  const beside = [
    ...(await anyCallsOfRequest(db, request_id)),
    ...(task_id === null ? [] : await anyCallsOfTask(db, task_id)),
  ].filter((one) => one.id !== id && one.login_id === login_id)
  const related = [...new Map(beside.map((one) => [one.id, one])).values()]
  return { found_by, id, main: call, call, error: await anyError(db, id), related }
}
