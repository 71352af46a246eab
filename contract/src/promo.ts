import * as z from 'zod/mini'
import { get, post } from './endpoint.ts'
import { promoCode } from './form-fields.ts'
import { PAYS } from './payments.ts'

const promoUse = z.object({
  code: z.string(),
  /** What was credited; null for a percentage that still waits, or for which nothing was left. */
  amount_micros: z.nullable(z.int()),
  percent: z.nullable(z.int()),
  /** The most a percentage credits. */
  max_micros: z.nullable(z.int()),
  /** True for a promotion with a budget: a waiting use reserves nothing, and is credited while something is left. */
  is_limited: z.boolean(),
  used_at: z.string(),
  /** When it was credited, or found to have nothing left; null while a percentage waits. */
  credited_at: z.nullable(z.string()),
  login: z.string(),
})
export type PromoUse = z.infer<typeof promoUse>

export const promo = {
  getUses: get('/api/payments/promo-uses', {
    caller: PAYS,
    input: z.strictObject({}),
    output: z.object({ uses: z.array(promoUse) }),
  }),
  redeem: post('/api/payments/redeem', {
    caller: PAYS,
    proof: 'recent',
    input: z.strictObject({ code: promoCode }),
    output: z.object({ use: promoUse, balance_micros: z.int() }),
  }),
}
