import * as z from 'zod/mini'
import { get } from './endpoint.ts'

/** Apart from the inbox itself: every page loads this. */
export const inboxCount = {
  getUnread: get('/api/inbox/unread', {
    together: true,
    caller: 'user',
    by_sso: 'allowed',
    input: z.strictObject({}),
    output: z.object({ unread: z.number() }),
    background: true,
  }),
}
