/**
 * The number of characters left out, added, mistaken or swapped between the typed text and the beginning of a word;
 * more than `most` is `most + 1`. Only the beginning counts, as the rest is not typed yet.
 */
export function prefixDistance(typed: string, word: string, most: number): number {
  const a = [...typed]
  const b = [...word].slice(0, a.length + most)
  if (b.length < a.length - most) return most + 1
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let row = 1; row <= a.length; row += 1) {
    const next = [row]
    for (let at = 1; at <= b.length; at += 1) {
      const isSame = a[row - 1] === b[at - 1]
      const isSwapped = row > 1 && at > 1 && a[row - 1] === b[at - 2] && a[row - 2] === b[at - 1]
      next[at] = Math.min(
        (last[at] ?? 0) + 1,
        (next[at - 1] ?? 0) + 1,
        (last[at - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (before[at - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    if (Math.min(...next) > most) return most + 1
    before = last
    last = next
  }
  return Math.min(most + 1, ...last)
}
