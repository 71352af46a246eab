import type { TaskSort } from '@portico/contract/usage-totals.ts'
import type { CallRow } from './call-store.ts'
import { type MovedCtx, withCalls } from './moved-calls.ts'
import { readCalls } from './read-calls.ts'
import type { Slice } from './slice.ts'
import { callsSorted, VALUES } from './sort-store.ts'

interface PageRequest {
  sort: TaskSort
  order: 'newest' | 'oldest'
  /** The cursor that the previous page ended with. */
  after: string | undefined
  limit: number
}

/** A page of calls, and the cursor of the next page; null on the last one. */
export async function callPage(
  ctx: MovedCtx,
  slice: Slice,
  { sort, order, after, limit }: PageRequest,
): Promise<{ rows: CallRow[]; next: string | null }> {
  const cursor = after === undefined ? undefined : readCursor(after)
  // One row more than requested shows whether there are more.
  const page = { order, limit: limit + 1 }
  const found =
    sort === 'time'
      ? await readCalls(ctx, slice, { ...page, after: cursor?.id })
      : await withCalls(ctx, slice, (whole) => callsSorted(ctx.db, whole, sort, { ...page, after: cursor }))
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  return { rows, next: found.length > limit && last ? cursorOf(last, sort) : null }
}

/** The cursor has the value besides the id, so that no row is skipped or repeated if it changes. */
function cursorOf(row: CallRow, sort: TaskSort): string {
  return sort === 'time' ? row.id : `${row[VALUES[sort]]}.${row.id}`
}

function readCursor(after: string): { value: number; id: string } {
  const [id = '', value] = after.split('.').toReversed()
  return { value: Number(value ?? 0), id }
}
