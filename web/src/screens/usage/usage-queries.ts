import { type UsageFilterInput, usage } from '@portico/contract/usage.ts'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import { query } from '#lib/query.ts'
import type { UsageSearch } from './usage-search.ts'

const FIRST_PAGE = 100
const NEXT_PAGES = 500
const QUEUED_POLL_MS = 3000

/** While a new filter is loading the previous numbers stay, dimmed. */
const shared = { placeholderData: keepPreviousData, staleTime: 15_000 }

export function choicesQuery({ scope, section }: Pick<UsageFilterInput, 'scope' | 'section'>) {
  return queryOptions({
    ...query(['usage', 'choices', scope, section], usage.getUsageChoices, { scope, section }),
    staleTime: 60_000,
  })
}

/** The grouping and the comparison of the metrics. */
type Shown = Pick<UsageSearch, 'filter' | 'group' | 'split' | 'isCompared'>

export function summaryQuery({ filter, group, split, isCompared }: Shown) {
  const params = { ...filter, group, ...(split && { split }), ...(isCompared && { compare: 'previous' as const }) }
  return queryOptions({
    ...query(['usage', 'summary', params], usage.getUsageSummary, params),
    ...shared,
  })
}

export function seriesQuery({ filter, group, isCompared, grain }: Omit<Shown, 'split'> & Pick<UsageSearch, 'grain'>) {
  const params = { ...filter, grain, group, ...(isCompared && { compare: 'previous' as const }) }
  return queryOptions({
    ...query(['usage', 'series', params], usage.getUsageSeries, params),
    ...shared,
  })
}

export function tasksQuery({ filter, sort, order }: Pick<UsageSearch, 'filter' | 'sort' | 'order'>) {
  return infiniteQueryOptions({
    queryKey: ['usage', 'tasks', filter, sort, order],
    queryFn: ({ pageParam, signal }) => {
      const page = pageParam === '' ? { limit: FIRST_PAGE } : { limit: NEXT_PAGES, after: pageParam }
      return call(usage.getUsageTasks, { ...filter, sort, order, ...page }, signal)
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    ...shared,
  })
}

export function taskQuery(scope: UsageFilterInput['scope'], id: string) {
  return queryOptions({
    ...query(['usage', 'task', scope, id], usage.getUsageTask, { scope, id }),
    // An ended task does not change; a queued one is requested again until it has ended.
    staleTime: ({ state }) => (state.data?.status_class === 'queued' ? 0 : 5 * 60_000),
    refetchInterval: ({ state }) => (state.data?.status_class === 'queued' ? QUEUED_POLL_MS : false),
  })
}

export function overviewQuery(filter: UsageFilterInput) {
  return queryOptions({
    ...query(['usage', 'overview', filter], usage.getUsageOverview, filter),
    ...shared,
  })
}
