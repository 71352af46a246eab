import { statusClass } from '@portico/contract/code-facts.ts'
import { CODE, isGood } from '@portico/contract/codes.ts'
import type { Measured } from '@portico/contract/price.ts'
import { countResults, type Entry, isSafePathValue, lacksList } from '#catalogue/index.ts'
import type { UpstreamAnswer } from '#integrations/upstream.ts'
import { CODES, tooLargeText } from './codes.ts'
import { isRecord } from './envelope.ts'
import { countTaskIds, withOurIds } from './task-ids.ts'

/** The data source's answer to one task. */
export interface Answer {
  code: number
  message: string
  result: unknown[] | null
  results: number
  pages: number
  /** Units beyond results and pages, if the price counts any. */
  measured?: Measured
  /** The answer lacks the list that its price counts. */
  is_list_missing?: boolean
  /** Upstream's id of a queued task. */
  upstream_id?: string
}

const LONGEST_MESSAGE = 300
/** Codes have five digits; smaller numbers are not codes. */
const LEAST_CODE = 10_000

export function noAnswer(
  code:
    | typeof CODE.internalError
    | typeof CODE.sourceUnavailable
    | typeof CODE.sourceTimeout
    | typeof CODE.answerTooLarge,
): Answer {
  return { code, message: CODES[code], result: null, results: 0, pages: 0 }
}

export function refusedAnswer(code: typeof CODE.taskNotFound | typeof CODE.taskInQueue): Answer {
  return { code, message: CODES[code], result: null, results: 0, pages: 0 }
}

/**
 * Reads an answer of upstream: the family's envelope, or any JSON, which is then the one result. `ids` maps upstream's task ids to
 * ours, `task_id` is our id of the task itself.
 */
export function readAnswer(
  entry: Entry,
  answer: UpstreamAnswer,
  ids: ReadonlyMap<string, string>,
  task_id: string | undefined,
): Answer {
  if (!answer.ok && answer.reason === 'too_large')
    return { ...noAnswer(CODE.answerTooLarge), message: tooLargeText(answer.max_bytes) }
  if (!answer.ok) return noAnswer(answer.reason === 'slow' ? CODE.sourceTimeout : CODE.sourceUnavailable)
  const { status, body, found } = answer
  if (isRecord(body) && typeof body.status_code === 'number') {
    const [task] = Array.isArray(body.tasks) ? body.tasks : []
    const read = readEnvelope(entry, body, body.status_code, task)
    if (found.length === 0 || !isRecord(task)) return ourAnswer(read, {}, found, ids)
    const known = typeof task.id === 'string' && task_id ? new Map(ids).set(task.id, task_id) : ids
    return ourAnswer(read, task, found, known)
  }
  if (status !== 200) return noAnswer(CODE.sourceUnavailable)
  return ourAnswer(delivered(entry, Array.isArray(body) ? body : [body]), {}, found, ids)
}

function readEnvelope(entry: Entry, body: Record<string, unknown>, code: number, task: unknown): Answer {
  if (!isRecord(task) || typeof task.status_code !== 'number')
    return isGood(code) ? noAnswer(CODE.sourceUnavailable) : codeAnswer(code, body.status_message)
  if (task.status_code === CODE.ok) return delivered(entry, Array.isArray(task.result) ? task.result : [])
  // The id becomes part of a path later.
  const upstream_id = typeof task.id === 'string' && isSafePathValue(task.id) ? task.id : undefined
  return { ...codeAnswer(task.status_code, task.status_message), ...(upstream_id && { upstream_id }) }
}

/** Replaces upstream's ids by ours. Ids in the envelope are never passed on, so they do not count. */
function ourAnswer(
  answer: Answer,
  { result: _, ...wrapper }: Record<string, unknown>,
  found: string[],
  ids: ReadonlyMap<string, string>,
): Answer {
  if (found.length === 0) return answer
  const message = withOurIds(answer.message, ids)
  if (answer.result === null || found.length === countTaskIds(wrapper)) return { ...answer, message }
  return { ...answer, message, result: JSON.parse(withOurIds(JSON.stringify(answer.result), ids)) }
}

/** The answer for an error code. Errors about the operator's account or about upstream itself are hidden from the customer. */
function codeAnswer(code: number, message: unknown): Answer {
  const is_ours =
    code === CODE.unauthorized ||
    code === CODE.unverifiedAccount ||
    Math.floor(code / 100) === 402 ||
    statusClass(code) === 'server'
  if (is_ours || !Number.isInteger(code) || code < LEAST_CODE)
    return noAnswer(code === CODE.sourceTimeout ? CODE.sourceTimeout : CODE.sourceUnavailable)
  const text = typeof message === 'string' ? storable(message.slice(0, LONGEST_MESSAGE)) : `Code ${code}.`
  return { code, message: text, result: null, results: 0, pages: 0 }
}

/** Replaces NUL and lone surrogates (also from a cut), which cannot be stored. */
function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd')
}

function delivered(entry: Entry, result: unknown[]): Answer {
  const sold = entry.posted_by ?? entry
  const results = countResults(sold.result_list, result)
  const size = sold.tariff?.pages?.size
  const is_counted = Boolean(sold.tariff?.results ?? sold.tariff?.pages)
  return {
    code: CODE.ok,
    message: CODES[CODE.ok],
    result,
    results,
    pages: size ? Math.ceil(results / size) : 0,
    ...(is_counted && lacksList(sold.result_list, result) && { is_list_missing: true }),
  }
}
