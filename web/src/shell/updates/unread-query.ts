import { inboxCount } from '@portico/contract/inbox-count.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#lib/api.ts'

const LOOK_MS = 60_000

/** How many alerts are unread. The stream announces changes; every minute the page looks itself, since a stream can be cut. */
export const unreadQuery = queryOptions({
  queryKey: ['inbox', 'unread'],
  queryFn: ({ signal }) => call(inboxCount.getUnread, {}, signal),
  refetchInterval: LOOK_MS,
})
