import { secretName } from '@portico/contract/form-fields.ts'
import { limitMicros } from '@portico/contract/limit-field.ts'
import { isWithinCap } from '@portico/contract/permissions.ts'
import { MESSAGES } from '@portico/contract/rules.ts'
import * as z from 'zod/mini'
import { PAGE_PROBLEMS } from '#lib/problem.ts'
import { typedMicros } from '#money/typed-amount.ts'

/** An amount as typed; empty for no limit. */
export const limitAmount = z
  .string()
  .check(
    z.refine((text) => limitMicros.safeParse(typedMicros(text)).success, { error: MESSAGES.limitAmount, abort: true }),
  )
/** The sandbox is free: its limits are not requested. */
export const noLimit = z._default(z.string(), '')

/**
 * The spending limits of an agent, as typed: a live total is always required, and a daily limit may not exceed that of
 * the creator.
 */
export function agentValues(is_live: boolean, own_micros: number | null, password: z.ZodMiniType<string | undefined>) {
  const who = { name: secretName, password }
  if (!is_live) return z.object({ ...who, total: noLimit, day: noLimit })
  return z.object({
    ...who,
    total: limitAmount.check(z.refine((text) => text.trim() !== '', MESSAGES.required)),
    day: limitAmount.check(
      z.refine((text) => isWithinCap(own_micros, typedMicros(text) ?? null), PAGE_PROBLEMS.above_own_cap),
    ),
  })
}
