/** Counts are halved when one reaches this, so that a new habit replaces an old one. */
const MOST_COUNTED = 16
const MOST_REMEMBERED = 40

/** Entries of these kinds lead somewhere again; the id of one call or payment is seldom wanted twice. */
const HABITS = /^(screen|card|endpoint|theme|language|copy-login|help|shortcuts|code)/

/** As long as the page is open: the names of stored values are part of every page, and this one is needed by few. */
let uses: Record<string, number> = {}
let user = ''

/** Habits of another person who used this page before are forgotten. */
export function paletteUses(email: string): Record<string, number> {
  if (email !== user) uses = {}
  user = email
  return uses
}

export function countUse(id: string): void {
  if (!HABITS.test(id)) return
  uses = counted(uses, id)
}

export function counted(before: Record<string, number>, id: string): Record<string, number> {
  const next = { ...before, [id]: (before[id] ?? 0) + 1 }
  const share = Object.values(next).some((count) => count >= MOST_COUNTED) ? 2 : 1
  const ranked = Object.entries(next)
    .map(([one, count]): [string, number] => [one, Math.floor(count / share)])
    .filter(([one, count]) => count > 0 || one === id)
    .sort(([, a], [, b]) => b - a)
  return Object.fromEntries(ranked.slice(0, MOST_REMEMBERED))
}

/** The same entries, those that were chosen most first. */
export function chosenFirst<C extends { id: string }>(items: readonly C[], counts: Record<string, number>): C[] {
  return items.toSorted((a, b) => (counts[b.id] ?? 0) - (counts[a.id] ?? 0))
}
