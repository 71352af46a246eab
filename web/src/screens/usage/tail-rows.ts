import type { LiveRow } from '@portico/contract/live.ts'

export const KEPT_MAX = 200

export type TailStatus = 'all' | 'ok' | 'failed'
export type TailFilter = { text: string; status: TailStatus }

/** Each call once, the newest first: ids begin with the time. */
export function mergeRows(kept: readonly LiveRow[], fresh: readonly LiveRow[]): LiveRow[] {
  const known = new Set(kept.map(({ id }) => id))
  const added = fresh.filter(({ id }) => !known.has(id))
  if (added.length === 0) return kept.slice(0, KEPT_MAX)
  return [...added, ...kept].sort((a, b) => (a.id < b.id ? 1 : -1)).slice(0, KEPT_MAX)
}

/** How many calls came that the reader has not been shown. */
export function countNew(shown: readonly LiveRow[], kept: readonly LiveRow[]): number {
  const known = new Set(shown.map(({ id }) => id))
  return kept.filter(({ id }) => !known.has(id)).length
}

export function matchesTail({ path, function: name, status_class }: LiveRow, { text, status }: TailFilter): boolean {
  if (status !== 'all' && (status === 'ok') !== (status_class === 'ok')) return false
  const wanted = text.trim().toLowerCase()
  return wanted === '' || path.toLowerCase().includes(wanted) || name.toLowerCase().includes(wanted)
}
