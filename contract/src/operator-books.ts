import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { day } from './operator-revenue.ts'

/** Whether everything that says what was spent agrees, part of `operator`. It may take long, so it is begun and then asked about. */
export const bookOperations = {
  startBooks: endpoint({
    method: 'POST',
    path: '/api/operator/books',
    caller: 'operator',
    input: z.strictObject({
      /** Single days from here on; left out: from the first that is not closed. */
      since: z.optional(day),
      /** All days, also closed ones. */
      is_full: z.optional(z.boolean()),
    }),
    /** False: one is under way already. */
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
