import { answerAccount } from './answer-account.ts'
import { answerPoll } from './answer-poll.ts'
import { answerReference } from './answer-reference.ts'
import { chargeTasks } from './charge-tasks.ts'
import type { Reply } from './envelope.ts'
import { type Call, type Gate, isPoll } from './gate.ts'
import { readQuery } from './read-query.ts'
import { readTasks, type Tasks } from './read-request.ts'
import { refuse } from './refuse.ts'

export interface Body {
  raw: Buffer | undefined
  encoding: string | undefined
}

/** The rest of the way of a request that was let in: counted, read, done, and answered. */
export async function answerCall(gate: Gate, call: Call, body: Body): Promise<Reply> {
  const { entry, caller } = call
  const entered = isPoll(entry) ? gate.admission.enterPoll(caller) : await gate.admission.enter(caller)
  const limit = { 'x-ratelimit-limit': String(entered.limit) }
  if (!entered.ok) {
    const seconds = entered.code === 40202 ? 60 - call.at.getUTCSeconds() : 1
    const headers = { ...limit, 'x-ratelimit-remaining': '0', 'retry-after': String(seconds) }
    return withHeaders(await refuse(gate, call, entered.code), headers)
  }
  try {
    const reply = await answerEntered(gate, call, body)
    return withHeaders(reply, { ...limit, 'x-ratelimit-remaining': String(entered.remaining) })
  } finally {
    entered.leave()
  }
}

async function answerEntered(gate: Gate, call: Call, body: Body): Promise<Reply> {
  const read = await tasksOf(call, body)
  if (!read.ok) return refuse(gate, call, read.code, read.more)
  switch (call.entry.kind) {
    case 'live':
    case 'task_post':
      return chargeTasks(gate, call, read.tasks)
    case 'tasks_ready':
    case 'task_get':
      return answerPoll(gate, call, read.tasks)
    case 'reference':
      return answerReference(gate, call, read.tasks)
    case 'account':
      return answerAccount(gate, call, read.tasks)
  }
}

/** A look-up needs no body, and what is asked by GET has its fields in the query. */
async function tasksOf({ entry, method, query }: Call, { raw, encoding }: Body): Promise<Tasks> {
  if (method !== 'POST' && method !== 'PUT' && method !== 'PATCH')
    return { ok: true, tasks: [readQuery(entry.schema, query)] }
  const read = await readTasks(raw, encoding)
  const is_optional = entry.http_method !== 'POST' || entry.kind === 'account'
  return !read.ok && read.code === 40502 && is_optional ? { ok: true, tasks: [{}] } : read
}

function withHeaders(reply: Reply, headers: Record<string, string>): Reply {
  return { ...reply, headers: { ...headers, ...reply.headers } }
}
