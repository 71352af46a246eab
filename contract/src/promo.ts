import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { text } from './form-fields.ts'
import { PAYS } from './payments.ts'

/** A code typed by a customer. */
const promoCode = text(40).check(
  z.overwrite((typed) => typed.trim().toUpperCase()),
  z.minLength(3),
)
const promoUse = z.object({
  code: z.string(),
  amount_micros: z.nullable(z.int()),
  percent: z.nullable(z.int()),
  used_at: z.string(),
  credited_at: z.nullable(z.string()),
  login: z.string(),
})
export const promo = {
  getUses: endpoint({
    method: 'GET',
    path: '/api/payments/promo-uses',
    caller: PAYS,
    input: z.strictObject({}),
    output: z.object({ uses: z.array(promoUse) }),
  }),
  redeem: endpoint({
    method: 'POST',
    path: '/api/payments/redeem',
    caller: PAYS,
    input: z.strictObject({ code: promoCode }),
    output: z.object({ use: promoUse, balance_micros: z.int() }),
  }),
}
