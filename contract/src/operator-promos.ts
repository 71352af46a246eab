import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { promoCode, text } from './form-fields.ts'
import { MICROS_PER_UNIT } from './money.ts'
import { by } from './operator-staff.ts'

const moment = z.pipe(text(40), z.iso.datetime('must look like 2026-12-03T03:30:00Z'))
const MAX_MICROS = 10_000_000 * MICROS_PER_UNIT
const amount = z.int().check(z.gte(1, 'must be more than 0'), z.lte(MAX_MICROS, 'must be at most 10,000,000'))

const promoRow = z.object({
  code: z.string(),
  amount_micros: z.nullable(z.int()),
  percent: z.nullable(z.int()),
  max_micros: z.nullable(z.int()),
  budget_micros: z.nullable(z.int()),
  spent_micros: z.int(),
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
  addPromo: endpoint({
    method: 'POST',
    path: '/api/operator/promo',
    caller: 'operator',
    input: z.strictObject({
      code: promoCode,
      amount_micros: z.optional(amount),
      percent: z.optional(z.int().check(z.gte(1, 'must be 1 to 100'), z.lte(100, 'must be 1 to 100'))),
      max_micros: z.optional(amount),
      budget_micros: z.optional(amount),
      starts_at: z.optional(moment),
      ends_at: z.optional(moment),
      note: z.optional(text(200, 'must have at most 200 characters')),
      by,
    }),
    output: promoRow,
  }),
  listPromos: endpoint({
    method: 'GET',
    path: '/api/operator/promos',
    caller: 'operator',
    input: z.strictObject({}),
    output: z.object({ promos: z.array(promoRow) }),
  }),
  endPromo: endpoint({
    method: 'POST',
    path: '/api/operator/promo-end',
    caller: 'operator',
    input: z.strictObject({ code: promoCode, by }),
    output: z.object({ code: z.string(), ended: z.boolean() }),
  }),
}
