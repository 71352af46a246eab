// What a bench measured, as numbers beside its text, so that `npm run bench -- compare` can read two runs.
import { writeFileSync } from 'node:fs'

export interface Metric {
  value: number
  unit: string
  is_more_better?: boolean
}

const metrics: Record<string, Metric> = {}

/** Adds one number to the file that BENCH_REPORT names, if it does. */
export function report(name: string, metric: Metric): void {
  metrics[name] = metric
  if (process.env.BENCH_REPORT) writeFileSync(process.env.BENCH_REPORT, JSON.stringify(metrics))
}
