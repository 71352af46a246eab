/** How much more or less it is than before, as a share of before; null when there is nothing to compare with. */
export function changeOf(now: number, before: number): number | null {
  return before === 0 ? null : (now - before) / before
}
