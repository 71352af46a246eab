import { CODE } from '@portico/contract/codes.ts'
import { type Call, functionOf, type Gate } from '../gate.ts'
import { type FreeResult, failure, ok, recordFreeReply } from '../record/free-reply.ts'
import { refuseAndRecord } from '../record/refuse-and-record.ts'
import { isRecord, type Reply } from '../wire/envelope.ts'
import { ownTask, pathOf, RESULTS_STORED_MS, readTask } from './get-task.ts'
import { markFetched, readyTasks, type TaskRow } from './task-store.ts'

const MOST_READY = 1000

/** Answers `tasks_ready`, `task_get` and every other read of a task by its id. */
export async function answerPoll(gate: Gate, call: Call, tasks: unknown[]): Promise<Reply> {
  if (call.entry.kind === 'tasks_ready') return recordFreeReply(gate, call, [ok(await listReady(gate, call))])
  const [params = {}] = tasks
  if (tasks.length > 1) return refuseAndRecord(gate, call, { code: CODE.oneTaskOnly })
  const [fault] = call.method === 'GET' ? [] : gate.catalogue.validate(call.entry, params)
  if (fault) return recordFreeReply(gate, call, [{ code: fault.code, message: fault.message, result: null, params }])
  return recordFreeReply(gate, call, [await fetchTask(gate, call, isRecord(params) ? params : {})])
}

async function fetchTask(gate: Gate, call: Call, params: Record<string, unknown>): Promise<FreeResult> {
  const where = call.entry.task_id_in ?? { field: 'id' }
  const in_path = 'template' in where ? call.params[where.template] : undefined
  const { [in_path === undefined && 'field' in where ? where.field : 'id']: body_id, ...fields } = params
  const id = in_path ?? body_id
  const row = await ownTask(gate, ownerOf(call), id)
  // An id in the path identifies the call in Usage; one in the body is echoed with the parameters.
  if (!row)
    return { ...failure(CODE.taskNotFound), params, ...(in_path !== undefined && { id: in_path.slice(0, 100) }) }
  const part = await readTask(gate, call.entry, row, fields)
  if (part.code === CODE.ok) await markFetched(gate.ctx.db, row.id, gate.ctx.clock.now())
  return part
}

function ownerOf({ caller, is_sandbox }: Call): Pick<TaskRow, 'login_id' | 'is_sandbox'> {
  return { login_id: caller.login_id, is_sandbox }
}

async function listReady(gate: Gate, call: Call): Promise<unknown[]> {
  const { entry, is_sandbox } = call
  const since = new Date(gate.ctx.clock.now().getTime() - RESULTS_STORED_MS)
  // A path that no posting path belongs to lists the whole API.
  const name = entry.posted_by ? functionOf(entry) : undefined
  const of = { ...ownerOf(call), api: entry.api, function: name }
  const rows = await readyTasks(gate.ctx.db, of, since, MOST_READY)
  return rows.map((row) => ({
    id: row.id,
    ...engineOf(row),
    date_posted: `${row.posted_at.toISOString().slice(0, 19).replace('T', ' ')} +00:00`,
    tag: row.tag,
    ...Object.fromEntries(
      (gate.catalogue.entry(row.entry_id)?.fetched_by ?? []).map((getter) => [
        getter.tier === null ? 'endpoint' : `endpoint_${getter.tier}`,
        `${is_sandbox ? '/sandbox' : ''}${pathOf(getter, row.id)}`,
      ]),
    ),
  }))
}

/** Engine and search type of a task, from the name of its function. */
function engineOf({ function: name }: TaskRow): { se?: string; se_type?: string } {
  const [se, se_type] = name.split('/')
  return { ...(se_type && { se, se_type }) }
}
