import { setTimeout as pause } from 'node:timers/promises'
import { CODE } from '../../contract/src/codes.ts'
import { LIVE } from '../gateway-client.ts'
import type { Stage } from './stage.ts'

export interface Seen {
  attempted: string[]
  acknowledged: string[]
  refused: Map<string, number>
  /** Refused calls whose reply promised no charge, and how many of these had waited for their booking. */
  not_charged: string[]
  hung: number
  longest_ms: number
  /** When the first call after a moment was done. */
  doneAfter(since_ms: number): number | undefined
  /** The longest time in which no call was done. */
  gap_ms(): number
}

export interface Calling {
  url: string
  callers: number
  name: string
  keyword?: string
  /** With both kinds, every second call is a GET. */
  method?: 'POST' | 'GET' | 'both'
}

/** Bookings are tried for ten seconds. */
const HUNG_MS = 8000
/** A server without its database refuses at once; callers that did not pause would take the processors from the databases. */
const PAUSE_MS = 50
let longitude = 0

/** Callers that each send one call after the other, under a tag of its own, and never repeat one. */
export async function callWhile(
  stage: Pick<Stage, 'authorization'>,
  { url, callers, name, keyword = 'standing desk', method = 'POST' }: Calling,
  during: (seen: Seen, count: () => number) => Promise<void>,
): Promise<Seen> {
  const done: number[] = []
  const seen: Seen = {
    attempted: [],
    acknowledged: [],
    refused: new Map(),
    not_charged: [],
    hung: 0,
    longest_ms: 0,
    doneAfter: (since_ms) => done.find((at_ms) => at_ms > since_ms),
    gap_ms: () => Math.max(0, ...done.slice(1).map((at_ms, index) => at_ms - (done[index] ?? at_ms))),
  }
  const headers = { authorization: stage.authorization, 'content-type': 'application/json' }
  let is_over = false
  let number = 0

  /** The error of a call, undefined if it succeeded. */
  async function post(tag: string): Promise<string | undefined> {
    const body = JSON.stringify([{ keyword, location_code: 2840, language_code: 'en', tag }])
    const reply = await fetch(`${url}${LIVE}`, { method: 'POST', headers, body })
    const result = (await reply.json().catch(() => undefined)) as
      | { status_code: number; tasks?: { status_code: number }[] | null }
      | undefined
    const code = result?.tasks?.[0]?.status_code ?? result?.status_code
    return code === CODE.ok ? undefined : `${reply.status}${code ? ` (${code})` : ''}`
  }
  async function get(tag: string): Promise<string | undefined> {
    const { authorization } = headers
    const reply = await fetch(`${url}/v1/current?lat=54&lon=${tag.replace('lon-', '')}`, { headers: { authorization } })
    return (await reply.text()).includes('temperature') ? undefined : String(reply.status)
  }
  async function call() {
    number += 1
    const is_get = method === 'GET' || (method === 'both' && number % 2 === 0)
    if (is_get) longitude += 1
    const tag = is_get ? `lon-${longitude / 10_000}` : `${name}-${number}`
    seen.attempted.push(tag)
    const since_ms = performance.now()
    const why = await (is_get ? get(tag) : post(tag)).catch(() => 'no answer')
    seen.longest_ms = Math.max(seen.longest_ms, performance.now() - since_ms)
    if (why !== undefined) {
      seen.refused.set(why, (seen.refused.get(why) ?? 0) + 1)
      if (why.includes('50303')) {
        seen.not_charged.push(tag)
        if (performance.now() - since_ms > HUNG_MS) seen.hung += 1
      }
      await pause(PAUSE_MS)
      return
    }
    seen.acknowledged.push(tag)
    done.push(performance.now())
  }
  const working = Array.from({ length: callers }, async () => {
    while (!is_over) await call()
  })
  await during(seen, () => number).finally(() => {
    is_over = true
  })
  await Promise.all(working)
  return seen
}
