import { randomUUID } from 'node:crypto'
import { CODE } from '@portico/contract/codes.ts'
import { currency, inCurrency } from '@portico/contract/currency.ts'
import { microsToUnits } from '@portico/contract/money.ts'
import { plainVerdict } from '@portico/contract/plain-answer.ts'
import type { Exchange, PlaygroundMode } from '@portico/contract/playground.ts'
import { pickGetter, sendInside } from '#gateway/index.ts'
import { type AgentSession, methodFor } from './agent-session.ts'
import { type Page, pageOf } from './bound-output.ts'
import { failure, mostOf, ok, type ToolResult, UNKNOWN_METHOD } from './catalogue-tools.ts'

interface Run {
  method_id: string
  mode: PlaygroundMode
  task: Record<string, unknown>
  params: Record<string, string>
  /** Maximum cost in the currency. */
  max_cost: number | undefined
  idempotency_key?: string | undefined
  items_from: number
}

/** Sends a request through the gateway. A live one is refused when it could cost more than the agent's maximum. */
export async function toolRun(session: AgentSession, run: Run): Promise<ToolResult> {
  const { method_id, mode, task, params, items_from } = run
  const entry = methodFor(session, method_id)
  if (!entry) return failure(UNKNOWN_METHOD)
  const most_micros = mostOf(session, entry, task)
  if (mode === 'live' && run.max_cost === undefined)
    return failure(
      `${inCurrency('max_cost')} is required in live mode. This request costs at most ${microsToUnits(most_micros)} ${currency()}.`,
    )
  const key = run.idempotency_key ?? randomUUID()
  const headers = {
    'x-max-cost': (run.max_cost ?? 0).toFixed(6),
    'idempotency-key': `agent-${session.agent.id}-${key}`,
  }
  const answer = await send(session, { entry, mode, params, task, ...(mode === 'live' && { headers }) })
  const { result, page } = pageOf(answer.result, items_from)
  const is_queued = answer.status_code === CODE.taskCreated
  return ok({
    mode,
    status_code: answer.status_code,
    status_message: answer.status_message,
    [inCurrency('cost')]: answer.cost,
    ...(mode === 'live' && { [inCurrency('estimated_max_cost')]: microsToUnits(most_micros), idempotency_key: key }),
    ...(answer.retry_after_s && { retry_after_s: answer.retry_after_s }),
    ...(is_queued && { task_id: answer.task_id, hint: 'In the queue. Call get_task with this task_id in a while.' }),
    result,
    ...pageFields(
      page,
      mode === 'live' ? 'the same arguments and idempotency_key: it is not charged again' : 'the same arguments',
    ),
  })
}

interface Fetch {
  method_id: string
  task_id: string
  mode: PlaygroundMode
  items_from: number
}

/** Returns the result of a queued task, or that it is still waiting, free of charge. */
export async function toolGetTask(
  session: AgentSession,
  { method_id, task_id, mode, items_from }: Fetch,
): Promise<ToolResult> {
  const posted = methodFor(session, method_id)
  if (!posted) return failure(UNKNOWN_METHOD)
  const entry = pickGetter(posted.fetched_by)
  const id_location = entry?.task_id_in
  if (!entry || !id_location || !('template' in id_location))
    return failure('This method does not queue tasks; its results came with run.')
  const answer = await send(session, { entry, mode, params: { [id_location.template]: task_id }, task: {} })
  const { result, page } = pageOf(answer.result, items_from)
  const { status_code, status_message } = answer
  return ok({ task_id, mode, status_code, status_message, result, ...pageFields(page, 'the same arguments') })
}

function pageFields(page: Page | undefined, same: string) {
  if (!page) return {}
  const hint = `Only a part is shown. Read on with items_from: ${page.next_from} and ${same}.`
  return { page, ...(page.next_from !== null && { hint }) }
}

async function send(session: AgentSession, sent: Parameters<typeof sendInside>[2]) {
  const { gateway, agent, admitted, ip } = session
  const exchange = await sendInside(gateway, { as: { agent_id: agent.id, admitted }, ip }, sent)
  if (sent.entry.plain) return plainAnswer(exchange)
  const envelope = fieldsOf(JSON.parse(exchange.body))
  const [task] = Array.isArray(envelope.tasks) ? envelope.tasks.map(fieldsOf) : []
  const about = task ?? envelope
  return {
    status_code: Number(about.status_code),
    status_message: String(about.status_message),
    cost: Number(envelope.cost ?? 0),
    task_id: typeof about.id === 'string' ? about.id : null,
    retry_after_s: Number(exchange.headers['retry-after'] ?? 0),
    result: Array.isArray(about.result) ? about.result : [],
  }
}

/** An answer without an envelope; for content other than JSON, its type and size. */
function plainAnswer(exchange: Exchange) {
  const { code, message, cost, value } = plainVerdict(exchange)
  const shown = value === undefined && exchange.body !== '' ? exchange.body : value
  return {
    status_code: code,
    status_message: message,
    cost,
    task_id: null,
    retry_after_s: Number(exchange.headers['retry-after'] ?? 0),
    result: shown === undefined ? [] : [shown],
  }
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
