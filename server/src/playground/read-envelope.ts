import { conceal } from '@portico/contract/conceal.ts'
import { parseAmount } from '@portico/contract/parse-amount.ts'
import { plainVerdict } from '@portico/contract/plain-answer.ts'
import { parsedJson } from '@portico/contract/plain-types.ts'
import type { Exchange } from '@portico/contract/playground.ts'

export interface Outcome {
  status_code: number
  status_message: string
  cost_micros: number
  task_id: string | null
  /** The task's result as JSON; null: none, or larger than is stored. */
  result: string | null
}

const RESULT_MAX = 1_000_000

/** The same for an answer without an envelope. */
export function readPlain(exchange: Exchange): Outcome {
  const { code, message, cost } = plainVerdict(exchange)
  const cost_micros = parseAmount(cost.toFixed(6)) ?? 0
  return { status_code: code, status_message: message.slice(0, 500), cost_micros, task_id: null, result: null }
}

/** The outcome for the list of runs: of its task, or of the request if it was refused as a whole. */
export function readEnvelope(body: string): Outcome {
  const envelope = recordOf(parsedJson(body))
  const task = Array.isArray(envelope.tasks) ? recordOf(envelope.tasks[0]) : {}
  const status_code = numberOf(task.status_code) ?? numberOf(envelope.status_code) ?? 0
  const message = task.status_message ?? envelope.status_message
  return {
    status_code,
    status_message: typeof message === 'string' ? message.slice(0, 500) : '',
    cost_micros: parseAmount((numberOf(envelope.cost) ?? 0).toFixed(6)) ?? 0,
    task_id: typeof task.id === 'string' ? task.id.slice(0, 100) : null,
    result: storableResult(task.result),
  }
}

function storableResult(result: unknown): string | null {
  if (!Array.isArray(result)) return null
  const json = JSON.stringify(conceal(result))
  return json.length <= RESULT_MAX ? json : null
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}
