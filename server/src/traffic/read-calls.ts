import { DAY_MS, HOUR_MS, MINUTE_MS } from '@portico/contract/time.ts'
import { isCallId, timeOfCall } from '#crypto/call-id.ts'
import type { Ctx } from '#ctx/ctx.ts'
import type { Db } from '#db/db.ts'
import { type CallRow, callsWithin, type Page } from './call-store.ts'
import type { Span } from './cut-range.ts'
import type { Slice } from './slice.ts'
import { isNarrow, type Window, windowsOf } from './window-store.ts'

/** Reads a page of calls, also of moved days, which are read hour by hour. */
export function readCalls(ctx: Pick<Ctx, 'db' | 'readAs' | 'moved'>, slice: Slice, page: Page): Promise<CallRow[]> {
  const [from, to] = slice.range
  return ctx.moved.read(ctx, 'usage', from, async (until) => {
    if (until <= from) return readStored(ctx.db, slice, page)
    const cut = Math.min(until, to)
    const readMoved = (limit: number) => readWindows(ctx, ofMoved(slice, [from, cut]), { ...page, limit })
    const readRest = (limit: number) => readStored(ctx.db, { ...slice, range: [cut, to] }, { ...page, limit })
    const [first, second] = page.order === 'newest' ? [readRest, readMoved] : [readMoved, readRest]
    const rows = await first(page.limit)
    return rows.length < page.limit ? [...rows, ...(await second(page.limit - rows.length))] : rows
  })
}

/** Failed calls of moved days are found among all calls; an id of ours names their minute. */
function ofMoved(slice: Slice, range: Span): Slice {
  const named = slice.task_id?.toLowerCase()
  const since = named !== undefined && isCallId(named) ? timeOfCall(named).getTime() : undefined
  const cut: Span = since === undefined ? range : [Math.max(range[0], since), Math.min(range[1], since + MINUTE_MS)]
  return { ...slice, range: cut, has_errors: false }
}

/**
 * Reads what is in the tables. Most pages are near the start of reading, and looking there first plans one partition instead of
 * all. If a filter matches few calls among millions, the rollups name the hours to read.
 */
export async function readStored(db: Db, slice: Slice, page: Page): Promise<CallRow[]> {
  const isFew = isNarrow(slice)
  const [near, far] = nearAndFar(rest(slice.range, page), page.order, isFew ? HOUR_MS : DAY_MS)
  if (near[0] >= near[1]) return []
  const rows = await callsWithin(db, slice, [near], page)
  if (rows.length >= page.limit || far[0] >= far[1]) return rows
  const more = { ...page, limit: page.limit - rows.length }
  const found = isFew
    ? await readWindows({ db }, { ...slice, range: far }, more)
    : await callsWithin(db, slice, [far], more)
  return [...rows, ...found]
}

/** Finds days with matching calls, then the hours of as many days as the page needs. Those of moved days are brought back. */
async function readWindows(
  { db, moved }: { db: Db; moved?: Ctx['moved'] },
  slice: Slice,
  page: Page,
): Promise<CallRow[]> {
  const range = rest(slice.range, page)
  if (range[0] >= range[1]) return []
  const days = await windowsOf(db, { ...slice, range }, 'day', page.order)
  const rows: CallRow[] = []
  for (let wanted = page.limit; days.length > 0 && rows.length < page.limit; wanted *= 8) {
    const taken = days.splice(0, enough(days, wanted))
    const hours = await windowsOf(db, { ...slice, range: hull(taken) }, 'hour', page.order)
    // Of a moved day only the hours that a page needs; the next are read when it is not full.
    const limit = () => page.limit - rows.length
    while (hours.length > 0 && limit() > 0) {
      const some = hours.splice(0, moved ? enough(hours, Math.max(wanted, limit())) : hours.length)
      const spans = joined(some)
      await moved?.bringBack('usage', slice.login_ids, spans)
      rows.push(...(await callsWithin(db, slice, spans, { ...page, limit: limit() })))
    }
  }
  return rows
}

/** The part of the range after the previous page. */
function rest([from, to]: Span, { order, after }: Page): Span {
  if (after === undefined) return [from, to]
  const at = timeOfCall(after).getTime()
  return order === 'newest' ? [from, Math.min(to, at + 1)] : [Math.max(from, at), to]
}

function nearAndFar([from, to]: Span, order: Page['order'], near_ms: number): [near: Span, far: Span] {
  const cut = order === 'newest' ? Math.max(from, to - near_ms) : Math.min(to, from + near_ms)
  const [early, late]: [Span, Span] = [
    [from, cut],
    [cut, to],
  ]
  return order === 'newest' ? [late, early] : [early, late]
}

/** Number of windows needed for one page. */
function enough(windows: Window[], wanted: number): number {
  let calls = 0
  const last = windows.findIndex((window) => {
    calls += window.calls
    return calls >= wanted
  })
  return last < 0 ? windows.length : last + 1
}

function hull(windows: Window[]): Span {
  return [Math.min(...windows.map(({ span }) => span[0])), Math.max(...windows.map(({ span }) => span[1]))]
}

/** Joins adjacent spans. */
function joined(windows: Window[]): Span[] {
  const spans: Span[] = []
  for (const { span } of windows.toSorted((a, b) => a.span[0] - b.span[0])) {
    const last = spans.at(-1)
    if (last && last[1] === span[0]) spans[spans.length - 1] = [last[0], span[1]]
    else spans.push(span)
  }
  return spans
}
