import * as z from 'zod/mini'
import { secretName, text } from './form-fields.ts'
import { limitMicros } from './limit-field.ts'
import { MICROS_MAX } from './money.ts'
import { MESSAGES } from './rules.ts'

/** Secrets of a login beside its passwords: agent logins and API keys, with the same bounds. */
export const SECRET_KINDS = ['agent', 'key'] as const
export type SecretKind = (typeof SECRET_KINDS)[number]

const NAMED_MAX = 200

/** Bounds of either, as they are sent. */
export const secretBounds = {
  name: secretName,
  /** As in limits and prices: `serp` for an API, `serp/google/organic` for a function; null for all of them. */
  functions: z.nullable(
    z.array(text(300)).check(z.minLength(1, MESSAGES.required), z.maxLength(NAMED_MAX, MESSAGES.range)),
  ),
  total_micros: z.nullable(
    z.int(MESSAGES.limitAmount).check(z.gte(0, MESSAGES.limitAmount), z.lte(MICROS_MAX, MESSAGES.limitAmount)),
  ),
  day_micros: limitMicros,
}

/** What lists show of either. */
export const shownSecret = {
  id: z.number(),
  name: z.string(),
  /** False: the sandbox only, which is free. */
  is_live: z.boolean(),
  functions: z.nullable(z.array(z.string())),
  total_micros: z.nullable(z.number()),
  day_micros: z.nullable(z.number()),
  spent_total_micros: z.number(),
  spent_today_micros: z.number(),
  status: z.enum(['active', 'expired']),
  /** The user who answers for it; only they change and rotate a key. */
  made_by: z.string(),
  is_own: z.boolean(),
  created_at: z.string(),
  last_used_at: z.nullable(z.string()),
}

/** An agent or a key as it is named in filters. */
export const secretChoice = z.object({ id: z.number(), name: z.string(), kind: z.enum(SECRET_KINDS) })
export type SecretChoice = z.infer<typeof secretChoice>
