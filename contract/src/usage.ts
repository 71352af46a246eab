import * as z from 'zod/mini'
import { answers } from './answers.ts'
import { get } from './endpoint.ts'
import { queryNumber, text } from './form-fields.ts'
import { momentMs } from './moment.ts'
import { moved_before } from './moved-days.ts'
import { plainForm } from './plain-form.ts'
import { MESSAGES } from './rules.ts'
import { secretChoice } from './secret-bounds.ts'
import { DAY_MS, HOUR_MS } from './time.ts'
import { METHODS } from './usage-methods.ts'
import { isRange, LONGEST_MS, type Range, rangeMs } from './usage-range.ts'
import {
  before,
  breakdownRow,
  compare,
  costLine,
  cursor,
  group,
  groupRow,
  layer,
  order,
  overview,
  sort,
  split,
  taskTimes,
  totals,
} from './usage-totals.ts'
import { VIA_FILTER } from './via.ts'

const FAILURES = ['auth', 'billing', 'not_found', 'validation', 'task_state', 'server'] as const
/** `queued`: a task that has not ended yet, neither a success nor a failure. */
export const STATUS_CLASSES = ['ok', 'queued', ...FAILURES] as const
export type StatusClass = (typeof STATUS_CLASSES)[number]
export const GRAINS = ['minute', 'hour', 'day', 'month'] as const
export type Grain = (typeof GRAINS)[number]

/** The section that has every API in it. */
export const ALL_APIS = 'unified-overview'
/** In a filter: every login the member may use. */
export const ALL_LOGINS = '*'
/** The longest range that is drawn in steps this small. */
const MOST_MS: Record<Grain, number> = { minute: 3 * HOUR_MS, hour: 7 * DAY_MS, day: LONGEST_MS, month: LONGEST_MS }

export function grainFits(grain: Grain, range: Range): boolean {
  const { from_ms, to_ms } = rangeMs(range)
  return to_ms - from_ms <= MOST_MS[grain]
}

const moment = text(16, MESSAGES.pattern).check(
  z.regex(/^\d{4}-\d\d-\d\d(T\d\d:\d\d)?$/, MESSAGES.pattern),
  z.refine((typed) => !Number.isNaN(momentMs(typed)), MESSAGES.pattern),
)
const short = text(300).check(z.minLength(1))
const STATUS = new RegExp(`^(${STATUS_CLASSES.join('|')}|\\d{5})$`)
const scope = z._default(z.enum(['api', 'h2h']), 'api')
/** Calls that cost, or those of the free sandbox. */
const environment = z._default(z.enum(['production', 'sandbox']), 'production')

export const filter = {
  scope,
  section: z._default(short, ALL_APIS),
  from: moment,
  to: moment,
  /** `serp/google/organic`, as in limits and prices. */
  function: z.optional(short),
  method: z.optional(z.enum(METHODS)),
  priority: z.optional(z.enum(['1', '2'])),
  /** The active login when it is left out; in the scope of machines all of them. */
  login: z.optional(short),
  /** A class, or one status code. */
  status: z.optional(text(20, MESSAGES.pattern).check(z.regex(STATUS, MESSAGES.pattern))),
  tag: z.optional(short),
  task: z.optional(short),
  ip: z.optional(short),
  via: z.optional(text(20, MESSAGES.pattern).check(z.regex(VIA_FILTER, MESSAGES.pattern))),
  environment,
}

export const rangeIsRight = z.refine<Range>(isRange, { error: MESSAGES.range, path: ['to'] })
const usageFilter = z.strictObject(filter).check(rangeIsRight)
export type UsageFilter = z.infer<typeof usageFilter>
export type UsageFilterInput = z.input<typeof usageFilter>

const taskRow = z.object({
  /** Id of the call, which contains its time. */
  id: z.string(),
  at: z.string(),
  task_id: z.nullable(z.string()),
  function: z.string(),
  method: z.enum(METHODS),
  path: z.string(),
  status_code: z.number(),
  status_class: z.enum(STATUS_CLASSES),
  priority: z.number(),
  results: z.number(),
  cost_micros: z.number(),
  time_ms: z.number(),
  tag: z.nullable(z.string()),
  /** Number of calls that the row represents: of refusals that come too fast only some are stored with their details. */
  count: z.number(),
  login: z.string(),
})
export type TaskRow = z.infer<typeof taskRow>

