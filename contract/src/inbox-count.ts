import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** Apart from the inbox itself: every page loads this. */
export const inboxCount = {
  getUnread: endpoint({
    method: 'GET',
    path: '/api/inbox/unread',
    together: true,
    caller: 'user',
    by_sso: 'allowed',
    input: z.strictObject({}),
    output: z.object({ unread: z.number() }),
    background: true,
  }),
}
