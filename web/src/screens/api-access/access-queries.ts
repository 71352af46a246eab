import { access } from '@portico/contract/access.ts'
import type { ActivityKind } from '@portico/contract/activity.ts'
import { agents } from '@portico/contract/agents.ts'
import { apiKeys } from '@portico/contract/api-keys.ts'
import type { Output } from '@portico/contract/endpoint.ts'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import { OF_MONEY } from '#money/balance.ts'

/** The prefix of all queries of this screen: most changes here are shown in more than one card. */
export const ACCESS_KEY = ['access']

export type Credentials = Output<typeof access.getCredentials>

export const credentialsQuery = queryOptions({
  queryKey: [...ACCESS_KEY, 'credentials'],
  queryFn: ({ signal }) => call(access.getCredentials, {}, signal),
})

export const ipAccessQuery = queryOptions({
  queryKey: [...ACCESS_KEY, 'ips'],
  queryFn: ({ signal }) => call(access.getIpAccess, {}, signal),
})

export const loginsQuery = queryOptions({
  queryKey: [...ACCESS_KEY, 'logins'],
  queryFn: ({ signal }) => call(access.getLogins, {}, signal),
  ...OF_MONEY,
})

export type Agents = Output<typeof agents.getAgents>

export const agentsQuery = queryOptions({
  queryKey: [...ACCESS_KEY, 'agents'],
  queryFn: ({ signal }) => call(agents.getAgents, {}, signal),
})

export type ApiKeys = Output<typeof apiKeys.getKeys>

export const keysQuery = queryOptions({
  queryKey: [...ACCESS_KEY, 'keys'],
  queryFn: ({ signal }) => call(apiKeys.getKeys, {}, signal),
})

export const moneyLoginsQuery = queryOptions({
  queryKey: [...ACCESS_KEY, 'money'],
  queryFn: ({ signal }) => call(access.getMoneyLogins, {}, signal),
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
