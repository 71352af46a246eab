import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

export const community = {
  /** Hands the browser a signed statement of who the user is, for the community platform alone, good once. */
  integritySso: endpoint({
    method: 'GET',
    path: '/third-party/integrity/sso',
    caller: 'user',
    input: z.strictObject({}),
    output: z.object({ success: z.boolean(), return_url: z.string() }),
    handsOut: true,
  }),
}
