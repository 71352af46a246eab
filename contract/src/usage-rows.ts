import * as z from 'zod/mini'

/** How a call ended, by the kinds the Errors screen groups by. */
export const statusClass = z.enum(['ok', 'auth', 'billing', 'not_found', 'validation', 'task_state', 'server'])
export const method = z.enum(['live', 'task', 'reference'])

/** The same names and sums in every card, chart, table and file. */
const figures = {
  requests: z.number(),
  /** Rows of the table: a request with ten tasks is ten calls. */
  calls: z.number(),
  tasks: z.number(),
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

export const breakdownRow = z.object({
  function: z.string(),
  title: z.string(),
  method,
  priority: z.number(),
  ...figures,
})
export type BreakdownRow = z.infer<typeof breakdownRow>

export const layer = z.object({ id: z.string(), title: z.string(), values: z.array(z.number()) })
export type UsageLayer = z.infer<typeof layer>

export const taskRow = z.object({
  /** Of the call; its digits carry the time. */
  id: z.string(),
  at: z.string(),
  task_id: z.nullable(z.string()),
  function: z.string(),
  method,
  path: z.string(),
  status_code: z.number(),
  status_class: statusClass,
  priority: z.number(),
  results: z.number(),
  cost_micros: z.number(),
  time_ms: z.number(),
  tag: z.nullable(z.string()),
  login: z.string(),
})
export type TaskRow = z.infer<typeof taskRow>

const costLine = z.object({ kind: z.enum(['reserved', 'given_back', 'charged']), amount_micros: z.number() })
export const taskDetail = z.extend(taskRow, {
  request_id: z.string(),
  /** Calls of the same HTTP request, this one included. */
  request_calls: z.number(),
  title: z.string(),
  /** The section of the playground this function can be tried in. */
  playground: z.nullable(z.string()),
  http_status: z.number(),
  ip: z.string(),
  is_sandbox: z.boolean(),
  message: z.nullable(z.string()),
  cost_lines: z.array(costLine),
  /** What was asked, without secrets; null when it is no longer kept. */
  request: z.nullable(z.unknown()),
})
export type TaskDetail = z.infer<typeof taskDetail>

export const named = z.object({ name: z.string(), calls: z.number(), cost_micros: z.number() })
export type NamedUsage = z.infer<typeof named>
export const month = z.object({ from: z.string(), to: z.string(), requests: z.number(), cost_micros: z.number() })
