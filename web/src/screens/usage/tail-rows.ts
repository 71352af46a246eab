import type { LiveRow } from '@portico/contract/live.ts'

export const ROWS_MAX = 200

export type TailStatus = 'all' | 'ok' | 'queued' | 'failed'
export type TailFilter = { text: string; status: TailStatus }

/** Each call once, the newest first: ids begin with the time. A task that was queued takes its end, and never turns back. */
export function mergeRows(stored: readonly LiveRow[], fresh: readonly LiveRow[]): LiveRow[] {
  const news = new Map(fresh.map((row) => [row.id, row]))
  const known = new Set(stored.map(({ id }) => id))
  const added = fresh.filter(({ id }) => !known.has(id))
  const moved = stored.map((row) => (row.status_class === 'queued' ? (news.get(row.id) ?? row) : row))
  if (added.length === 0) return moved.slice(0, ROWS_MAX)
  return [...added, ...moved].sort((a, b) => (a.id < b.id ? 1 : -1)).slice(0, ROWS_MAX)
}

/** The number of calls that were not shown yet. */
export function countNew(shown: readonly LiveRow[], stored: readonly LiveRow[]): number {
  const known = new Set(shown.map(({ id }) => id))
  return stored.filter(({ id }) => !known.has(id)).length
}

export function matchesTail({ path, function: name, status_class }: LiveRow, { text, status }: TailFilter): boolean {
  if (status !== 'all' && status !== statusOf(status_class)) return false
  const wanted = text.trim().toLowerCase()
  return wanted === '' || path.toLowerCase().includes(wanted) || name.toLowerCase().includes(wanted)
}

function statusOf(status_class: LiveRow['status_class']): TailStatus {
  return status_class === 'ok' || status_class === 'queued' ? status_class : 'failed'
}
