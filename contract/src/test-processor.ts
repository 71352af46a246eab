import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { text } from './form-fields.ts'
import { PAYS } from './payments.ts'

/** The pages of the test processor, where a person decides how a payment ends. Only with the test processor. */
export const TEST_OUTCOMES = ['approve', 'decline', 'insufficient_funds', 'authenticate', 'delay', 'cancel'] as const
export const testProcessor = {
  getCheckout: endpoint({
    method: 'GET',
    path: '/api/test-processor/checkout',
    caller: PAYS,
    input: z.strictObject({ checkout: text(100) }),
    output: z.object({
      /** Whether it stores a method only, without a payment. */
      is_set_up: z.boolean(),
      total_micros: z.int(),
      description: z.string(),
      is_open: z.boolean(),
      return_url: z.string(),
    }),
  }),
  decide: endpoint({
    method: 'POST',
    path: '/api/test-processor/decide',
    caller: PAYS,
    input: z.strictObject({
      checkout: text(100),
      outcome: z.enum(TEST_OUTCOMES),
      save_method: z.optional(z.boolean()),
    }),
    output: z.object({ return_url: z.string() }),
  }),
}
