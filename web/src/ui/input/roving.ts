/** The index among `count` items that a key moves to, or null when the key does not move. Ends meet. */
export function nextIndex(
  key: string,
  index: number,
  count: number,
  direction: 'vertical' | 'horizontal',
): number | null {
  if (count === 0) return null
  const [back, forth] = direction === 'vertical' ? ['ArrowUp', 'ArrowDown'] : ['ArrowLeft', 'ArrowRight']
  if (key === forth) return (index + 1) % count
  if (key === back) return (Math.max(index, 0) - 1 + count) % count
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return null
}

/** The item whose label starts with what was typed, looking onward from the current one and then from the top. */
export function typeahead(labels: string[], typed: string, index: number): number | null {
  const wanted = typed.toLocaleLowerCase()
  if (!wanted.trim()) return null
  // The same character again and again walks through the items that start with it.
  const isRepeat = [...wanted].every((char) => char === wanted[0])
  const search = isRepeat ? (wanted[0] ?? '') : wanted
  const first = isRepeat ? index + 1 : Math.max(index, 0)
  for (let step = 0; step < labels.length; step += 1) {
    const at = (first + step) % labels.length
    if (labels[at]?.toLocaleLowerCase().startsWith(search)) return at
  }
  return null
}
