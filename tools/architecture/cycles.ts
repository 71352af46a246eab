/** Each cycle of the graph once, as `a → b → a`; an edge from a node to itself does not count. */
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

/** The groups of nodes that reach each other, each sorted; a node alone is no group. */
export function mutualImports(edges: string[][]): string[][] {
  const graph = new Map<string, string[]>()
  for (const [from = '', to = ''] of edges) graph.set(from, [...(graph.get(from) ?? []), to])
  const reachable = new Map([...graph.keys()].map((node) => [node, reachableFrom(node, graph)]))
  const groups = [...reachable].map(([node, others]) =>
    [...others].filter((other) => other === node || reachable.get(other)?.has(node)).sort(),
  )
  return [...new Map(groups.filter((group) => group.length > 1).map((group) => [group.join(), group])).values()]
}

function reachableFrom(start: string, graph: Map<string, string[]>): Set<string> {
  const found = new Set<string>()
  const waiting = [start]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    for (const next of graph.get(node) ?? []) if (!found.has(next)) waiting.push(next)
    for (const next of graph.get(node) ?? []) found.add(next)
  }
  return found
}
