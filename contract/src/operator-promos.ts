import * as z from 'zod/mini'
import { get, post } from './endpoint.ts'
import { promoCode, text } from './form-fields.ts'
import { MICROS_PER_UNIT } from './money.ts'
import { by, moment, typed } from './operator-fields.ts'

const MAX_MICROS = 10_000_000 * MICROS_PER_UNIT
const amount = z.int().check(z.gte(1, 'must be more than 0'), z.lte(MAX_MICROS, 'must be at most 10,000,000'))

const promoRow = z.object({
  code: z.string(),
  amount_micros: z.nullable(z.int()),
  percent: z.nullable(z.int()),
  max_micros: z.nullable(z.int()),
  budget_micros: z.nullable(z.int()),
  spent_micros: z.int(),
  /** Of that, what refunds of payments took back: spent less this is what the code has cost. */
  returned_micros: z.int(),
  starts_at: z.nullable(z.string()),
  ends_at: z.nullable(z.string()),
  note: z.string(),
  /** Accounts that entered it, and how many of them wait for their next payment. */
  uses: z.int(),
  waiting: z.int(),
})
export type PromoRow = z.infer<typeof promoRow>

/** Promo codes, part of `operator`. */
export const promoOperations = {
  /** Either an amount, or a percentage of the next payment. */
  addPromo: post('/api/operator/promo', {
    caller: 'operator',
    staff: 'manage_promos',
    input: z.strictObject({
      code: promoCode,
      amount_micros: typed(z.optional(amount), 'credited when the code is redeemed'),
      percent: typed(
        z.optional(z.int().check(z.gte(1, 'must be 1 to 100'), z.lte(100, 'must be 1 to 100'))),
        'of the next payment',
      ),
      max_micros: typed(z.optional(amount), 'the most that a percentage credits'),
      budget_micros: typed(z.optional(amount), 'the most that all accounts together get'),
      starts_at: typed(z.optional(moment), 'valid from this time on, like 2026-12-03 or 2026-12-03T03:30Z', {
        option: 'from',
        is_moment: true,
      }),
      ends_at: typed(z.optional(moment), 'valid until this time', { option: 'to', is_moment: true }),
      note: typed(z.optional(text(200, 'must have at most 200 characters')), 'what it is for, shown by promo list', {
        value: 'text',
      }),
      by,
    }),
    output: promoRow,
  }),
  listPromos: get('/api/operator/promos', {
    caller: 'operator',
    staff: 'see_service',
    input: z.strictObject({}),
    output: z.object({ promos: z.array(promoRow) }),
  }),
  endPromo: post('/api/operator/promo-end', {
    caller: 'operator',
    staff: 'manage_promos',
    input: z.strictObject({ code: promoCode, by }),
    output: z.object({ code: z.string(), ended: z.boolean() }),
  }),
}
