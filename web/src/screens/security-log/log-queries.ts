import { type LogFilterInput, securityLog } from '@portico/contract/security-log.ts'
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { call } from '#lib/api.ts'

/** Newest first, a page at a time; another choice keeps the rows it replaces until it is there. */
export const logQuery = (filter: LogFilterInput) =>
  infiniteQueryOptions({
    queryKey: ['security-log', filter],
    queryFn: ({ pageParam, signal }) =>
      call(securityLog.getSecurityLog, pageParam === undefined ? filter : { ...filter, before: pageParam }, signal),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ rows, more }) => (more ? rows.at(-1)?.id : undefined),
    placeholderData: keepPreviousData,
    // A user who opens a log wants the latest entries.
    staleTime: 0,
  })
