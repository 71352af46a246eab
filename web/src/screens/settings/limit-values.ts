import { limitMicros } from '@portico/contract/limit-field.ts'
import { MESSAGES } from '@portico/contract/rules.ts'
import * as z from 'zod/mini'
import { typedMicros } from '#money/typed-amount.ts'

/** A limit as typed; empty for none. */
export const limitValues = z.object({
  limit: z.string().check(
    z.refine((text) => limitMicros.safeParse(typedMicros(text)).success, {
      error: MESSAGES.limitAmount,
      abort: true,
    }),
  ),
})

/** The limit of one scope: without an amount it would mean nothing. */
export const scopeLimitValues = z.object({
  scope: z.string().check(z.minLength(1, MESSAGES.required)),
  limit: limitValues.shape.limit.check(z.refine((text) => text.trim() !== '', MESSAGES.required)),
})