const taskDetail = z.extend(taskRow, {
  request_id: z.string(),
  ...taskTimes,
  /** Calls of the same HTTP request, this one included. */
  request_calls: z.number(),
  title: z.string(),
  /** The section of the playground this function can be tried in. */
  playground: z.nullable(z.string()),
  http_method: z.string(),
  /** How its document writes requests; null: the function uses the envelope, or is no longer sold. */
  plain: z.nullable(plainForm),
  url: z.string(),
  http_status: z.number(),
  ip: z.string(),
  is_sandbox: z.boolean(),
  message: z.nullable(z.string()),
  cost_lines: z.array(costLine),
  /** Version of the prices it was charged by; null where nothing was charged, or before versions were recorded. */
  price_version: z.nullable(z.string()),
  /** The request without secrets; null when it is no longer stored. */
  request: z.nullable(z.unknown()),
  /** Bytes after which the request was cut; 0: only names and sizes of fields are stored; null: it is complete. */
  request_cut_at: z.nullable(z.number()),
})
export type TaskDetail = z.infer<typeof taskDetail>

export const caller = { module: '/api-detail' } as const
/** `after` is `next` of the previous page. */
const page = { sort, order, after: z.optional(cursor), limit: z._default(queryNumber(1, 500), 100) }

export const usage = {
  /** What the filters offer in this section. */
  getUsageChoices: get('/api/usage/choices', {
    reads: 'replica',
    caller,
    input: z.strictObject({ scope, section: filter.section }),
    output: z.object({
      title: z.string(),
      /** Functions that were called within the longest range. */
      functions: z.array(z.object({ function: z.string(), title: z.string() })),
      logins: z.array(z.object({ login: z.string(), is_active: z.boolean() })),
      agents: z.array(secretChoice),
      /** True before the first call: the page then explains instead of showing numbers. */
      is_new: z.boolean(),
    }),
  }),
  /** Totals and the rows they are the sum of, in one answer, so that a footer cannot differ from a card. */
  getUsageSummary: get('/api/usage/summary', {
    reads: 'replica',
    caller,
    input: z.strictObject({ ...filter, group, split, compare }).check(rangeIsRight),
    output: z.object({
      totals,
      before: z.nullable(totals),
      breakdown: z.array(breakdownRow),
      /** Groups other than functions, or pairs; with them the breakdown is empty. */
      groups: z.array(groupRow),
    }),
  }),
  getUsageSeries: get('/api/usage/series', {
    reads: 'replica',
    caller,
    input: z.strictObject({ ...filter, grain: z.enum(GRAINS), group, compare }).check(
      rangeIsRight,
      z.refine<Range & { grain: Grain }>((range) => grainFits(range.grain, range), {
        error: MESSAGES.range,
        path: ['grain'],
      }),
    ),
    output: z.object({ xs: z.array(z.number()), cost: z.array(layer), tasks: z.array(layer), before }),
  }),
  getUsageTasks: get('/api/usage/tasks', {
    reads: 'replica',
    caller,
    input: z.strictObject({ ...filter, ...page }).check(rangeIsRight),
    output: z.object({ rows: z.array(taskRow), next: z.nullable(z.string()), moved_before }),
  }),
  getUsageTask: get('/api/usage/task', {
    reads: 'replica',
    caller,
    input: z.strictObject({ scope, id: z.uuid() }),
    output: taskDetail,
  }),
  getUsageAnswer: get('/api/usage/answer', {
    reads: 'replica',
    caller,
    input: z.strictObject({ scope, id: z.uuid() }),
    output: answers,
  }),
  /** For the overview: this month against the last, and the members and functions that spent most in the range. */
  getUsageOverview: get('/api/usage/overview', { reads: 'replica', caller, input: usageFilter, output: overview }),
}
