import { CODE } from '@portico/contract/codes.ts'
import { queryText } from '@portico/contract/plain-request.ts'
import { isSafePathValue } from '#catalogue/index.ts'
import type { PassAnswer } from '#integrations/upstream-pass.ts'
import type { Call, Gate, PlainRequest } from '../gate.ts'
import { failed, type Outcome, type PreparedTask } from '../record/prepared-task.ts'
import { CODES } from '../wire/codes.ts'
import { isRecord, type RawAnswer } from '../wire/envelope.ts'
import { sourceCode } from '../wire/plain-status.ts'
import { chargeFor, counted, NOTHING } from './count-answer.ts'
import { answerHeaders, headersToSource } from './plain-headers.ts'
import { joined, readUpTo, readWhole } from './read-stream.ts'

const MIB = 1024 * 1024
/** An answer up to this size is read completely before its first byte is sent; a larger one is streamed. */
const WHOLE_BYTES = MIB
/** Limit of an answer whose results are counted. */
const COUNTED_BYTES = 64 * MIB
/** Limit of an answer that is stored for its Idempotency-Key. */
const STORED_BYTES = 8 * MIB
const JSON_TYPE = /^application\/([\w.-]+\+)?json\b/i

/** Calls the source of a plain document. Its answers, also refusals about the request, reach the customer unchanged. */
export async function askPlain(
  gate: Gate,
  call: Call,
  preparedTask: PreparedTask,
  may_stream: boolean,
): Promise<Outcome> {
  const { plain_request: request } = call
  if (!gate.pass || call.is_sandbox || !request) return sampleOutcome(gate, call, preparedTask)
  if (call.entry.known_by === null) {
    gate.ctx.log.error(
      { request_id: call.id, entry: call.entry.id },
      'upstream not called: the kind of this path is not known',
    )
    return failed(CODE.sourceUnavailable)
  }
  const path = fillPath(call)
  if (path === undefined) return failed(CODE.sourceUnavailable)
  const sent_ms = performance.now()
  const answer = await gate.pass.call({
    login_id: call.caller.login_id,
    request_id: call.id,
    id: call.entry.id,
    method: call.method === 'HEAD' ? 'HEAD' : call.entry.http_method,
    path: path + queryText(call.entry.plain?.query ?? [], request.query),
    headers: headersToSource(gate, call, request),
    body: bodyOf(call, request),
  })
  if (!answer.ok) return answer.reason === 'slow' ? failed(CODE.sourceTimeout) : failed(CODE.sourceUnavailable)
  try {
    return await outcomeOf(gate, call, preparedTask, answer, may_stream, sent_ms)
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown'
    gate.ctx.log.warn({ request_id: call.id, reason, entry: call.entry.id }, 'upstream answer could not be read')
    return failed(CODE.sourceUnavailable)
  }
}

async function outcomeOf(
  gate: Gate,
  call: Call,
  preparedTask: PreparedTask,
  answer: Extract<PassAnswer, { ok: true }>,
  may_stream: boolean,
  sent_ms: number,
): Promise<Outcome> {
  const { status, body } = answer
  const headers = answerHeaders(gate, call, answer.headers)
  if (!isForCustomer(call, status, headers)) {
    body.on('error', () => undefined).destroy()
    gate.ctx.log.warn({ request_id: call.id, entry: call.entry.id, status }, 'upstream refused the call')
    return status === 504 ? failed(CODE.sourceTimeout) : failed(CODE.sourceUnavailable)
  }
  if (status >= 400) {
    const bytes = await readWhole(body, WHOLE_BYTES)
    const raw = { http: status, headers, body: bytes }
    return { ...failed(sourceCode(status), refusalText(status, bytes)), raw }
  }
  if (status === 304) {
    body.on('error', () => undefined).destroy()
    return {
      code: CODE.ok,
      message: CODES[CODE.ok],
      result: null,
      results: 0,
      cost_micros: 0,
      raw: empty(status, headers),
    }
  }
  const { tariff } = call.entry
  const charged = chargeFor(preparedTask, isCharged(call, status) ? NOTHING : undefined)
  if (call.method === 'HEAD') {
    body.on('error', () => undefined).destroy()
    return {
      code: CODE.ok,
      message: CODES[CODE.ok],
      result: null,
      results: 1,
      ...charged,
      raw: empty(status, headers),
    }
  }
  if (isErrorPage(call, headers)) {
    body.on('error', () => undefined).destroy()
    gate.ctx.log.warn(
      { request_id: call.id, entry: call.entry.id, status },
      'upstream answered with a page instead of JSON',
    )
    return failed(CODE.sourceUnavailable)
  }
  if ((tariff?.results || tariff?.pages || tariff?.measures) && status < 300) {
    const bytes = await readWhole(body, COUNTED_BYTES)
    return counted(gate, call, preparedTask, { http: status, headers, body: bytes }, performance.now() - sent_ms)
  }
  const most = may_stream ? WHOLE_BYTES : STORED_BYTES
  const read = await readUpTo(body, most)
  const good = { code: CODE.ok, message: CODES[CODE.ok], result: null, results: 1, ...charged }
  if (read.rest === undefined) {
    const bytes = Buffer.concat(read.chunks)
    if (status !== 206 && bytes.length > 0 && JSON_TYPE.test(headers['content-type'] ?? ''))
      JSON.parse(bytes.toString('utf8'))
    return { ...good, raw: { http: status, headers, body: bytes } }
  }
  if (may_stream) return { ...good, raw: { http: status, headers, body: joined(read.chunks, read.rest) } }
  body.destroy()
  return failed(
    CODE.invalidBody,
    `The answer is larger than ${STORED_BYTES / MIB} MB, which cannot be kept for an Idempotency-Key. Send the request without one; you were not charged.`,
  )
}

