import * as z from 'zod/mini'
import { post } from './endpoint.ts'

/** Calls of the dashboard that concern the data API itself. */
export const gateway = {
  /** Calls the data API as the active login would, with the stored password, and returns the outcome. */
  testConnection: post('/api/access/test', {
    caller: { module: '/api-access', action: 'see_api_password' },
    proof: { none: 'the call is free and shows no password' },
    input: z.strictObject({}),
    output: z.object({
      status_code: z.number(),
      status_message: z.string(),
      login: z.nullable(z.string()),
      balance_micros: z.nullable(z.number()),
      ip: z.string(),
      time_ms: z.number(),
    }),
  }),
}
