import * as z from 'zod/mini'
import { alerts } from './alert-fields.ts'
import { answerRule } from './answers.ts'
import { get, post } from './endpoint.ts'
import { text } from './form-fields.ts'
import { limitMicros } from './limit-field.ts'
import { role } from './role-field.ts'

export const DUPLICATES = [10, 20, 30, 40, 50, 60, 70, 80, 90, 100] as const
export const WEBHOOK_DELAYS_MS = [0, 50, 100, 200, 300, 400, 500, 600, 700, 800, 900, 1000] as const
const duplicates = z.nullable(z.union(DUPLICATES.map((value) => z.literal(value))))
const perTime = z.strictObject({ hour: duplicates, day: duplicates })
const webhookDelay = z.union(WEBHOOK_DELAYS_MS.map((value) => z.literal(value)))

/** `''` is everything, then an API, then a function: the same names as in usage and prices. */
export const spendLimit = z.object({
  scope: z.string(),
  title: z.string(),
  limit_micros: z.nullable(z.number()),
  spent_micros: z.number(),
  /** Paid calls are refused until the reset. */
  is_reached: z.boolean(),
  /** When the limit will be hit at today's pace; null when it will not be today. */
  expected_at: z.nullable(z.string()),
})
export type SpendLimit = z.infer<typeof spendLimit>

/** All that limits a login by the UTC day: the total first, then single APIs and functions. */
export const dailyLimits = z.object({ limits: z.array(spendLimit), resets_at: z.string() })

const info = z.object({
  ...dailyLimits.shape,
  login: z.string(),
  role,
  /** Scopes a limit can still be set for. */
  scopes: z.array(z.object({ scope: z.string(), title: z.string() })),
  duplicates: perTime,
  webhook_delay_ms: z.number(),
  answers: z.object({
    /** Null where the operator stores no answers. */
    rule: z.nullable(answerRule),
    /** The longest that answers can be stored. */
    days_max: z.number(),
  }),
  alerts,
})
export type SettingsInfo = z.infer<typeof info>

const caller = { module: '/api-settings' } as const

/**
 * Each card of the screen saves separately and gets the whole state back. With `seen`, the values its fields were
 * opened with, nothing is saved where another session has changed them meanwhile.
 */
export const settings = {
  getSettings: get('/api/settings', { caller, input: z.strictObject({}), output: info }),
  /** Null removes the limit. */
  saveSpendLimit: post('/api/settings/limit', {
    caller: { ...caller, action: 'change_spend_limits' },
    proof: 'by_input',
    input: z.strictObject({ scope: text(200), limit_micros: limitMicros, seen: z.optional(limitMicros) }),
    output: info,
  }),
  saveDuplicates: post('/api/settings/duplicates', {
    caller: { ...caller, action: 'change_call_settings' },
    input: z.extend(perTime, { seen: z.optional(perTime) }),
    output: info,
  }),
  saveWebhookDelay: post('/api/settings/webhook-delay', {
    caller: { ...caller, action: 'change_call_settings' },
    input: z.strictObject({ webhook_delay_ms: webhookDelay, seen: z.optional(webhookDelay) }),
    output: info,
  }),
  /** What the new rule no longer stores is deleted. */
  saveAnswers: post('/api/settings/answers', {
    caller: { ...caller, action: 'change_call_settings' },
    input: z.extend(answerRule, { seen: z.optional(answerRule) }),
    output: info,
  }),
  saveAlerts: post('/api/settings/alerts', {
    caller: { ...caller, action: 'manage_alerts' },
    proof: 'proved',
    input: z.extend(alerts, { seen: z.optional(alerts) }),
    output: info,
  }),
}