/**
 * Answers about the operator's account, and failures of the source, are not shown to the customer. A 403 is about the resource if
 * the document describes it, else about the account.
 */
function isForCustomer({ entry }: Call, status: number, headers: Record<string, string>): boolean {
  if (status < 200 || status >= 500) return false
  const { account_statuses = [], redirects = 'refuse' } = entry.plain ?? {}
  if (status === 304) return true
  if (status >= 300 && status < 400) return redirects === 'pass' && headers.location !== undefined
  return !account_statuses.includes(status) && (status !== 403 || isDocumented(entry, status))
}

/** A documented status is charged, for example a redirect to a download. */
function isCharged({ entry }: Call, status: number): boolean {
  return status < 300 || isDocumented(entry, status)
}

function isDocumented({ plain }: Call['entry'], status: number): boolean {
  return (
    plain?.statuses.some((one) => one === String(status) || one.toUpperCase() === `${String(status)[0]}XX`) ?? false
  )
}

/** A proxy before the source may answer with an HTML page of its own and status 200. */
function isErrorPage({ entry }: Call, headers: Record<string, string>): boolean {
  return (entry.plain?.is_json_answer ?? false) && /^text\/html\b/i.test(headers['content-type'] ?? '')
}

function empty(http: number, headers: Record<string, string>): RawAnswer {
  return { http, headers, body: Buffer.alloc(0) }
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

/** Puts parameters into a path, encoded once. Undefined when a value could lead to another path. */
function fillPath({ entry, params }: Call): string | undefined {
  if (!Object.values(params).every(isSafePathValue)) return undefined
  return entry.upstream_path.replaceAll(/\{([^{}]+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}

/** The body is passed on as bytes, except when a price is read from it: then it is written again, so that a field that occurs twice is sent as it was charged. */
function bodyOf({ entry }: Call, { body, task }: PlainRequest): Buffer | undefined {
  if (!body || !entry.tariff) return body?.bytes
  const { results, pages, measures = [], normal } = entry.tariff
  const is_read = results || pages || normal.extras.length > 0 || measures.some(({ bound }) => bound !== null)
  if (!is_read) return body.bytes
  if (!/json$/.test(body.type) || entry.plain?.body !== 'fields') return body.bytes
  const in_query = entry.plain.query.map(({ name }) => name)
  return Buffer.from(
    JSON.stringify(Object.fromEntries(Object.entries(task).filter(([name]) => !in_query.includes(name)))),
  )
}

/** The message of a refusal: the status, and the source's own explanation if it gives one. */
function refusalText(status: number, bytes: Buffer): string {
  const detail = detailIn(bytes.toString('utf8'))
  return `The data source answered ${status}.${detail ? ` ${detail.toWellFormed().replaceAll('\0', '').slice(0, 300)}` : ''}`
}

function detailIn(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text)
    if (!isRecord(value)) return undefined
    return [value.detail, value.message, value.error, value.title].find((one) => typeof one === 'string')
  } catch {
    return undefined
  }
}
