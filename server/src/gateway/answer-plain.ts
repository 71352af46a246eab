import type { PlainEntry } from '#catalogue/index.ts'
import { chargeTasks } from './charge/charge-tasks.ts'
import type { Call, Gate } from './gate.ts'
import { readPlainRequest } from './plain/plain-request.ts'
import { recordFreeReply } from './record/free-reply.ts'
import { refuseAndRecord } from './record/refuse-and-record.ts'
import { plainBodyBounds } from './wire/body-bounds.ts'
import type { Reply } from './wire/envelope.ts'
import type { OpenBody } from './wire/open-bodies.ts'
import type { Upload } from './wire/read-body.ts'

/** Answers a call of a plain document (no envelope): it is checked, held, passed on unchanged, and charged for what came back. */
export async function answerPlain(gate: Gate, call: Call, upload: Upload, open: OpenBody): Promise<Reply> {
  if (!isPlainCall(call)) throw new Error(`entry ${call.entry.id} is not of a plain document`)
  const fault = gate.catalogue.validatePathParams(call.entry, call.params)
  if (fault) return recordFreeReply(gate, call, [{ code: fault.code, message: fault.message, result: null }])
  const bounds = plainBodyBounds(gate.ctx.env.upstream.request_max_bytes)
  // With a key the body is compared with that of a repetition, a priced size must be known, and the sandbox passes nothing on.
  const is_measured = call.entry.tariff?.measures?.some(({ of }) => of === 'request_bytes') ?? false
  const may_pass = gate.pass !== undefined && !call.is_sandbox && !is_measured && call.idempotency_key === undefined
  const read = await readPlainRequest(call, upload, bounds, open, may_pass)
  if (!read.ok) {
    const reply = await refuseAndRecord(gate, call, read)
    return 'is_too_large' in read && read.is_too_large ? { ...reply, status: 413 } : reply
  }
  const { request } = read
  return chargeTasks(gate, { ...call, plain_request: request }, [request.task])
}

function isPlainCall(call: Call): call is Call & { entry: { plain: PlainEntry } } {
  return call.entry.plain !== null
}
