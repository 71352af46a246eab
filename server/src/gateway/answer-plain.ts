import type { PlainEntry } from '#catalogue/index.ts'
import { chargeTasks } from './charge/charge-tasks.ts'
import type { Call, Gate } from './gate.ts'
import { readPlainRequest } from './plain/plain-request.ts'
import { freeReply } from './record/free-reply.ts'
import { refuse } from './record/refuse.ts'
import { plainBodyBounds } from './wire/body-bounds.ts'
import type { Reply } from './wire/envelope.ts'
import type { OpenBody } from './wire/open-bodies.ts'
import type { Upload } from './wire/read-body.ts'

/** A call of a document that speaks no envelope: checked, held, passed on as it is, and charged for what came back. */
export async function answerPlain(gate: Gate, call: Call, upload: Upload, open: OpenBody): Promise<Reply> {
  if (!isPlainCall(call)) throw new Error(`not a plain entry: ${call.entry.id}`)
  const fault = gate.catalogue.validatePathParams(call.entry, call.params)
  if (fault) return freeReply(gate, call, [{ code: fault.code, message: fault.message, result: null }])
  const read = await readPlainRequest(call, upload, plainBodyBounds(gate.ctx.env.upstream.request_max_bytes), open)
  if (!read.ok) {
    const reply = await refuse(gate, call, read.code, read.more)
    const status = 'is_too_large' in read && read.is_too_large ? { status: 413 } : {}
    return { ...reply, ...status, headers: { ...read.headers, ...reply.headers } }
  }
  const { request } = read
  return chargeTasks(gate, { ...call, plain_request: request }, [request.task])
}

function isPlainCall(call: Call): call is Call & { entry: { plain: PlainEntry } } {
  return call.entry.plain !== null
}
