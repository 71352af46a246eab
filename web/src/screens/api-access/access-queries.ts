import { access } from '@portico/contract/access.ts'
import type { ActivityKind } from '@portico/contract/activity.ts'
import { agents } from '@portico/contract/agents.ts'
import { apiKeys } from '@portico/contract/api-keys.ts'
import type { Output } from '@portico/contract/endpoint.ts'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import { query } from '#lib/query.ts'
import { OF_MONEY } from '#money/balance.ts'

/** The prefix of all queries of this screen: most changes here are shown in more than one card. */
export const ACCESS_KEY = ['access']

export type Credentials = Output<typeof access.getCredentials>

export const credentialsQuery = query([...ACCESS_KEY, 'credentials'], access.getCredentials, {})

export const ipAccessQuery = query([...ACCESS_KEY, 'ips'], access.getIpAccess, {})

export const loginsQuery = queryOptions({
  ...query([...ACCESS_KEY, 'logins'], access.getLogins, {}),
  ...OF_MONEY,
})

export type Agents = Output<typeof agents.getAgents>

export const agentsQuery = query([...ACCESS_KEY, 'agents'], agents.getAgents, {})

export type ApiKeys = Output<typeof apiKeys.getKeys>

export const keysQuery = query([...ACCESS_KEY, 'keys'], apiKeys.getKeys, {})

export const moneyLoginsQuery = queryOptions({
  ...query([...ACCESS_KEY, 'money'], access.getMoneyLogins, {}),
  // Money may be spent at any moment: the dialog always shows the current balance.
  staleTime: 0,
  gcTime: 0,
  ...OF_MONEY,
})

export type ActivityFilterValue = { kind?: ActivityKind; person?: number }

/** Newest first, a page at a time; another choice keeps the rows it replaces until it is there. */
export const activityQuery = (filter: ActivityFilterValue) =>
  infiniteQueryOptions({
    queryKey: [...ACCESS_KEY, 'activity', filter],
    queryFn: ({ pageParam, signal }) =>
      call(access.getAccessActivity, pageParam === undefined ? filter : { ...filter, before: pageParam }, signal),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ rows, more }) => (more ? rows.at(-1)?.id : undefined),
    placeholderData: keepPreviousData,
  })
