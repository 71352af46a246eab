/** On which floor each stands, by what each imports: whoever imports nobody is on the first. There are no cycles. */
export function floorsOf(edges: (readonly [from: string, to: string])[]): Map<string, number> {
  const below = new Map<string, string[]>()
  for (const [from, to] of edges) {
    below.set(from, [...(below.get(from) ?? []), to])
    below.set(to, below.get(to) ?? [])
  }
  const floors = new Map<string, number>()
  const floorOf = (name: string): number => {
    const known = floors.get(name)
    if (known !== undefined) return known
    // Whoever comes back to where they began is told of the cycle elsewhere.
    floors.set(name, 1)
    const floor = 1 + Math.max(0, ...(below.get(name) ?? []).map(floorOf))
    floors.set(name, floor)
    return floor
  }
  for (const name of below.keys()) floorOf(name)
  return floors
}
