// Charged calls as the gateway books them: a hold, then its settlement.

import { randomUUID } from 'node:crypto'
import { CODE } from '../contract/src/codes.ts'
import { newCallId } from '../server/src/crypto/call-id.ts'
import { bookGift, type openMeter } from '../server/src/ledger/index.ts'
import { insertTestLogin } from '../server/src/testing/ledger/login-store.ts'

/** Calls in progress at any moment. */
export const CALLERS = 200
export const PRICE = 600
export const ROUND_MS = 1000
const clock = { now: () => new Date() }

export type BookingCtx = Parameters<typeof openMeter>[0] & Parameters<typeof bookGift>[0]
export type Pay = (login_id: number) => Promise<void>

/** Logins with money. */
export async function openLogins(ctx: BookingCtx, number: number): Promise<number[]> {
  const logins: number[] = []
  for (let n = 0; n < number; n += 1) {
    const { id: login_id } = await insertTestLogin(ctx.db)
    await bookGift(ctx, { id: randomUUID(), login_id, amount_micros: 1e12, memo: 'bench', actor: 'bench' })
    logins.push(login_id)
  }
  return logins
}

export async function pay(meter: ReturnType<typeof openMeter>, login_id: number): Promise<void> {
  const id = newCallId(clock.now())
  const call = { api: 'serp', function: 'google/organic' }
  const held = await meter.hold({ id, login_id, ...call, amount_micros: PRICE })
  const settled = await meter.settle(usage(id, login_id, PRICE))
  if (!held.ok || !settled.ok) throw new Error(`a call was not booked: ${JSON.stringify([held, settled])}`)
}

export function usage(id: string, login_id: number, cost_micros: number) {
  return {
    id,
    cost_micros,
    usage: {
      login_id,
      api: 'serp',
      function: 'google/organic',
      method: 'live' as const,
      priority: 1 as const,
      path: '/v3/serp/google/organic/live/advanced',
      task_id: id,
      status_code: CODE.ok,
      http_status: 200,
      results: 10,
      time_ms: 42,
      ip: '203.0.113.9',
    },
    request: { keyword: 'sample', location_code: 2840, language_code: 'en' },
  }
}

/** Calls per second, measured for one second. */
export async function rate(logins: number[], call: Pay): Promise<number> {
  const since = performance.now()
  const end = since + ROUND_MS
  let calls = 0
  const caller = async (n: number) => {
    for (let turn = n; performance.now() < end; turn += CALLERS) {
      await call(logins[turn % logins.length] ?? 0)
      calls += 1
    }
  }
  await Promise.all(Array.from({ length: CALLERS }, (_, n) => caller(n)))
  return (calls * 1000) / (performance.now() - since)
}
