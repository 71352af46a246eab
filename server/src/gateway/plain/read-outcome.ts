import { CODE } from '@portico/contract/codes.ts'
import { type CallCounter, isStreamType, openCounter } from '#catalogue/index.ts'
import type { PassAnswer } from '#integrations/upstream-pass.ts'
import type { Call, Gate } from '../gate.ts'
import { failed, type Outcome, type PassingAnswer, type PreparedTask } from '../record/prepared-task.ts'
import { reportMissingList } from '../tasks/ask-source.ts'
import { CODES } from '../wire/codes.ts'
import { countStream } from '../wire/count-stream.ts'
import { sourceCode } from '../wire/plain-status.ts'
import { chargeFor, counted, NOTHING } from './count-answer.ts'
import { answerHeaders } from './plain-headers.ts'
import { readUpTo, readWhole } from './read-stream.ts'
import { refusalText } from './refusal-text.ts'

const MIB = 1024 * 1024
/** An answer up to this size is read completely before its first byte is sent, if its length is known or it is JSON. */
const WHOLE_BYTES = MIB
/** Limit of an answer whose results are counted. */
const COUNTED_BYTES = 64 * MIB
/** Limit of an answer that is stored for its Idempotency-Key. */
const STORED_BYTES = 8 * MIB
const JSON_TYPE = /^application\/([\w.-]+\+)?json\b/i
const OK = { code: CODE.ok, message: CODES[CODE.ok], result: null }

/** The answer, and when the source was called. */
type Answer = Extract<PassAnswer, { ok: true }> & { sent_ms: number }

/** What an answer of the source means for the customer, and what it costs. */
export async function readOutcome(
  gate: Gate,
  call: Call,
  preparedTask: PreparedTask,
  answer: Answer,
  may_stream: boolean,
): Promise<Outcome> {
  const { status, body } = answer
  const headers = answerHeaders(gate, call, answer.headers)
  const drop = () => body.on('error', () => undefined).destroy()
  if (!isForCustomer(call, status, headers)) {
    drop()
    gate.ctx.log.warn({ request_id: call.id, entry: call.entry.id, status }, 'upstream refused the call')
    return status === 504 ? failed(CODE.sourceTimeout) : failed(CODE.sourceUnavailable)
  }
  if (status >= 400) {
    const bytes = await readWhole(body, WHOLE_BYTES)
    const raw = { http: status, headers, body: bytes }
    return { ...failed(sourceCode(status), refusalText(status, bytes)), raw }
  }
  const empty = { http: status, headers, body: Buffer.alloc(0) }
  if (status === 304) {
    drop()
    return { ...OK, results: 0, cost_micros: 0, raw: empty }
  }
  const { tariff } = call.entry
  const good = { ...OK, results: 1, ...chargeFor(preparedTask, isCharged(call, status) ? NOTHING : undefined) }
  if (call.method === 'HEAD') {
    drop()
    return { ...good, raw: empty }
  }
  if (isErrorPage(call, headers)) {
    drop()
    gate.ctx.log.warn(
      { request_id: call.id, entry: call.entry.id, status },
      'upstream answered with a page instead of JSON',
    )
    return failed(CODE.sourceUnavailable)
  }
  if (isStream(call, answer)) return streamOutcome(gate, call, preparedTask, answer, headers, may_stream)
  if ((tariff?.results || tariff?.pages || tariff?.measures) && status < 300) {
    const bytes = await readWhole(body, COUNTED_BYTES)
    return counted(gate, call, preparedTask, { ...empty, body: bytes }, performance.now() - answer.sent_ms)
  }
  const is_json = JSON_TYPE.test(headers['content-type'] ?? '')
  const passes_at_once = may_stream && !is_json && answer.headers['content-length'] === undefined
  const read = await readUpTo(body, passes_at_once ? 0 : may_stream ? WHOLE_BYTES : STORED_BYTES)
  if (read.rest === undefined) {
    const bytes = Buffer.concat(read.chunks)
    if (status !== 206 && bytes.length > 0 && is_json) JSON.parse(bytes.toString('utf8'))
    return { ...good, raw: { ...empty, body: bytes } }
  }
  const passing: PassingAnswer = { source: body, ...read, is_stream: false, counter: undefined }
  return may_stream ? { ...good, raw: empty, passing } : tooLargeForKey(body)
}

