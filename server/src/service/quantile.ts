import { SECONDS } from '#http/metrics.ts'

const SHARES = { p50: 0.5, p95: 0.95, p99: 0.99 } as const

/** In seconds, spread evenly within a step as Prometheus does it; of what took longer than the last step, only that step is known. */
function quantile(buckets: readonly number[], share: number): number | null {
  const total = buckets.reduce((sum, count) => sum + count, 0)
  if (total === 0) return null
  let rank = total * share
  for (const [step, count] of buckets.entries()) {
    const from = SECONDS[step - 1] ?? 0
    const to = SECONDS[step] ?? from
    if (count > 0 && rank <= count) return from + (to - from) * (rank / count)
    rank -= count
  }
  return SECONDS.at(-1) ?? null
}

export function quantilesOf(all: readonly (readonly number[])[]) {
  const buckets = [...SECONDS, 0].map((_, step) => all.reduce((sum, one) => sum + (one[step] ?? 0), 0))
  return {
    p50: quantile(buckets, SHARES.p50),
    p95: quantile(buckets, SHARES.p95),
    p99: quantile(buckets, SHARES.p99),
  }
}
