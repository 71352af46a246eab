import { queryText } from '@portico/contract/plain-request.ts'
import { countResults, isSafePathValue, lacksList } from '#catalogue/index.ts'
import type { PassAnswer } from '#integrations/upstream-pass.ts'
import type { Call, Gate, PlainRequest } from '../gate.ts'
import { failed, type Outcome, type PreparedTask } from '../record/prepared-task.ts'
import { reportMissingList } from '../tasks/ask-source.ts'
import { CODES } from '../wire/codes.ts'
import { isRecord, type RawAnswer } from '../wire/envelope.ts'
import { sourceCode } from '../wire/plain-status.ts'
import { answerHeaders, headersToSource } from './plain-headers.ts'
import { joined, readUpTo, readWhole } from './read-stream.ts'

const MIB = 1024 * 1024
/** Up to here an answer is complete before its first byte leaves; what is larger is passed on as it comes. */
const WHOLE_BYTES = MIB
/** Of an answer whose results are counted. */
const COUNTED_BYTES = 64 * MIB
/** Of an answer that is kept for its Idempotency-Key. */
const KEPT_BYTES = 8 * MIB
const JSON_TYPE = /^application\/([\w.-]+\+)?json\b/i

/** Asks the source in its own words; its good and its refusing answers are the customer's as they are. */
export async function askPlain(gate: Gate, call: Call, work: PreparedTask, may_stream: boolean): Promise<Outcome> {
  const { plain_request: request } = call
  if (!gate.pass || call.is_sandbox || !request) return sampleOutcome(call, work)
  if (call.entry.known_by === null) {
    gate.ctx.log.error(
      { request_id: call.id, entry: call.entry.id },
      'upstream not called: the kind of this path is not known',
    )
    return failed(50301, CODES[50301])
  }
  const path = fillPath(call)
  if (path === undefined) return failed(50301, CODES[50301])
  const answer = await gate.pass.call({
    login_id: call.caller.login_id,
    request_id: call.id,
    id: call.entry.id,
    method: call.method === 'HEAD' ? 'HEAD' : call.entry.http_method,
    path: path + queryText(call.entry.plain?.query ?? [], request.query),
    headers: headersToSource(gate, call, request),
    body: bodyOf(call, request),
  })
  if (!answer.ok) return answer.reason === 'slow' ? failed(50401, CODES[50401]) : failed(50301, CODES[50301])
  try {
    return await outcomeOf(gate, call, work, answer, may_stream)
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown'
    gate.ctx.log.warn({ request_id: call.id, reason, entry: call.entry.id }, 'upstream answer could not be read')
    return failed(50301, CODES[50301])
  }
}

async function outcomeOf(
  gate: Gate,
  call: Call,
  work: PreparedTask,
  answer: Extract<PassAnswer, { ok: true }>,
  may_stream: boolean,
): Promise<Outcome> {
  const { status, body } = answer
  const headers = answerHeaders(gate, call, answer.headers)
  if (!isForCustomer(call, status, headers)) {
    body.on('error', () => undefined).destroy()
    gate.ctx.log.warn({ request_id: call.id, entry: call.entry.id, status }, 'upstream refused the call')
    return status === 504 ? failed(50401, CODES[50401]) : failed(50301, CODES[50301])
  }
  if (status >= 400) {
    const bytes = await readWhole(body, WHOLE_BYTES)
    const raw = { http: status, headers, body: bytes }
    return { ...failed(sourceCode(status), refusalText(status, bytes)), raw }
  }
  if (status === 304) {
    body.on('error', () => undefined).destroy()
    return { code: 20000, message: CODES[20000], result: null, results: 0, cost_micros: 0, raw: empty(status, headers) }
  }
  const { tariff } = call.entry
  const cost_micros = isCharged(call, status) ? work.quote.of(0, 0) : 0
  if (call.method === 'HEAD') {
    body.on('error', () => undefined).destroy()
    return { code: 20000, message: CODES[20000], result: null, results: 1, cost_micros, raw: empty(status, headers) }
  }
  if (isErrorPage(call, headers)) {
    body.on('error', () => undefined).destroy()
    gate.ctx.log.warn(
      { request_id: call.id, entry: call.entry.id, status },
      'upstream answered with a page instead of JSON',
    )
    return failed(50301, CODES[50301])
  }
  if ((tariff?.results || tariff?.pages) && status < 300) {
    const bytes = await readWhole(body, COUNTED_BYTES)
    const value: unknown = JSON.parse(bytes.toString('utf8'))
    if (lacksList(call.entry.result_list, Array.isArray(value) ? value : [value]))
      reportMissingList(gate, call.entry, call.id)
    return counted(call, work, { http: status, headers, body: bytes }, value)
  }
  const most = may_stream ? WHOLE_BYTES : KEPT_BYTES
  const read = await readUpTo(body, most)
  const good = { code: 20000, message: CODES[20000], result: null, results: 1, cost_micros }
  if (read.rest === undefined) {
    const bytes = Buffer.concat(read.chunks)
    if (status !== 206 && bytes.length > 0 && JSON_TYPE.test(headers['content-type'] ?? ''))
      JSON.parse(bytes.toString('utf8'))
    return { ...good, raw: { http: status, headers, body: bytes } }
  }
  if (may_stream) return { ...good, raw: { http: status, headers, body: joined(read.chunks, read.rest) } }
  body.destroy()
  return failed(
    40503,
    `The answer is larger than ${KEPT_BYTES / MIB} MB, which cannot be kept for an Idempotency-Key. Send the request without one; you were not charged.`,
  )
}

