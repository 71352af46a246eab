import { randomUUID } from 'node:crypto'
import { CODE, isGood } from '@portico/contract/codes.ts'
import { newCallId } from '#crypto/call-id.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { bookGift, endTaskCall, openMeter } from '#ledger/index.ts'

/** One call as a test describes it, before any row of it exists. */
export interface TestCall {
  login_id: number
  login: string
  at: Date
  api: string
  function: string
  method: 'live' | 'task' | 'reference'
  priority: 1 | 2
  status_code: number
  results: number
  cost_micros: number
  time_ms: number
  tag: string | null
  /** False if it was refused before it became a task. */
  has_task: boolean
  /** True if it belongs to the HTTP request of the previous call. */
  follows: boolean
  is_sandbox: boolean
}

/** An answered live call, with the given fields replaced. */
export function liveCall(whose: Pick<TestCall, 'login_id' | 'login' | 'at'>, more: Partial<TestCall> = {}): TestCall {
  return {
    api: 'serp',
    function: 'google/organic',
    method: 'live',
    priority: 1,
    status_code: CODE.ok,
    results: 1,
    cost_micros: 600,
    time_ms: 5,
    tag: null,
    has_task: true,
    follows: false,
    is_sandbox: false,
    ...whose,
    ...more,
  }
}

export type BookedCall = TestCall & { id: string; end?: CallEnd }

/** The outcome of a queued call. */
export interface CallEnd {
  status_code: number
  results: number
  refunded_micros: number
  queue_ms: number
  run_ms: number
}

/** Ends a queued call by the real function; returns its new state. */
export async function endCall(ctx: Pick<Ctx, 'db'>, call: BookedCall, end: CallEnd): Promise<BookedCall> {
  const { id: call_id, login_id, at: posted_at } = call
  const { status_code, results, refunded_micros, queue_ms, run_ms } = end
  const started_at = new Date(posted_at.getTime() + queue_ms)
  const finished_at = new Date(started_at.getTime() + run_ms)
  const message = `Test ${status_code}.`
  const times = { posted_at, started_at, finished_at }
  await endTaskCall(ctx, { call_id, login_id, code: status_code, message, results, refunded_micros, ...times })
  return { ...call, status_code, results, cost_micros: call.cost_micros - refunded_micros, time_ms: run_ms, end }
}

/** Books calls by the real meter, held and settled, with more money than they need. */
export async function bookCalls(ctx: Pick<Ctx, 'db' | 'log' | 'clock'>, calls: TestCall[]): Promise<BookedCall[]> {
  const meter = openMeter(ctx, { timeout_ms: 15_000 })
  const spent = Map.groupBy(calls, ({ login_id }) => login_id)
  for (const [login_id, own] of spent) {
    const amount_micros = own.reduce((sum, call) => sum + call.cost_micros, 0) + 1
    await bookGift(ctx, { id: randomUUID(), login_id, amount_micros, memo: 'test', actor: 'test' })
  }
  let request_id = ''
  const booked = calls.map((call) => {
    const id = newCallId(call.at)
    if (!call.follows || request_id === '') request_id = id
    return { ...call, id, request_id }
  })
  await Promise.all(booked.map((call) => book(meter, call)))
  await meter.close()
  return booked
}

async function book(meter: ReturnType<typeof openMeter>, call: BookedCall & { request_id: string }): Promise<void> {
  const { id, login_id, api, function: name, cost_micros } = call
  if (cost_micros > 0) {
    const held = await meter.hold({ id, login_id, api, function: name, amount_micros: cost_micros })
    if (!held.ok) throw new Error(`not held: ${JSON.stringify(held)}`)
  }
  const settled = await meter.settle({
    id,
    cost_micros,
    usage: {
      login_id,
      api,
      function: name,
      method: call.method,
      priority: call.priority,
      path: `/v3/${api}/${name}/${call.method === 'task' ? 'task_post' : 'live'}`,
      request_id: call.request_id,
      task_id: call.has_task ? `task-${id}` : null,
      tag: call.tag,
      status_code: call.status_code,
      http_status: 200,
      results: call.results,
      time_ms: call.time_ms,
      ip: '203.0.113.9',
      is_sandbox: call.is_sandbox,
    },
    ...(!isGood(call.status_code) && { error: { code: call.status_code, message: `Test ${call.status_code}.` } }),
    request: { keyword: 'sample', depth: 30, tag: call.tag },
  })
  if (!settled.ok) throw new Error(`not settled: ${JSON.stringify(settled)}`)
}
