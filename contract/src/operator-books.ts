import * as z from 'zod/mini'
import { get, post } from './endpoint.ts'
import { typed } from './operator-fields.ts'
import { day } from './operator-revenue.ts'

/**
 * Checks that all records of spending agree, part of `operator`. It may take long, so it is started and then polled.
 */
export const bookOperations = {
  startBooks: post('/api/operator/books', {
    caller: 'operator',
    staff: 'run_books',
    input: z.strictObject({
      /** By default the first day that is not closed. */
      since: typed(z.optional(day), 'check every day from this one on, like 2026-11-01'),
      is_full: typed(z.optional(z.boolean()), 'yes: check every day, closed ones too'),
    }),
    /** False: a check is already in progress, and `run` is that one. */
    output: z.object({ started: z.boolean(), run: z.string() }),
  }),
  books: get('/api/operator/books', {
    caller: 'operator',
    staff: 'see_money',
    /** By default the newest run; `none`: there is no such run. */
    input: z.strictObject({ run: z.optional(z.uuid()) }),
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
          /** Where each of them is looked into, in the same order; all null: nowhere. */
          about: z.array(
            z.object({
              /** A call or the booking of one. */
              request_id: z.nullable(z.string()),
              payment: z.nullable(z.string()),
              customer_id: z.nullable(z.int()),
              login: z.nullable(z.string()),
              day: z.nullable(z.string()),
            }),
          ),
          since: z.nullable(z.string()),
        }),
      ),
    }),
  }),
}
