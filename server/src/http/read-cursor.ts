import { UUID } from '@portico/contract/form-fields.ts'
import { Problem } from '@portico/contract/problem.ts'

/** The last row of the previous page, `2026-03-02T10:00:00.000Z_<id>`, as its answer gave it. */
export function readCursor(before: string | undefined): { at: Date; id: string } | undefined {
  if (before === undefined) return undefined
  const [time = '', id = ''] = before.split('_')
  const at = new Date(time)
  if (time.length !== 24 || Number.isNaN(at.getTime()) || !UUID.test(id)) throw new Problem('bad_request')
  return { at, id }
}

/** Of one row more than a page has: the cursor of its last row; null where the page is the last. */
export function nextCursor<R extends { id: string }>(rows: R[], limit: number, at: (row: R) => Date): string | null {
  const last = rows[limit - 1]
  return last && rows.length > limit ? `${at(last).toISOString()}_${last.id}` : null
}
