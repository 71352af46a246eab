import { MINUTE_MS } from '@portico/contract/time.ts'
import type { Grain } from '@portico/contract/usage.ts'
import { timeOfCall } from '#crypto/call-id.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { type CallDetailRow, callDetail, callsOfRequest } from './call-store.ts'
import { type Span, type Step, wholeQuarters } from './cut-range.ts'
import { needsCalls, type Slice } from './slice.ts'

export type MovedCtx = Pick<Ctx, 'db' | 'readAs' | 'moved'>

/** Runs a read of every single call of a slice, of moved days too. */
export function withCalls<T>(ctx: MovedCtx, slice: Slice, read: (slice: Slice) => Promise<T>): Promise<T> {
  const [from, to] = slice.range
  return ctx.moved.read(ctx, 'usage', from, async (until) => {
    if (until <= from) return read(slice)
    await ctx.moved.bringBack('usage', slice.login_ids, [[from, Math.min(to, until)]])
    // Errors of moved days are not there, so failed calls are found among all calls.
    return read({ ...slice, has_errors: false })
  })
}

/** The same for a read of sums: rollups stay, so only filters that they lack need the calls. */
export function withSums<T>(ctx: MovedCtx, slice: Slice, read: (slice: Slice) => Promise<T>): Promise<T> {
  return needsCalls(slice) ? withCalls(ctx, slice, read) : read(slice)
}

/**
 * The range whose calls are counted: a moved day has no smaller sums than those of quarter-hours, so that a range which begins or
 * ends within one there takes all of it.
 */
export async function countedRange({ moved }: Pick<Ctx, 'moved'>, range: Span): Promise<Span> {
  const whole = wholeQuarters(range)
  const edge = async (at: 0 | 1) =>
    whole[at] !== range[at] && (await moved.has('usage', range[at])) ? whole[at] : range[at]
  return [await edge(0), await edge(1)]
}

/** The steps of a chart that begins at this time. */
export async function countedStep({ moved }: Pick<Ctx, 'moved'>, grain: Grain, from_ms: number): Promise<Step> {
  return grain === 'minute' && (await moved.has('usage', from_ms)) ? 'quarter' : grain
}

/** One call of one of these logins with all details, and the number of calls in its request. */
export function oneCall(
  ctx: MovedCtx,
  login_ids: number[],
  id: string,
): Promise<(CallDetailRow & { request_calls: number }) | undefined> {
  const at_ms = timeOfCall(id).getTime()
  return ctx.moved.read(ctx, 'usage', at_ms, async () => {
    await ctx.moved.bringBack('usage', login_ids, [[at_ms, at_ms + 1]])
    await ctx.moved.bringBack('errors', login_ids, [[at_ms, at_ms + 1]])
    const found = await callDetail(ctx.db, login_ids, id)
    if (!found) return undefined
    const request_ms = timeOfCall(found.request_id).getTime()
    await ctx.moved.bringBack('usage', [found.login_id], [[request_ms, request_ms + MINUTE_MS]])
    return { ...found, request_calls: await callsOfRequest(ctx.db, found.login_id, found.request_id) }
  })
}

/** Runs a read of what has this id, of any account and day: a call, its request, its task or an error. */
export function withNamed<T>(ctx: MovedCtx, id: string, read: () => Promise<T>): Promise<T> {
  return ctx.moved.read(ctx, 'usage', 0, async () => {
    for (const kind of ['usage', 'errors'] as const) await ctx.moved.bringBackNamed(kind, id)
    return read()
  })
}
