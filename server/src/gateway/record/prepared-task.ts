import { CODE } from '@portico/contract/codes.ts'
import { type Micros, microsToUnits } from '@portico/contract/money.ts'
import { type Counted, FREE_QUOTE, type Priority, type Quote } from '@portico/contract/price.ts'
import type { Volume } from '@portico/contract/price-rates.ts'
import type { CallCounter, Entry } from '#catalogue/index.ts'
import { newCallId } from '#crypto/call-id.ts'
import { webhookTarget } from '#integrations/webhook-call.ts'
import type { RefusalCause } from '#ledger/index.ts'
import type { Call, Gate } from '../gate.ts'
import { CODES, messageOf } from '../wire/codes.ts'
import type { StreamCounter } from '../wire/count-stream.ts'
import { isRecord, type RawAnswer, type TaskReply, timeSince } from '../wire/envelope.ts'
import type { Passing } from '../wire/pass-on.ts'
import type { Task } from '../wire/read-request.ts'
import { newTaskId } from '../wire/task-id.ts'
import { settleOf } from './usage-row.ts'

/** The result of a task and its cost. */
export interface Outcome {
  code: number
  message: string
  result: unknown[] | null
  results: number
  cost_micros: Micros
  /** What it is charged for; undefined: nothing. */
  counted?: Counted
  /** The rule that refused it, where money was the reason. */
  cause?: RefusalCause | undefined
  /** The answer of a plain document's source, unchanged. */
  raw?: RawAnswer
  /** The rest of that answer, which is passed on as it comes. */
  passing?: PassingAnswer
  /** For plain documents: a status that differs from that of the code. */
  status?: number
}

export interface PassingAnswer extends Passing {
  /** Charged as soon as it has begun; else an answer that the source cuts off costs nothing. */
  is_stream: boolean
  /** Counts what is charged by result. */
  counter: StreamCounter | undefined
  /** Counts what is charged by bytes, events and time. */
  measures?: CallCounter
}

/** A validated and priced task. No step changes it: each returns the outcomes it found. */
export interface PreparedTask {
  /** Id under which the task is held and booked. */
  readonly id: string
  readonly task_id: string
  readonly params: unknown
  readonly task: Task
  readonly priority: Priority
  readonly quote: Quote
  /** What is held for it: at most its highest price. */
  readonly held_micros: Micros
  /** Units of the month that are free for it, and what was paid for before it. */
  readonly volume: Volume
  /** Undefined while the task can still run. */
  readonly outcome: Outcome | undefined
}

export type EndedTask = PreparedTask & { readonly outcome: Outcome }

export function prepare(gate: Gate, call: Call, tasks: unknown[]): PreparedTask[] {
  return tasks.map((params, index) => {
    const task = isRecord(params) ? params : {}
    const wanted = gate.catalogue.chargeableUnits(call.entry, task)
    const quote = call.is_sandbox ? FREE_QUOTE : gate.catalogue.price(call.entry, wanted)
    return {
      id: index === 0 ? call.id : newCallId(call.at),
      task_id: newTaskId(call.at),
      params,
      task,
      priority: wanted.priority,
      quote,
      held_micros: quote.max_micros,
      volume: {},
      outcome: faultOf(gate, call.entry, params),
    }
  })
}

/** An outcome that costs nothing; without a message it has that of its code. */
export function failed(code: number, message = messageOf(code), cause?: RefusalCause): Outcome {
  return { code, message, result: null, results: 0, cost_micros: 0, ...(cause && { cause }) }
}

function faultOf(gate: Gate, entry: Entry, params: unknown): Outcome | undefined {
  const [fault] = gate.catalogue.validate(entry, params)
  if (fault) return failed(fault.code, fault.message)
  if (!isRecord(params)) return failed(CODE.invalidBody, `${CODES[CODE.invalidBody]} A task must be an object.`)
  if (entry.plain) return undefined
  for (const field of ['pingback_url', 'postback_url']) {
    const url = params[field]
    if (typeof url === 'string' && !webhookTarget(url, gate.ctx.env.webhook_allow_private))
      return failed(
        CODE.invalidField,
        `Invalid Field: '${field}'. It must be a public http or https address without credentials, like https://example.com/done.`,
      )
  }
  return undefined
}

export function taskReply(call: Call, endedTask: EndedTask): TaskReply {
  const { code, message, result, cost_micros } = endedTask.outcome
  // An invalid task is not echoed: it may be nested too deep to serialise.
  const fields = code === CODE.invalidBody ? {} : endedTask.task
  return {
    id: endedTask.task_id,
    status_code: code,
    status_message: message,
    time: timeSince(call.since_ms),
    cost: microsToUnits(cost_micros),
    result_count: result?.length ?? 0,
    path: call.path.split('/').filter(Boolean),
    data: { ...nameOf(call.entry), ...fields },
    result,
  }
}

/** APIs whose functions are named after an engine: `google_ads/search_volume`. */
const BY_ENGINE = ['keywords_data', 'merchant', 'business_data', 'app_data']

/** The fields in `data` by which clients of this API family recognise the function they called. */
export function nameOf({ api, function_id, kind }: Entry): Record<string, unknown> {
  const [, engine, ...rest] = function_id.split('/')
  const name = rest.at(-1) ?? engine
  if (kind === 'reference' || kind === 'account') return { api, function: name ?? function_id }
  if (api === 'serp')
    return { api, function: kind, ...(engine && { se: engine }), ...(rest[0] && { se_type: rest[0] }) }
  if (name === undefined) return { api, function: kind }
  if (rest.length === 0) return { api, function: name }
  if (api.endsWith('_labs')) return { api, function: name, se_type: engine }
  return BY_ENGINE.includes(api) ? { api, function: name, se: engine, se_type: name } : { api, function: name }
}

/** The tag as it is stored, so that every read of the same task returns the same tag. */
export function tagOf({ tag }: Task): string | null {
  return typeof tag === 'string' ? tag.slice(0, 255) : null
}

export function taskSettle(call: Call, endedTask: EndedTask, http: number) {
  const { code, message, cause, results, cost_micros } = endedTask.outcome
  return settleOf(call, {
    id: endedTask.id,
    code,
    message,
    cause,
    http,
    cost_micros,
    results,
    task_id: endedTask.task_id,
    tag: tagOf(endedTask.task),
    priority: endedTask.priority,
    params: endedTask.params,
  })
}
