import * as z from 'zod/mini'
import { get } from './endpoint.ts'

export const community = {
  /** Hands the browser a signed statement of who the user is, for the community platform alone, good once. */
  integritySso: get('/third-party/integrity/sso', {
    caller: 'user',
    input: z.strictObject({}),
    output: z.object({ success: z.boolean(), return_url: z.string() }),
    handsOut: true,
  }),
}
