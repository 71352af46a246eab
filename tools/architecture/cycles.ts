/** Each cycle of the graph once, as `a → b → a`; an edge from a node to itself is none. */
export function findCycles(edges: string[][]): string[] {
  const graph = new Map<string, Set<string>>()
  for (const [from = '', to = ''] of edges) {
    if (from !== to) graph.set(from, (graph.get(from) ?? new Set()).add(to))
  }
  const cycles: string[] = []
  const done = new Set<string>()
  const trail: string[] = []

  function walk(node: string) {
    if (trail.includes(node)) cycles.push(`cycle: ${[...trail.slice(trail.indexOf(node)), node].join(' → ')}`)
    if (trail.includes(node) || done.has(node)) return
    trail.push(node)
    for (const next of graph.get(node) ?? []) walk(next)
    trail.pop()
    done.add(node)
  }

  for (const node of graph.keys()) walk(node)
  return cycles
}
