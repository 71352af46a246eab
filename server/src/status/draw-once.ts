import type { Snapshot } from './snapshot.ts'

const drawn = new WeakMap<Snapshot, Map<string, string>>()
/** Brands, languages and themes that are read while a snapshot is shown. */
const STORED_MAX = 500

/** Drawing takes longer than all the rest of an answer: each page of a snapshot is drawn once. */
export function drawOnce(snapshot: Snapshot, about: unknown[], draw: () => string): string {
  const pages = drawn.get(snapshot) ?? new Map<string, string>()
  drawn.set(snapshot, pages)
  const key = JSON.stringify(about)
  const known = pages.get(key)
  if (known !== undefined) return known
  if (pages.size >= STORED_MAX) pages.clear()
  const page = draw()
  pages.set(key, page)
  return page
}
