import { statusClass } from '@portico/contract/code-facts.ts'
import { MICROS_MAX, type Micros } from '@portico/contract/money.ts'
import type { Priority } from '@portico/contract/price.ts'
import { REFUSAL_REASONS, type RefusalReason } from '@portico/contract/spend-scopes.ts'
import type { Via } from '@portico/contract/via.ts'
import { isCallId } from '#crypto/call-id.ts'
import type { HoldRow, SettleRow, Verdict } from './meter-store.ts'

/** After the commit that carried the call: the balance, and the part of it that calls in progress hold. */
export interface Funds {
  balance_micros: Micros
  held_micros: Micros
}

/** The rule that refused a call: stored with its error, so that screens and alerts know it without reading the message. */
export interface RefusalCause {
  reason: RefusalReason
  scope: string
  /** Null for `balance`: what an account has is not for everyone who reads its errors. */
  limit_micros: Micros | null
}

/** Spent or held of a limit; for `balance` the limit is the money above the floor. */
export interface Refusal extends Funds, RefusalCause {
  ok: false
  reason: Exclude<RefusalReason, 'max_cost'>
  limit_micros: Micros
  spent_micros: Micros
}

export type HoldOutcome = ({ ok: true } & Funds) | Refusal | { ok: false; reason: 'repeated' | 'no_account' }

export interface SettleRequest {
  id: string
  /** At most the held amount; zero needs no hold and books nothing. */
  cost_micros: Micros
  usage: {
    login_id: number
    member_id?: number | null
    api: string
    function: string
    method: 'live' | 'task' | 'reference'
    priority: Priority
    path: string
    /** The first call of the same HTTP request, when that is another. */
    request_id?: string
    task_id?: string | null
    tag?: string | null
    status_code: number
    http_status: number
    results: number
    time_ms: number
    ip: string
    is_sandbox?: boolean
    agent_id?: number | null
    /** The channel of the call; null: a program of the customer. */
    via?: Via | null
    /** The version of the prices it was charged by. */
    price_version?: number | null
    /** The method as it was sent. */
    http_method?: string | null
    /** Number of further calls of the same kind that the row represents; they cost nothing. */
    repeats?: number
  }
  error?: { code: number; message: string; cause?: RefusalCause | undefined }
  /** The request without secrets. */
  request?: unknown
}

/** `is_repeat`: this id was settled before, for `cost_micros`, and nothing was booked now. */
export type SettleOutcome =
  | ({ ok: true; cost_micros: Micros; is_repeat: boolean } & Funds)
  | { ok: false; reason: 'no_hold' | 'over_hold' | 'no_account' }

export function checkedHold(row: HoldRow): HoldRow {
  checkCall(row.id, row.amount_micros)
  return row
}

export function settleRow({ id, cost_micros, usage, error, request }: SettleRequest): SettleRow {
  checkCall(id, cost_micros)
  return {
    id,
    cost_micros,
    member_id: null,
    request_id: id,
    task_id: null,
    tag: null,
    is_sandbox: false,
    agent_id: null,
    via: null,
    price_version: null,
    http_method: null,
    repeats: 0,
    ...usage,
    time_ms: Math.round(usage.time_ms),
    status_class: statusClass(usage.status_code),
    request: request ?? null,
    request_cut_at: null,
    error_code: error?.code ?? null,
    error_class: error ? statusClass(error.code) : null,
    error_message: error?.message ?? null,
    error_reason: error?.cause?.reason ?? null,
    error_scope: error?.cause?.scope ?? null,
    error_limit_micros: error?.cause?.limit_micros ?? null,
  }
}

/** A wrong id or amount is a bug of the caller; it must not reach the commit of others. */
export function checkCall(id: string, micros: Micros): void {
  if (!isCallId(id)) throw new TypeError(`${id} is not a call id`)
  if (!Number.isInteger(micros) || micros < 0 || micros > MICROS_MAX)
    throw new RangeError(`${micros} is not a price in micros`)
}

export function holdOutcome(verdict: Verdict): HoldOutcome {
  const { is_ok, reason, scope } = verdict
  if (is_ok) return { ok: true, ...funds(verdict) }
  if (reason === 'repeated' || reason === 'no_account') return { ok: false, reason }
  const known = REFUSAL_REASONS.find((one) => one === reason)
  if (known === undefined || known === 'max_cost') throw unexpected(verdict)
  const limit_micros = required(verdict.limit_micros, verdict)
  const spent_micros = required(verdict.spent_micros, verdict)
  return { ok: false, reason: known, scope: scope ?? '', limit_micros, spent_micros, ...funds(verdict) }
}

export function settleOutcome(verdict: Verdict): SettleOutcome {
  const { is_ok, is_repeat, reason } = verdict
  if (is_ok) return { ok: true, is_repeat, cost_micros: required(verdict.cost_micros, verdict), ...funds(verdict) }
  if (reason === 'no_hold' || reason === 'over_hold' || reason === 'no_account') return { ok: false, reason }
  throw unexpected(verdict)
}

function funds(verdict: Verdict): Funds {
  return {
    balance_micros: required(verdict.balance_micros, verdict),
    held_micros: required(verdict.held_micros, verdict),
  }
}

function required(value: number | null, verdict: Verdict): number {
  if (value === null) throw unexpected(verdict)
  return value
}

function unexpected(verdict: Verdict): Error {
  return new Error(`meter returned an unexpected verdict: ${JSON.stringify(verdict)}`)
}
