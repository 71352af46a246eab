import { CODE } from '@portico/contract/codes.ts'
import { queryText } from '@portico/contract/plain-request.ts'
import { isPassablePathValue } from '#catalogue/index.ts'
import type { Call, Gate, PlainRequest } from '../gate.ts'
import { failed, type Outcome, type PreparedTask } from '../record/prepared-task.ts'
import { CODES, tooLargeText } from '../wire/codes.ts'
import type { PassedUpload } from '../wire/pass-upload.ts'
import { refusalOf } from '../wire/read-request.ts'
import { counted } from './count-answer.ts'
import { headersToSource } from './plain-headers.ts'
import { readOutcome } from './read-outcome.ts'
import { AnswerTooLarge } from './read-stream.ts'

/** Calls the source of a plain document. Its answers, also refusals about the request, reach the customer unchanged. */
export async function askPlain(
  gate: Gate,
  call: Call,
  preparedTask: PreparedTask,
  may_stream: boolean,
): Promise<Outcome> {
  const { plain_request: request } = call
  if (!gate.pass || call.is_sandbox || !request) return sampleOutcome(gate, call, preparedTask)
  const { plain, http_method, id, known_by } = call.entry
  if (known_by === null) {
    gate.ctx.log.error({ request_id: call.id, entry: id }, 'upstream not called: the kind of this path is not known')
    return failed(CODE.sourceUnavailable)
  }
  const path = fillPath(call)
  if (path === undefined) return failed(CODE.sourceUnavailable)
  const sent_ms = performance.now()
  const answer = await gate.pass.call({
    login_id: call.caller.login_id,
    request_id: call.id,
    id,
    method: call.method === 'HEAD' ? 'HEAD' : http_method,
    path: path + queryText(plain?.query ?? [], request.query),
    headers: headersToSource(gate, call, request),
    body: bodyOf(call, request),
    ...(plain?.redirects === 'follow' && { follow: { hosts: plain.redirect_hosts, server: plain.server } }),
  })
  if (!answer.ok) {
    if (answer.reason === 'upload' && request.body?.upload) return uploadOutcome(gate, request.body.upload)
    return answer.reason === 'slow' ? failed(CODE.sourceTimeout) : failed(CODE.sourceUnavailable)
  }
  try {
    return await readOutcome(gate, call, preparedTask, { ...answer, sent_ms }, may_stream)
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown'
    gate.ctx.log.warn({ request_id: call.id, reason, entry: id }, 'upstream answer could not be read')
    if (error instanceof AnswerTooLarge) return failed(CODE.answerTooLarge, tooLargeText(error.max_bytes))
    return failed(CODE.sourceUnavailable)
  }
}

/** The customer's body did not arrive: nothing is charged, and the source got no complete request. */
function uploadOutcome({ ctx }: Gate, upload: PassedUpload): Outcome {
  const why = upload.failure() ?? 'gone'
  if (why === 'source_slow') return failed(CODE.sourceTimeout)
  const { code, more } = refusalOf(why, { bytes: ctx.env.upstream.request_max_bytes })
  return { ...failed(code, `${CODES[code]} ${more}`), ...(why === 'too_large' && { status: 413 }) }
}

/** Without a source, and in the sandbox, the document's own example is the answer. */
function sampleOutcome(gate: Gate, call: Call, preparedTask: PreparedTask): Outcome {
  const sample = call.entry.plain?.sample_answer
  if (!sample) return failed(CODE.noSandboxData)
  const { status, type, body } = sample
  const text = body === undefined ? '' : typeof body === 'string' && !/json/.test(type) ? body : JSON.stringify(body)
  const headers: Record<string, string> = type ? { 'content-type': type } : {}
  const raw = { http: status, headers, body: Buffer.from(text) }
  return counted(gate, call, preparedTask, raw, 0, body ?? null)
}

/** Characters that RFC 3986 allows in a segment of a path. */
const SEGMENT = /^(?:[\w.~!$&'()*+,;=:@-]|%[\da-f]{2})*$/i

/**
 * Puts parameters into a path as the customer wrote them, or encoded once where that is no valid path. Undefined when a value could
 * lead to another path.
 */
function fillPath({ entry, params, raw_params }: Call): string | undefined {
  const may_have_slash = entry.plain?.slashes ?? []
  const is_safe = Object.entries(params).every(([name, value]) =>
    isPassablePathValue(value, may_have_slash.includes(name)),
  )
  if (!is_safe) return undefined
  return entry.upstream_path.replaceAll(/\{([^{}]+)\}/g, (_, name: string) => {
    const raw = raw_params[name]
    return raw !== undefined && SEGMENT.test(raw) ? raw : encodeURIComponent(params[name] ?? '')
  })
}

/** The body is passed on as bytes, except when a price is read from it: then it is written again, so that a field that occurs twice is sent as it was charged. */
function bodyOf({ entry }: Call, { body, task }: PlainRequest): Buffer | PassedUpload | undefined {
  if (!body || body.upload || !entry.tariff) return body?.upload ?? body?.bytes
  const { results, pages, measures = [], normal } = entry.tariff
  const is_read = results || pages || normal.extras.length > 0 || measures.some(({ bound }) => bound !== null)
  if (!is_read) return body.bytes
  if (!/json$/.test(body.type) || entry.plain?.body !== 'fields') return body.bytes
  const in_query = entry.plain.query.map(({ name }) => name)
  return Buffer.from(
    JSON.stringify(Object.fromEntries(Object.entries(task).filter(([name]) => !in_query.includes(name)))),
  )
}
