import * as z from 'zod/mini'

/** A login of the account, and how much of its balance can be moved: not what calls hold, and no trial credit. */
export const moneyLogin = z.object({
  login: z.string(),
  kind: z.enum(['personal', 'team', 'machine']),
  balance_micros: z.number(),
  movable_micros: z.number(),
  /** The reason why nothing can be moved away from it, other than lack of money. */
  kept_by: z.nullable(z.enum(['trial', 'on_hold'])),
})
export type MoneyLogin = z.infer<typeof moneyLogin>
