import { inboxCount } from '@portico/contract/inbox-count.ts'
import { queryOptions } from '@tanstack/react-query'
import { query } from '#lib/query.ts'

const LOOK_MS = 60_000

/** How many alerts are unread. The stream announces changes; every minute the page looks itself, since a stream can be cut. */
export const unreadQuery = queryOptions({
  ...query(['inbox', 'unread'], inboxCount.getUnread, {}),
  refetchInterval: LOOK_MS,
})
