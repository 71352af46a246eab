import { inbox } from '@portico/contract/inbox.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#lib/api.ts'

const LOOK_MS = 60_000

/** How many alerts are unread. The stream announces changes; without one the page looks every minute. */
export const unreadQuery = queryOptions({
  queryKey: ['inbox', 'unread'],
  queryFn: ({ signal }) => call(inbox.getUnread, {}, signal),
  refetchInterval: LOOK_MS,
})
