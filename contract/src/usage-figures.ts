import * as z from 'zod/mini'

/** The same names and sums in every card, chart, table and file. */
export const figures = {
  requests: z.number(),
  /** Rows of the table: a request with ten tasks is ten calls. */
  calls: z.number(),
  tasks: z.number(),
  /** Calls whose task has not ended yet: neither succeeded nor failed. */
  queued: z.number(),
  results: z.number(),
  cost_micros: z.number(),
  errors: z.number(),
}
export const totals = z.object({
  ...figures,
  /** Per task; null without one. */
  mean_cost_micros: z.nullable(z.number()),
  p50_ms: z.nullable(z.number()),
  p95_ms: z.nullable(z.number()),
})
export type UsageTotals = z.infer<typeof totals>

/** Of a task that has ended; null for everything else. */
export const taskTimes = {
  finished_at: z.nullable(z.string()),
  queue_ms: z.nullable(z.number()),
  run_ms: z.nullable(z.number()),
}

export const layer = z.object({ id: z.string(), title: z.string(), values: z.array(z.number()) })
export type UsageLayer = z.infer<typeof layer>

export const costLine = z.object({ kind: z.enum(['reserved', 'given_back', 'charged']), amount_micros: z.number() })

export const named = z.object({ name: z.string(), calls: z.number(), cost_micros: z.number() })
export type NamedUsage = z.infer<typeof named>
export const month = z.object({ from: z.string(), to: z.string(), requests: z.number(), cost_micros: z.number() })
