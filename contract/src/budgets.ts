import * as z from 'zod/mini'
import { BUDGET_MESSAGES } from './budget-messages.ts'
import { get, post } from './endpoint.ts'
import { id, text } from './form-fields.ts'
import { MESSAGES } from './rules.ts'

export const BUDGETS_MAX = 50
export const TAG_MAX = 255
/** Up to a million a month. */
const LINE_MAX_MICROS = 1_000_000_000_000
export const budgetLine = z.nullable(
  z
    .int(BUDGET_MESSAGES.budgetAmount)
    .check(z.gte(1, BUDGET_MESSAGES.budgetAmount), z.lte(LINE_MAX_MICROS, BUDGET_MESSAGES.budgetAmount)),
)

/** A month in UTC, for everything of the account, one of its logins, or its calls with one tag. */
const budget = z.object({
  id: z.number(),
  login: z.nullable(z.string()),
  tag: z.nullable(z.string()),
  /** Where people are notified. */
  soft_micros: z.nullable(z.number()),
  /** Where paid calls are refused. */
  hard_micros: z.nullable(z.number()),
  spent_micros: z.number(),
  /** At the end of the month, at the pace of the last seven days; null while there is no pace yet. */
  forecast_micros: z.nullable(z.number()),
  /** The hard line refuses calls until the month ends. */
  is_reached: z.boolean(),
})
export type Budget = z.infer<typeof budget>

const list = z.object({
  budgets: z.array(budget),
  /** First day of the next month. */
  resets_at: z.string(),
  /** What a budget can be set for. */
  logins: z.array(z.string()),
  tags: z.array(z.string()),
})
export type BudgetList = z.infer<typeof list>

const lines = { soft_micros: budgetLine, hard_micros: budgetLine }
const fields = {
  login: z.nullable(text(254)),
  tag: z.nullable(text(TAG_MAX).check(z.minLength(1, MESSAGES.required))),
  ...lines,
}
type Fields = z.infer<z.ZodMiniObject<typeof fields>>
const rules = [
  z.refine<Fields>(({ soft_micros, hard_micros }) => soft_micros !== null || hard_micros !== null, {
    error: BUDGET_MESSAGES.budgetLine,
    path: ['soft_micros'],
  }),
  z.refine<Fields>(
    ({ soft_micros, hard_micros }) => soft_micros === null || hard_micros === null || soft_micros < hard_micros,
    { error: BUDGET_MESSAGES.budgetOrder, path: ['hard_micros'] },
  ),
  z.refine<Fields>(({ login, tag }) => login === null || tag === null, { error: MESSAGES.pattern, path: ['tag'] }),
] as const

/** Why a day costs more or less than usual. */
const difference = {
  today_micros: z.number(),
  usual_micros: z.number(),
  /** The part of the difference that more or fewer calls make; the rest is their price. */
  by_calls_micros: z.number(),
  by_price_micros: z.number(),
}
const today = z.object({
  /** Today from midnight UTC until now. */
  today_micros: z.number(),
  /** The average of the same hours on the seven days before. */
  usual_micros: z.number(),
  /** Whole hours since midnight UTC that are compared. */
  hours: z.number(),
  /** Largest difference first. */
  causes: z.array(z.object({ function: z.string(), title: z.string(), ...difference })),
  /** The same by tag, '' for calls without one; empty for an account that sends no tags. */
  tags: z.array(z.object({ tag: z.string(), ...difference })),
})
export type TodayCost = z.infer<typeof today>

const asTasks = z.object({
  /** `2026-10`. */
  month: z.string(),
  live_micros: z.number(),
  /** The same calls posted as tasks of normal priority. */
  tasks_micros: z.number(),
  functions: z.array(
    z.object({
      function: z.string(),
      title: z.string(),
      calls: z.number(),
      live_micros: z.number(),
      /** Null where the function has no tasks, or their price needs what was not counted. */
      tasks_micros: z.nullable(z.number()),
    }),
  ),
})
export type CostAsTasks = z.infer<typeof asTasks>

const caller = { module: '/api-settings' } as const
const change = { ...caller, action: 'change_spend_limits' } as const

/** Budgets of the account of the active login. */
export const budgets = {
  getBudgets: get('/api/budgets', { caller, input: z.strictObject({}), output: list }),
  /** One budget for each of what it counts: it is added, or its lines change. */
  saveBudget: post('/api/budgets', {
    caller: change,
    proof: 'by_input',
    /** Nothing is saved where the saved lines are no longer those `seen`. */
    input: z.strictObject({ ...fields, seen: z.optional(z.nullable(z.strictObject(lines))) }).check(...rules),
    output: list,
  }),
  removeBudget: post('/api/budgets/remove', {
    caller: change,
    proof: 'by_input',
    input: z.strictObject({ id }),
    output: list,
  }),
  explainToday: get('/api/budgets/today', { caller, input: z.strictObject({}), output: today }),
  costAsTasks: get('/api/budgets/as-tasks', { caller, input: z.strictObject({}), output: asTasks }),
}
