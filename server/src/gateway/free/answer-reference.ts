import { CODE } from '@portico/contract/codes.ts'
import type { Call, Gate } from '../gate.ts'
import { failure, recordFreeReply } from '../record/free-reply.ts'
import { refuseAndRecord } from '../record/refuse-and-record.ts'
import { askSource } from '../tasks/ask-source.ts'
import type { Reply } from '../wire/envelope.ts'
import { isRecord } from '../wire/envelope.ts'

/** Free look-ups: locations, languages, categories, models. */
export async function answerReference(gate: Gate, call: Call, tasks: unknown[]): Promise<Reply> {
  const [input = {}] = tasks
  if (tasks.length > 1) return refuseAndRecord(gate, call, { code: CODE.oneTaskOnly })
  const [fault] = gate.catalogue.validate(call.entry, input)
  if (fault)
    return recordFreeReply(gate, call, [{ code: fault.code, message: fault.message, result: null, params: input }])
  if (!isRecord(input)) return recordFreeReply(gate, call, [failure(CODE.invalidBody, 'A task must be an object.')])
  const { entry, params, is_sandbox, at } = call
  const { code, message, result, results } = await askSource(gate, {
    entry,
    params,
    task: input,
    is_sandbox,
    at,
    login_id: call.caller.login_id,
    request_id: call.id,
  })
  return recordFreeReply(gate, call, [{ code, message, result, results, params: input, data: { ...input, ...params } }])
}
