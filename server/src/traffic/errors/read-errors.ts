import { HOUR_MS } from '@portico/contract/time.ts'
import { timeOfCall } from '#crypto/call-id.ts'
import type { Span } from '../cut-range.ts'
import { type Step, stepCounts } from '../error-count-store.ts'
import {
  type EventRow,
  eventDetail,
  type Prepare,
  eventsAfter as readAfter,
  eventPage as readPage,
} from '../error-row-store.ts'
import type { ErrorSlice } from '../error-slice.ts'
import { groupRows as readGroups } from '../error-store.ts'
import type { MovedCtx } from '../moved-calls.ts'

type Batch = Parameters<typeof readAfter>[2]

/**
 * Runs a read of the counts of errors, of moved days too: only hours that the range cuts are counted row by row, and all of them where
 * the counts lack what is filtered by.
 */
export function withErrors<T>(
  ctx: MovedCtx,
  slice: ErrorSlice,
  read: (prepare: Prepare | undefined) => Promise<T>,
): Promise<T> {
  const [from, to] = [slice.from.getTime(), slice.to.getTime()]
  return ctx.moved.read(ctx, 'errors', from, async (until) => {
    if (until <= from) return read(undefined)
    const prepare = (spans: Span[]) => bringBack(ctx, slice, spans)
    await prepare(isCounted(slice) ? [from, to].flatMap(cutHour) : [[from, Math.min(to, until)]])
    return read(prepare)
  })
}

function isCounted({ task_id, via }: ErrorSlice): boolean {
  return task_id === undefined && via === undefined
}

/** The hour of this time, where it is not its start. */
function cutHour(ms: number): Span[] {
  return ms % HOUR_MS === 0 ? [] : [hourOf(ms)]
}

function hourOf(ms: number): Span {
  const start = ms - (ms % HOUR_MS)
  return [start, start + HOUR_MS]
}

async function bringBack({ moved }: MovedCtx, slice: ErrorSlice, spans: Span[]): Promise<void> {
  await moved.bringBack('errors', slice.login_ids, spans)
  // A call is found by its task in usage.
  if (slice.task_id !== undefined) await moved.bringBack('usage', slice.login_ids, spans)
}

export function eventPage(ctx: MovedCtx, slice: ErrorSlice, page: Parameters<typeof readPage>[2]) {
  return withErrors(ctx, slice, (prepare) => readPage(ctx.db, slice, page, prepare))
}

export function groupRows(ctx: MovedCtx, slice: ErrorSlice, page: Parameters<typeof readGroups>[2]) {
  return withErrors(ctx, slice, (prepare) => readGroups(ctx.db, slice, page, prepare))
}

/** Rows after a row, a batch of them; of moved days the counts name the hours it needs. */
export function eventsAfter(ctx: MovedCtx, slice: ErrorSlice, page: Batch): Promise<EventRow[]> {
  return withErrors(ctx, slice, async (prepare) => {
    if (!prepare || !isCounted(slice)) return readAfter(ctx.db, slice, page)
    const hours = await stepCounts(ctx.db, restOf(slice, page), 'hour', page.order)
    const rows: EventRow[] = []
    while (hours.length > 0 && rows.length < page.limit) {
      const limit = page.limit - rows.length
      const spans = hours.splice(0, enough(hours, limit)).map(({ at }) => hourOf(at.getTime()))
      await prepare(spans)
      const [from, to] = [Math.min(...spans.map(([since]) => since)), Math.max(...spans.map(([, until]) => until))]
      const part = {
        ...slice,
        from: new Date(Math.max(from, slice.from.getTime())),
        to: new Date(Math.min(to, slice.to.getTime())),
      }
      rows.push(...(await readAfter(ctx.db, part, { ...page, limit })))
    }
    return rows
  })
}

/** Whole hours, in which the row before is. */
function restOf(slice: ErrorSlice, { order, after }: Batch): ErrorSlice {
  if (after === undefined) return slice
  const [since, until] = hourOf(timeOfCall(after).getTime())
  return order === 'newest'
    ? { ...slice, to: new Date(Math.min(until, slice.to.getTime())) }
    : { ...slice, from: new Date(Math.max(since, slice.from.getTime())) }
}

/** Number of hours with so many rows. */
function enough(hours: Step[], wanted: number): number {
  let rows = 0
  const last = hours.findIndex(({ count }) => {
    rows += count
    return rows > wanted
  })
  return last < 0 ? hours.length : last + 1
}

/** One error of one of these logins with all details. */
export function oneError(ctx: MovedCtx, login_ids: number[], id: string): ReturnType<typeof eventDetail> {
  const at_ms = timeOfCall(id).getTime()
  return ctx.moved.read(ctx, 'errors', at_ms, async () => {
    await ctx.moved.bringBack('usage', login_ids, [[at_ms, at_ms + 1]])
    await ctx.moved.bringBack('errors', login_ids, [[at_ms, at_ms + 1]])
    return eventDetail(ctx.db, login_ids, id)
  })
}
