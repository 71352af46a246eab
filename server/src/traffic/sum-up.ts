import type { UsageTotals } from '@portico/contract/usage-totals.ts'
import { percentile } from './percentile.ts'
import type { SumRow, Totals } from './usage-store.ts'

type Counted = Omit<UsageTotals, 'mean_cost_micros' | 'p50_ms' | 'p95_ms'>

const NOTHING: Counted = { requests: 0, calls: 0, queued: 0, tasks: 0, results: 0, cost_micros: 0, errors: 0 }

/** Sums rows to totals; every screen uses this addition. */
export function sumUp(rows: SumRow[]): UsageTotals {
  const sums = rows.map(counted).reduce(added, NOTHING)
  const times = rows.reduce<number[]>((all, row) => row.times.map((count, step) => count + (all[step] ?? 0)), [])
  return {
    ...sums,
    mean_cost_micros: sums.tasks === 0 ? null : Math.round(sums.cost_micros / sums.tasks),
    p50_ms: rounded(percentile(times, 0.5)),
    p95_ms: rounded(percentile(times, 0.95)),
  }
}

function counted({ requests, calls, queued, tasks, results, cost_micros, errors }: Totals): Counted {
  return { requests, calls, queued, tasks, results, cost_micros, errors }
}

function added(a: Counted, b: Counted): Counted {
  return {
    requests: a.requests + b.requests,
    calls: a.calls + b.calls,
    queued: a.queued + b.queued,
    tasks: a.tasks + b.tasks,
    results: a.results + b.results,
    cost_micros: a.cost_micros + b.cost_micros,
    errors: a.errors + b.errors,
  }
}

function rounded(ms: number | undefined): number | null {
  return ms === undefined ? null : Math.round(ms)
}
