import { statusClass } from '@portico/contract/code-facts.ts'
import { CODE } from '@portico/contract/codes.ts'
import type { InsideCaller } from '#access/index.ts'
import { type Attributes, inSpan } from '#db/trace.ts'
import { countKeyCall } from './admit/key-rate.ts'
import { answerPlain } from './answer-plain.ts'
import { chargeTasks } from './charge/charge-tasks.ts'
import { answerAccount } from './free/answer-account.ts'
import { answerReference } from './free/answer-reference.ts'
import { type Call, type Entered, functionOf, type Gate, isPoll } from './gate.ts'
import { recordFreeReply } from './record/free-reply.ts'
import { refuseAndRecord } from './record/refuse-and-record.ts'
import { answerPoll } from './tasks/answer-poll.ts'
import { bodyBounds } from './wire/body-bounds.ts'
import { isRecord, type Reply } from './wire/envelope.ts'
import type { OpenBody } from './wire/open-bodies.ts'
import type { Upload } from './wire/read-body.ts'
import { readQuery } from './wire/read-query.ts'
import { readTasks, type Tasks } from './wire/read-request.ts'

const SHORT_ROWS = 10

type Admitted = Extract<Entered, { ok: true }>

/** Counts a call before its body is read. An admitted call must leave; a call that agents' routes have admitted is not counted again. */
export async function enterCall(
  gate: Gate,
  call: Call,
  as: InsideCaller | undefined,
): Promise<{ ok: true; entered: Admitted } | { ok: false; reply: Reply }> {
  if (as?.admitted) return { ok: true, entered: { ok: true, ...as.admitted, leave: () => undefined } }
  const entered = await admit(gate, call)
  if (entered.ok) return { ok: true, entered }
  const { code, more, limit } = entered
  const seconds = code === CODE.rateLimit ? 60 - call.at.getUTCSeconds() : 1
  const headers = {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': '0',
    'retry-after': String(seconds),
  }
  return { ok: false, reply: await refuseAndRecord(gate, call, { code, headers, ...(more && { more }) }) }
}

/** Of a key with a rate, the tighter of both limits is shown. */
async function admit({ admission, ctx }: Gate, call: Call): Promise<Entered> {
  if (isPoll(call.entry)) return admission.enterPoll(call.caller)
  const of_key = await countKeyCall(ctx.db, call)
  if (of_key && !of_key.ok) return of_key
  const entered = await admission.enter(call.caller)
  const isTighter = entered.ok && of_key && of_key.remaining < entered.remaining
  return isTighter ? { ...entered, limit: of_key.limit, remaining: of_key.remaining } : entered
}

/** Reads the body of an admitted call, runs its tasks and builds the reply. */
export async function answerCall(
  gate: Gate,
  call: Call,
  { limit, remaining }: Admitted,
  body: { upload: Upload; open: OpenBody },
): Promise<Reply> {
  const attributes: Attributes = { 'portico.api': call.entry.api, 'portico.function': functionOf(call.entry) }
  const reply = await inSpan(
    { name: 'gateway call', kind: 'internal', attributes },
    () => answerAdmitted(gate, call, body.upload, body.open),
    ({ envelope }) => {
      attributes['portico.code'] = envelope.status_code
      return statusClass(envelope.status_code) === 'server'
    },
  )
  return withHeaders(reply, { 'x-ratelimit-limit': String(limit), 'x-ratelimit-remaining': String(remaining) })
}

async function answerAdmitted(gate: Gate, call: Call, upload: Upload, open: OpenBody): Promise<Reply> {
  if (call.entry.plain) return answerPlain(gate, call, upload, open)
  const fault = gate.catalogue.validatePathParams(call.entry, call.params)
  if (fault) return recordFreeReply(gate, call, [{ code: fault.code, message: fault.message, result: null }])
  const read = await tasksOf(call, upload, open)
  if (!read.ok) return refuseAndRecord(gate, call, read)
  const tasks = read.tasks.map((task) => inShort(call, gate.catalogue.plainTypes(call.entry, task)))
  switch (call.entry.kind) {
    case 'live':
    case 'task_post':
      return chargeTasks(gate, call, tasks)
    case 'tasks_ready':
    case 'task_get':
      return answerPoll(gate, call, tasks)
    case 'reference':
      return answerReference(gate, call, tasks)
    case 'account':
      return answerAccount(gate, call, tasks)
  }
}

/** Agents read ten rows unless they ask for more. */
function inShort({ is_short, entry }: Call, task: unknown): unknown {
  if (!is_short || entry.kind !== 'live' || !isRecord(task) || Object.keys(task).length === 0) return task
  const cuts = ['limit', 'depth'].flatMap((name) => {
    const field = entry.schema.properties?.[name]
    if (!field || (task[name] ?? null) !== null) return []
    const rows = Math.max(Math.min(SHORT_ROWS, field.maximum ?? SHORT_ROWS), field.minimum ?? 0)
    // A `depth` that counts levels has a default below ten, which is left alone.
    return typeof field.default === 'number' && field.default <= rows ? [] : [[name, rows]]
  })
  return cuts.length === 0 ? task : { ...task, ...Object.fromEntries(cuts) }
}

/** A GET has its fields in the query, and look-ups need no body. */
async function tasksOf({ entry, method, query }: Call, upload: Upload, open: OpenBody): Promise<Tasks> {
  if (method !== 'POST' && method !== 'PUT' && method !== 'PATCH')
    return { ok: true, tasks: [readQuery(entry.schema, query)] }
  const read = await readTasks(upload, bodyBounds(entry), open)
  const is_optional = entry.http_method !== 'POST' || entry.kind === 'account'
  return !read.ok && read.code === CODE.emptyBody && is_optional ? { ok: true, tasks: [{}] } : read
}

function withHeaders(reply: Reply, headers: Record<string, string>): Reply {
  return { ...reply, headers: { ...headers, ...reply.headers } }
}
