/** The floor of each node: 1 without imports, otherwise one above the highest node it imports. */
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
    // Ends the recursion in a cycle, which findCycles reports.
    floors.set(name, 1)
    const floor = 1 + Math.max(0, ...(below.get(name) ?? []).map(floorOf))
    floors.set(name, floor)
    return floor
  }
  for (const name of below.keys()) floorOf(name)
  return floors
}
