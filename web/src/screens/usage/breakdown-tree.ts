import type { BreakdownRow } from '@portico/contract/usage-totals.ts'
import type { Sort } from '#ui/table/sort.ts'
import { BY_COST, metricOf } from './metric-columns.tsx'

const NUMBERS = ['requests', 'calls', 'queued', 'tasks', 'results', 'cost_micros', 'errors'] as const
type Numbers = Record<(typeof NUMBERS)[number], number>

export interface TreeRow extends Numbers {
  /** `serp/google/organic`, then ` live`, then ` 1`. */
  key: string
  level: 0 | 1 | 2
  row: BreakdownRow
  hasMore: boolean
}

/** Functions, by what they cost unless sorted otherwise; below those that are open their methods, and below those their priorities. */
export function treeRows(rows: readonly BreakdownRow[], open: ReadonlySet<string>, sort: Sort = BY_COST): TreeRow[] {
  return below(rows, 0, open, sort)
}

const PARTS = [
  (row: BreakdownRow) => row.function,
  (row: BreakdownRow) => `${row.function} ${row.method}`,
  (row: BreakdownRow) => `${row.function} ${row.method} ${row.priority}`,
] as const

function below(rows: readonly BreakdownRow[], level: 0 | 1 | 2, open: ReadonlySet<string>, sort: Sort): TreeRow[] {
  const groups = [...Map.groupBy(rows, PARTS[level])].map(([key, own]) => ({ key, own, sums: sumOf(own) }))
  const turn = sort.direction === 'asc' ? 1 : -1
  const nameOf = ({ own, key }: { own: readonly BreakdownRow[]; key: string }) =>
    (level === 0 ? own[0]?.title : key) ?? ''
  groups.sort((a, b) => {
    const [one, other] = [metricOf(a.sums, sort.column), metricOf(b.sums, sort.column)]
    const by = one === undefined || other === undefined ? nameOf(a).localeCompare(nameOf(b)) : one - other
    return turn * by || b.sums.calls - a.sums.calls || (a.key < b.key ? -1 : 1)
  })
  return groups.flatMap(({ key, own, sums }) => {
    const [row] = own
    if (!row) return []
    const line: TreeRow = { ...sums, key, level, row, hasMore: level < 2 }
    return level < 2 && open.has(key) ? [line, ...below(own, level === 0 ? 1 : 2, open, sort)] : [line]
  })
}

function sumOf(rows: readonly BreakdownRow[]): Numbers {
  const sums: Numbers = { requests: 0, calls: 0, queued: 0, tasks: 0, results: 0, cost_micros: 0, errors: 0 }
  for (const row of rows) for (const name of NUMBERS) sums[name] += row[name]
  return sums
}

/** The first rows of the top level, each with the opened rows below it. */
export function firstBranches(rows: TreeRow[], most: number): TreeRow[] {
  let seen = 0
  return rows.filter(({ level }) => {
    if (level === 0) seen += 1
    return seen <= most
  })
}
