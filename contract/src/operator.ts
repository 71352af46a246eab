import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { email } from './rules.ts'

const shownUser = z.object({
  id: z.number(),
  email: z.string(),
  name: z.string(),
  status: z.string(),
  is_staff: z.boolean(),
  created_at: z.string(),
  last_login: z.nullable(z.string()),
  sessions: z.number(),
  logins: z.array(z.object({ login: z.string(), kind: z.string(), balance_micros: z.number() })),
})
export type ShownUser = z.infer<typeof shownUser>

/** The operator's own calls: made by the command line over loopback with the token in the data folder, all audited. */
export const operator = {
  showUser: endpoint({
    method: 'GET',
    path: '/api/operator/user',
    caller: 'operator',
    input: z.strictObject({ who: z.string().check(z.minLength(1), z.maxLength(254)) }),
    output: shownUser,
  }),
  addStaff: endpoint({
    method: 'POST',
    path: '/api/operator/staff',
    caller: 'operator',
    input: z.strictObject({ email, name: z.optional(z.string().check(z.maxLength(255))), by: z.string() }),
    output: z.object({ email: z.string(), created: z.boolean() }),
  }),
  credit: endpoint({
    method: 'POST',
    path: '/api/operator/credit',
    caller: 'operator',
    input: z.strictObject({
      login: z.string().check(z.minLength(1), z.maxLength(254)),
      amount_micros: z.int(),
      reason: z.string().check(z.minLength(3), z.maxLength(500)),
      by: z.string().check(z.maxLength(255)),
      /** The same id twice books once: a repeated command line is not a second gift. */
      request_id: z.uuid(),
    }),
    output: z.object({ login: z.string(), balance_micros: z.number(), booked: z.boolean() }),
  }),
  books: endpoint({
    method: 'GET',
    path: '/api/operator/books',
    caller: 'operator',
    input: z.strictObject({}),
    output: z.object({
      balanced: z.boolean(),
      transactions: z.number(),
      accounts: z.number(),
      discrepancies: z.array(z.string()),
    }),
  }),
  status: endpoint({
    method: 'GET',
    path: '/api/operator/status',
    caller: 'operator',
    input: z.strictObject({}),
    output: z.object({
      version: z.string(),
      database: z.string(),
      embedded: z.boolean(),
      users: z.number(),
      uptime_s: z.number(),
    }),
  }),
}
