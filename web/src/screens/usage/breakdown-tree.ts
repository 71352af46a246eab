import type { BreakdownRow } from '@portico/contract/usage.ts'

const NUMBERS = ['requests', 'calls', 'queued', 'tasks', 'results', 'cost_micros', 'errors'] as const
type Numbers = Record<(typeof NUMBERS)[number], number>

export interface TreeRow extends Numbers {
  /** `serp/google/organic`, then ` live`, then ` 1`. */
  key: string
  level: 0 | 1 | 2
  row: BreakdownRow
  hasMore: boolean
}

/** Functions by what they cost; below those that are open their methods, and below those their priorities. */
export function treeRows(rows: readonly BreakdownRow[], open: ReadonlySet<string>): TreeRow[] {
  return below(rows, 0, open)
}

const PARTS = [
  (row: BreakdownRow) => row.function,
  (row: BreakdownRow) => `${row.function} ${row.method}`,
  (row: BreakdownRow) => `${row.function} ${row.method} ${row.priority}`,
] as const

function below(rows: readonly BreakdownRow[], level: 0 | 1 | 2, open: ReadonlySet<string>): TreeRow[] {
  const groups = [...Map.groupBy(rows, PARTS[level])].map(([key, own]) => ({ key, own, sums: sumOf(own) }))
  groups.sort(
    (a, b) => b.sums.cost_micros - a.sums.cost_micros || b.sums.calls - a.sums.calls || (a.key < b.key ? -1 : 1),
  )
  return groups.flatMap(({ key, own, sums }) => {
    const [row] = own
    if (!row) return []
    const line: TreeRow = { ...sums, key, level, row, hasMore: level < 2 }
    return level < 2 && open.has(key) ? [line, ...below(own, level === 0 ? 1 : 2, open)] : [line]
  })
}

function sumOf(rows: readonly BreakdownRow[]): Numbers {
  const sums: Numbers = { requests: 0, calls: 0, queued: 0, tasks: 0, results: 0, cost_micros: 0, errors: 0 }
  for (const row of rows) for (const name of NUMBERS) sums[name] += row[name]
  return sums
}
