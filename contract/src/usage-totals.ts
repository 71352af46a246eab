import * as z from 'zod/mini'
import { text } from './form-fields.ts'
import { MESSAGES } from './rules.ts'
import { METHODS } from './usage-methods.ts'

/** Dimensions by which costs are split in the chart and in the table below it. */
export const GROUPS = ['function', 'api', 'login', 'tag', 'priority', 'status'] as const
export type Group = (typeof GROUPS)[number]
/** Sort keys of tasks; `newest` begins with the latest or largest. */
export const SORTS = ['time', 'cost', 'duration', 'results'] as const
export type TaskSort = (typeof SORTS)[number]
export const group = z._default(z.enum(GROUPS), 'function')
/** A second dimension: a line for each pair. */
export const split = z.optional(z.enum(GROUPS))
export const order = z._default(z.enum(['newest', 'oldest']), 'newest')
/** The id of a row, after its sort value. */
export const cursor = text(60, MESSAGES.pattern).check(
  z.regex(/^(\d{1,15}\.)?[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/, MESSAGES.pattern),
)
export const sort = z._default(z.enum(SORTS), 'time')
/** `previous`: the same length of time directly before; for a range that is not over, as much as has passed. */
export const compare = z._default(z.enum(['none', 'previous']), 'none')

/** The same names and sums in every card, chart, table and file. */
export const usageTotals = {
  requests: z.number(),
  /** Rows of the table: tasks, and requests without one. */
  calls: z.number(),
  tasks: z.number(),
  /** Calls whose task has not ended yet: neither succeeded nor failed. */
  queued: z.number(),
  results: z.number(),
  cost_micros: z.number(),
  errors: z.number(),
}
export const totals = z.object({
  ...usageTotals,
  /** Per task; null without one. */
  mean_cost_micros: z.nullable(z.number()),
  p50_ms: z.nullable(z.number()),
  p95_ms: z.nullable(z.number()),
})
export type UsageTotals = z.infer<typeof totals>

/** Times of a task that has ended; null for everything else. */
export const taskTimes = {
  finished_at: z.nullable(z.string()),
  queue_ms: z.nullable(z.number()),
  run_ms: z.nullable(z.number()),
}

export const layer = z.object({ id: z.string(), title: z.string(), values: z.array(z.number()) })
export type UsageLayer = z.infer<typeof layer>

/** One line of the table of groups; without a key: the sum of all groups the list does not name. */
export const groupRow = z.object({
  key: z.nullable(z.string()),
  title: z.string(),
  /** The second dimension, where one is requested. */
  split: z.optional(z.object({ key: z.string(), title: z.string() })),
  ...usageTotals,
})
export type GroupRow = z.infer<typeof groupRow>

/** Values of the previous period per step; null: not reached yet. */
const beforeSteps = z.array(z.nullable(z.number()))
export const before = z.nullable(z.object({ cost: beforeSteps, tasks: beforeSteps }))

export const costLine = z.object({ kind: z.enum(['reserved', 'given_back', 'charged']), amount_micros: z.number() })

const named = z.object({
  name: z.string(),
  requests: z.number(),
  tasks: z.number(),
  cost_micros: z.number(),
})
export type NamedUsage = z.infer<typeof named>
const month = z.object({ from: z.string(), to: z.string(), requests: z.number(), cost_micros: z.number() })

export const breakdownRow = z.object({
  function: z.string(),
  title: z.string(),
  method: z.enum(METHODS),
  priority: z.number(),
  ...usageTotals,
})
export type BreakdownRow = z.infer<typeof breakdownRow>

export const overview = z.object({
  this_month: month,
  last_month: month,
  /** Null: too far back to read so many calls for their tags. */
  top_tags: z.nullable(z.array(named)),
  top_logins: z.array(named),
})