/** The answer begins with its first byte: one that ends before it is read completely, and one that breaks is an error of the source. */
async function streamOutcome(
  gate: Gate,
  call: Call,
  preparedTask: PreparedTask,
  { status, body, sent_ms }: Answer,
  headers: Record<string, string>,
  may_stream: boolean,
): Promise<Outcome> {
  const { entry } = call
  const { results, pages } = entry.tariff ?? {}
  const measures = openCounter(entry.tariff?.measures, headers['content-type'] ?? '')
  measures.request(call.plain_request?.body?.bytes?.length ?? 0)
  const raw = { http: status, headers, body: Buffer.alloc(0) }
  const counter = results || pages ? countStream(headers['content-type'] ?? '', entry.result_list) : undefined
  const begun = costOf(call, preparedTask, counter ? 0 : 1, measures)
  // With a key it is read to its end, within the time that a stream has.
  const left_ms = gate.ctx.env.upstream.stream_max_ms - (performance.now() - call.since_ms)
  const timer = setTimeout(() => body.destroy(new Error('stream takes too long')), Math.max(0, left_ms))
  const read = await readUpTo(body, may_stream ? 0 : STORED_BYTES).finally(() => clearTimeout(timer))
  if (read.rest !== undefined) {
    measures.time(performance.now() - sent_ms)
    const passing: PassingAnswer = { source: body, ...read, is_stream: true, counter, measures }
    return may_stream ? { ...OK, ...begun, raw, passing } : tooLargeForKey(body)
  }
  const bytes = Buffer.concat(read.chunks)
  counter?.add(bytes)
  counter?.finish()
  if (counter?.lacksList()) reportMissingList(gate, entry, call.id)
  measures.chunk(bytes)
  measures.received(bytes)
  measures.complete()
  measures.time(performance.now() - sent_ms)
  for (const field of measures.missing()) reportMissingList(gate, entry, call.id, field)
  return { ...OK, ...costOf(call, preparedTask, counter?.results() ?? 1, measures), raw: { ...raw, body: bytes } }
}

function tooLargeForKey(body: Answer['body']): Outcome {
  body.on('error', () => undefined).destroy()
  return failed(
    CODE.answerTooLarge,
    `The answer is larger than ${STORED_BYTES / MIB} MB, which cannot be kept for an Idempotency-Key. Send the request without one; you were not charged.`,
  )
}

/**
 * By `x-portico-stream` of the document, else by the type of the answer. What the price finds in an answer can be found in streams of
 * known types only; an answer of another type is then read to its end.
 */
function isStream({ entry }: Call, { status, headers }: Answer): boolean {
  const { results, pages, measures = [] } = entry.tariff ?? {}
  if (status >= 300 || status === 206) return false
  const is_stream_type = isStreamType(headers['content-type'] ?? '')
  const is_read = results || pages || measures.some(({ of }) => of === 'answer')
  return is_read && !is_stream_type ? false : (entry.plain?.is_stream ?? is_stream_type)
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

export function costOf(
  { entry }: Call,
  preparedTask: PreparedTask,
  results: number,
  measures: CallCounter,
): Pick<Outcome, 'results' | 'cost_micros' | 'counted'> {
  const { pages, results: priced } = entry.tariff ?? {}
  const counted_results = priced || pages ? results : 0
  const units = { results: counted_results, pages: pages ? Math.ceil(results / pages.size) : 0 }
  return { results, ...chargeFor(preparedTask, { ...units, measured: measures.measured() }) }
}
