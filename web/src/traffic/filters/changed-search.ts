/** The address after a change; a period replaces the previous one. */
export function changedSearch(search: string, change: Record<string, string | undefined>): string {
  const next = new URLSearchParams(search)
  if (change.range !== undefined || change.from !== undefined)
    for (const name of ['range', 'from', 'to']) next.delete(name)
  for (const [name, value] of Object.entries(change)) {
    if (value) next.set(name, value)
    else next.delete(name)
  }
  return next.size > 0 ? `?${next}` : ''
}
