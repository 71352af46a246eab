import { isRecord, type Reply } from './envelope.ts'
import { type FreeResult, failure, freeReply, ok } from './free-reply.ts'
import { type Call, functionOf, type Gate } from './gate.ts'
import { ownTask, RESULTS_KEPT_MS, readTask } from './get-task.ts'
import { refuse } from './refuse.ts'
import { markFetched, readyTasks, type TaskRow } from './task-store.ts'

const MOST_READY = 1000

/** `tasks_ready` and `task_get`, and all that is read of a task by its id. */
export async function answerPoll(gate: Gate, call: Call, tasks: unknown[]): Promise<Reply> {
  if (call.entry.kind === 'tasks_ready') return freeReply(gate, call, [ok(await listReady(gate, call))])
  const [asked = {}] = tasks
  if (tasks.length > 1) return refuse(gate, call, 40000)
  const [fault] = call.method === 'GET' ? [] : gate.catalogue.validate(call.entry, asked)
  if (fault) return freeReply(gate, call, [{ code: fault.code, message: fault.message, result: null, asked }])
  return freeReply(gate, call, [await fetchTask(gate, call, isRecord(asked) ? asked : {})])
}

async function fetchTask(gate: Gate, call: Call, asked: Record<string, unknown>): Promise<FreeResult> {
  const { id: asked_id, ...fields } = asked
  const id = call.params.id ?? asked_id
  const row = await ownTask(gate, ownerOf(call), id)
  // By an id in the path the call is found; one in a body is said back as it was sent.
  if (!row)
    return { ...failure(40401), asked, ...(call.params.id !== undefined && { id: call.params.id.slice(0, 100) }) }
  const part = await readTask(gate, call.entry, row, fields)
  if (part.code === 20000) await markFetched(gate.ctx.db, row.id, gate.ctx.clock.now())
  return part
}

function ownerOf({ caller, is_sandbox }: Call): Pick<TaskRow, 'login_id' | 'is_sandbox'> {
  return { login_id: caller.login_id, is_sandbox }
}

async function listReady(gate: Gate, call: Call): Promise<unknown[]> {
  const { entry, is_sandbox } = call
  const getters = gate.catalogue.entries.filter(
    (one) => one.kind === 'task_get' && one.function_id === entry.function_id && one.path.includes('{id}'),
  )
  const since = new Date(gate.ctx.clock.now().getTime() - RESULTS_KEPT_MS)
  const of = { ...ownerOf(call), api: entry.api, function: functionOf(entry) }
  const rows = await readyTasks(gate.ctx.db, of, since, MOST_READY)
  const [, se, se_type] = entry.function_id.split('/')
  return rows.map((row) => ({
    id: row.id,
    ...(se && { se }),
    ...(se_type && { se_type }),
    date_posted: `${row.posted_at.toISOString().slice(0, 19).replace('T', ' ')} +00:00`,
    tag: row.tag,
    ...Object.fromEntries(
      getters.map(({ tier, path }) => [
        tier === null ? 'endpoint' : `endpoint_${tier}`,
        `${is_sandbox ? '/sandbox' : ''}${path.replace('{id}', row.id)}`,
      ]),
    ),
  }))
}