/**
 * What the source says about the operator's account, and what shows that it is broken, is not the customer's to read. A 403 is about the
 * resource where the document describes it, and about the account elsewhere.
 */
function isForCustomer({ entry }: Call, status: number, headers: Record<string, string>): boolean {
  if (status < 200 || status >= 500) return false
  const { account_statuses = [], redirects = 'refuse' } = entry.plain ?? {}
  if (status === 304) return true
  if (status >= 300 && status < 400) return redirects === 'pass' && headers.location !== undefined
  return !account_statuses.includes(status) && (status !== 403 || isDocumented(entry, status))
}

/** What is documented as an answer is sold as one, a redirect to a download too. */
function isCharged({ entry }: Call, status: number): boolean {
  return status < 300 || isDocumented(entry, status)
}

function isDocumented({ plain }: Call['entry'], status: number): boolean {
  return (
    plain?.statuses.some((one) => one === String(status) || one.toUpperCase() === `${String(status)[0]}XX`) ?? false
  )
}

/** A proxy before the source answers with a page of its own, and with 200. */
function isErrorPage({ entry }: Call, headers: Record<string, string>): boolean {
  return (entry.plain?.is_json_answer ?? false) && /^text\/html\b/i.test(headers['content-type'] ?? '')
}

function empty(http: number, headers: Record<string, string>): RawAnswer {
  return { http, headers, body: Buffer.alloc(0) }
}

/** Where there is no source, or none is to be asked: what the document itself shows. */
function sampleOutcome(call: Call, work: PreparedTask): Outcome {
  const sample = call.entry.plain?.sample_answer
  if (!sample) return failed(40404, CODES[40404])
  const { status, type, body } = sample
  const text = body === undefined ? '' : typeof body === 'string' && !/json/.test(type) ? body : JSON.stringify(body)
  const headers: Record<string, string> = type ? { 'content-type': type } : {}
  const raw = { http: status, headers, body: Buffer.from(text) }
  return counted(call, work, raw, body)
}

function counted({ entry }: Call, work: PreparedTask, raw: RawAnswer, value: unknown): Outcome {
  const results = countResults(entry.result_list, Array.isArray(value) ? value : [value])
  const size = entry.tariff?.pages?.size
  const cost_micros = work.quote.of(results, size ? Math.ceil(results / size) : 0)
  return { code: 20000, message: CODES[20000], result: null, results, cost_micros, raw }
}

/** The one place where a value becomes part of an address: it is encoded once, and what could lead elsewhere goes nowhere. */
function fillPath({ entry, params }: Call): string | undefined {
  if (!Object.values(params).every(isSafePathValue)) return undefined
  return entry.upstream_path.replaceAll(/\{([^{}]+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}

/** Bytes go on as they came, but for what a price is read from: of a field that is written twice only one can be charged. */
function bodyOf({ entry }: Call, { body, task }: PlainRequest): Buffer | undefined {
  if (!body || !entry.tariff) return body?.bytes
  const { results, pages, normal } = entry.tariff
  if (!results && !pages && normal.extras.length === 0) return body.bytes
  if (!/json$/.test(body.type) || entry.plain?.body !== 'fields') return body.bytes
  const in_query = entry.plain.query.map(({ name }) => name)
  return Buffer.from(
    JSON.stringify(Object.fromEntries(Object.entries(task).filter(([name]) => !in_query.includes(name)))),
  )
}

/** What a refusal of the source says for people, where it says so. */
function refusalText(status: number, bytes: Buffer): string {
  const said = wordsIn(bytes.toString('utf8'))
  return `The data source answered ${status}.${said ? ` ${said.toWellFormed().replaceAll('\0', '').slice(0, 300)}` : ''}`
}

function wordsIn(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text)
    if (!isRecord(value)) return undefined
    return [value.detail, value.message, value.error, value.title].find((one) => typeof one === 'string')
  } catch {
    return undefined
  }
}
