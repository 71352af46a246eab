import { setTimeout as pause } from 'node:timers/promises'
import { type Calling, callWhile, type Seen } from './callers.ts'
import type { AnyStage, Stage } from './stage.ts'

export const CALLERS = 16

/** Injects the fault while calls arrive; returns how long it took until calls were answered again. */
type Fault = (seen: Seen, count: () => number) => Promise<number | undefined>

export interface Report {
  name: string
  is_good: boolean
  text: string
}

/** Counts acknowledged, lost and doubly booked calls from the client's own list, and checks the books. */
export async function underLoad(
  stage: AnyStage,
  name: string,
  how: Partial<Calling> & { may_refuse?: boolean },
  fault: Fault,
): Promise<Report> {
  const { may_refuse = true, url = instance(stage, 0).url, callers = CALLERS } = how
  let back_ms: number | undefined
  const calling = { ...how, url, callers, name: name.replaceAll(/\W+/g, '-') }
  const seen = await callWhile(stage, calling, async (...given) => {
    back_ms = await fault(...given)
  })
  const booked = await settledBooks(stage, seen)
  const acknowledged = new Set(seen.acknowledged)
  const missing = seen.acknowledged.filter((tag) => !booked.has(tag))
  const lost = missing.length
  if (lost > 0) console.log(`    lost: ${missing.join(', ')}`)
  const double = [...booked.values()].filter((times) => times > 1).length
  const unheard = [...booked.keys()].filter((tag) => !acknowledged.has(tag)).length
  const wrongly = seen.not_charged.filter((tag) => booked.has(tag)).length
  const books = await booksOf(stage)
  const is_balanced = /balanced/i.test(books)
  const refused = [...seen.refused].map(([why, times]) => `${times} × ${why}`).join(', ') || 'none'
  const back = back_ms === undefined ? '–' : `${(back_ms / 1000).toFixed(1)} s`
  return {
    name,
    is_good: lost === 0 && double === 0 && wrongly === 0 && is_balanced && (may_refuse || seen.refused.size === 0),
    text:
      `acknowledged ${seen.acknowledged.length}, booked ${[...booked.values()].reduce((sum, times) => sum + times, 0)}, lost ${lost}, double ${double}, refused ${refused}, ` +
      `charged though refused ${wrongly} of ${seen.not_charged.length}, booked unheard ${unheard}, ` +
      `longest call ${(seen.longest_ms / 1000).toFixed(1)} s, without service ${(seen.gap_ms() / 1000).toFixed(1)} s, back after ${back}, ${is_balanced ? 'balanced' : books.trim()}`,
  }
}

/** Late bookings are reverted soon after the database has returned. */
async function settledBooks(stage: AnyStage, { attempted, not_charged }: Seen): Promise<Map<string, number>> {
  for (let tries = 0; ; tries += 1) {
    const booked = await stage.booked(attempted)
    if (tries > 60 || !not_charged.some((tag) => booked.has(tag))) return booked
    await pause(1000)
  }
}

export function outcome(name: string, is_good: boolean, text: string): Report {
  return { name, is_good, text }
}

export function instance({ instances }: Pick<AnyStage, 'instances'>, number: number) {
  const one = instances[number]
  if (!one) throw new Error('the stage has no first instance')
  return one
}

/** Retries, as a database that was just down may need a moment. */
async function booksOf(stage: AnyStage): Promise<string> {
  for (let tries = 0; ; tries += 1) {
    const text = await instance(stage, 1).operator('books').catch(String)
    if (/balanced|discrepan/i.test(text) || tries > 20) return text
    await pause(1000)
  }
}

/** Milliseconds until an action succeeds again; rejects after two minutes. */
export async function back(seen: Seen, since_ms: number): Promise<number> {
  for (let at = 0; at < 1200; at += 1) {
    const done_ms = seen.doneAfter(since_ms)
    if (done_ms !== undefined) return done_ms - since_ms
    await pause(100)
  }
  throw new Error('the instance did not recover within two minutes')
}

export async function readiness(url: string): Promise<number | undefined> {
  return (await fetch(`${url}/readyz`).catch(() => undefined))?.status
}

export type Row = (stage: Stage) => Promise<Report[]>
