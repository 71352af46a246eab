import * as z from 'zod/mini'
import { get, post } from './endpoint.ts'
import { text } from './form-fields.ts'
import { PAYS } from './payments.ts'

/** The pages of the test processor, where a person decides how a payment ends. */
export const TEST_OUTCOMES = ['approve', 'decline', 'insufficient_funds', 'authenticate', 'delay', 'cancel'] as const

/**
 * Last digits of the cards it stores: one that pays, one that is declined, one without funds, one expired, one that
 * needs confirmation.
 */
export const TEST_CARDS = ['4242', '0002', '9995', '0069', '3155'] as const

/** The page of the test processor for one checkout. */
export function testCheckoutPath(checkout: string): string {
  return `/test-processor/${checkout}`
}

export const testProcessor = {
  getCheckout: get('/api/test-processor/checkout', {
    caller: PAYS,
    input: z.strictObject({ checkout: text(100) }),
    output: z.object({
      /** True where it only stores a method, without a payment. */
      is_set_up: z.boolean(),
      /** Whether the card is to be stored; null where the customer has not decided yet. */
      keeps: z.nullable(z.boolean()),
      total_micros: z.int(),
      description: z.string(),
      is_open: z.boolean(),
      return_url: z.string(),
    }),
  }),
  decide: post('/api/test-processor/decide', {
    caller: PAYS,
    proof: { none: 'it simulates the page of the processor' },
    input: z.strictObject({
      checkout: text(100),
      outcome: z.enum(TEST_OUTCOMES),
      save_method: z.optional(z.boolean()),
      /** Which card is stored, by its last digits: they decide how later charges of it end. */
      card: z.optional(z.enum(TEST_CARDS)),
    }),
    output: z.object({ return_url: z.string() }),
  }),
}
