import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { day } from './operator-revenue.ts'

/**
 * Checks that all records of spending agree, part of `operator`. It may take long, so it is started and then polled.
 */
export const bookOperations = {
  startBooks: endpoint({
    method: 'POST',
    path: '/api/operator/books',
    caller: 'operator',
    input: z.strictObject({
      /** Checks single days from here on; by default from the first that is not closed. */
      since: z.optional(day),
      /** All days, also closed ones. */
      is_full: z.optional(z.boolean()),
    }),
    /** False: a check is already in progress. */
    output: z.object({ started: z.boolean() }),
  }),
  books: endpoint({
    method: 'GET',
    path: '/api/operator/books',
    caller: 'operator',
    input: z.strictObject({}),
    output: z.object({
      state: z.enum(['none', 'running', 'done', 'failed']),
      seconds: z.number(),
      progress: z.nullable(z.object({ day: z.nullable(z.string()), days_done: z.number(), days: z.number() })),
      error: z.nullable(z.string()),
      result: z.nullable(
        z.object({
          balanced: z.boolean(),
          transactions: z.number(),
          calls: z.number(),
          accounts: z.number(),
          discrepancies: z.array(z.string()),
          since: z.nullable(z.string()),
        }),
      ),
    }),
  }),
}
