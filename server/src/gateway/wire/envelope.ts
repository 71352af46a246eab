import type { Readable } from 'node:stream'
import { httpStatus } from '@portico/contract/code-facts.ts'
import { CODE, isGood } from '@portico/contract/codes.ts'
import { decimalText, type Micros, microsToUnits } from '@portico/contract/money.ts'
import { VERSION } from '../../version.ts'
import { CODES, type Code } from './codes.ts'

export interface TaskReply {
  id: string
  status_code: number
  status_message: string
  time: string
  cost: number
  result_count: number
  path: string[]
  data: Record<string, unknown>
  result: unknown[] | null
}

export interface Envelope {
  version: string
  status_code: number
  status_message: string
  time: string
  cost: number
  tasks_count: number
  tasks_error: number
  tasks: TaskReply[] | null
}

/** The unchanged answer of a plain document's source. */
export interface RawAnswer {
  http: number
  headers: Record<string, string>
  /** Complete, or as it comes. */
  body: Buffer | Readable
  /** Size of the whole answer where `body` is its beginning. */
  bytes?: number
  /** Resolves when the source is no longer read, which may be after the customer has left. */
  ended?: Promise<void>
}

export interface Reply {
  http: number
  envelope: Envelope
  headers: Record<string, string>
  /** For plain documents: a status that differs from that of the code. */
  status?: number
  /** Sent instead of the envelope. */
  raw?: RawAnswer | undefined
}

/** The reply of an accepted request, with the outcome of each task. */
export function taken(tasks: TaskReply[], since_ms: number, cost_micros: Micros): Reply {
  const envelope = {
    version: VERSION,
    status_code: CODE.ok,
    status_message: CODES[CODE.ok],
    time: timeSince(since_ms),
    cost: microsToUnits(cost_micros),
    tasks_count: tasks.length,
    tasks_error: tasks.filter(({ status_code }) => !isGood(status_code)).length,
    tasks,
  }
  return { http: 200, envelope, headers: { 'x-cost': decimalText(cost_micros) } }
}

/** The reply of a request that was refused as a whole. */
export function refused(code: Code, since_ms: number, more = ''): Reply {
  const envelope = {
    version: VERSION,
    status_code: code,
    status_message: more ? `${CODES[code]} ${more}` : CODES[code],
    time: timeSince(since_ms),
    cost: 0,
    tasks_count: 0,
    tasks_error: 0,
    tasks: null,
  }
  return { http: httpStatus(code), envelope, headers: { 'x-cost': decimalText(0) } }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function timeSince(since_ms: number): string {
  return `${((performance.now() - since_ms) / 1000).toFixed(4)} sec.`
}
