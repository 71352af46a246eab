import { CODE, isGood } from '@portico/contract/codes.ts'
import { ruleOf } from '#answers/index.ts'
import { timeOfCall } from '#crypto/call-id.ts'
import { type Call, functionOf, type Gate } from '../gate.ts'
import type { Reply, TaskReply } from '../wire/envelope.ts'
import { problemOf } from '../wire/plain-status.ts'

type Answering = Pick<Gate, 'ctx' | 'answers'>
type Answered = Pick<Call, 'id' | 'is_sandbox' | 'is_plain'> & {
  caller: Pick<Call['caller'], 'login_id' | 'answers'>
  entry: Pick<Call['entry'], 'api' | 'function_id'>
}

const JSON_TYPE = 'application/json'

/** Hands the answer of one row to those who store answers: what the customer got for a task, or for a request without one. */
export function keepAnswer(
  gate: Answering,
  call: Answered,
  { id, code, reply, task }: { id: string; code: number; reply: Reply; task?: TaskReply },
): void {
  const { raw } = reply
  const type = raw?.headers['content-type'] ?? JSON_TYPE
  if (!raw) keepBody(gate, call, { id, code, http: reply.http, type, body: task ?? bodyOf(call, reply) })
  // A stream is stored when it ends.
  else if (Buffer.isBuffer(raw.body))
    keepBody(gate, call, { id, code, http: raw.http, type, body: raw.body, bytes: raw.bytes })
}

function bodyOf({ id, is_plain }: Answered, { envelope, status }: Reply): unknown {
  return is_plain ? problemOf(envelope, id, status) : envelope
}

export interface AnsweredBody {
  id: string
  code: number
  http: number
  type: string
  body: unknown
  /** Size of the whole answer, of which `body` may be the beginning. */
  bytes?: number
}

export function keepBody(
  { ctx, answers }: Answering,
  call: Answered,
  { id, code, http, type, body, bytes }: AnsweredBody,
): void {
  // The reply to a queued task has nothing beyond its row.
  if (code === CODE.taskCreated) return
  const { caller, entry, is_sandbox } = call
  answers.keep({
    id,
    at: timeOfCall(id),
    login_id: caller.login_id,
    api: entry.api,
    function: functionOf(entry),
    is_sandbox,
    is_good: isGood(code),
    http_status: http,
    type,
    body,
    bytes,
    rule: ruleOf(ctx, caller.answers),
  })
}

/** Collects the beginning of an answer that is passed on as it comes. */
export function tapAnswer(
  gate: Answering,
  call: Answered,
): { add(chunk: Buffer): void; body(): Buffer; bytes(): number } {
  const rule = ruleOf(gate.ctx, call.caller.answers)
  const most_bytes = rule && (rule.failed || rule.share > 0) ? rule.max_kb * 1024 : 0
  const chunks: Buffer[] = []
  let bytes = 0
  return {
    add(chunk) {
      if (bytes <= most_bytes && most_bytes > 0) chunks.push(chunk.subarray(0, most_bytes + 1 - bytes))
      bytes += chunk.length
    },
    body: () => Buffer.concat(chunks),
    bytes: () => bytes,
  }
}
