import type { Output } from '@portico/contract/endpoint.ts'
import { type ErrorFilterInput, errors } from '@portico/contract/errors.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import type { ErrorsSearch } from './errors-search.ts'

/** While a new filter is loading the previous numbers stay, dimmed. */
const shared = { placeholderData: keepPreviousData, staleTime: 15_000 }
/** A preview of a group; the rest is in the list. */
export const GLANCE = 5

export type Choices = Output<typeof errors.getErrorChoices>
export type Groups = Output<typeof errors.getErrorGroups>

export function choicesQuery({ scope, kind, login, environment, from, to }: ErrorFilterInput) {
  const params = { scope, kind, login, environment, from, to }
  return queryOptions({
    queryKey: ['errors', 'choices', params],
    queryFn: ({ signal }) => call(errors.getErrorChoices, params, signal),
    ...shared,
  })
}

export function groupsQuery({ filter, sort, order, page, page_size }: ErrorsSearch) {
  const params = { ...filter, sort, order, page, page_size }
  return queryOptions({
    queryKey: ['errors', 'groups', params],
    queryFn: ({ signal }) => call(errors.getErrorGroups, params, signal),
    ...shared,
  })
}

export function histogramQuery(filter: ErrorFilterInput) {
  return queryOptions({
    queryKey: ['errors', 'histogram', filter],
    queryFn: ({ signal }) => call(errors.getErrorHistogram, filter, signal),
    ...shared,
  })
}

export function rowsQuery({
  filter,
  order,
  page,
  page_size,
}: Pick<ErrorsSearch, 'filter' | 'order' | 'page' | 'page_size'>) {
  const params = { ...filter, order, page, page_size }
  return queryOptions({
    queryKey: ['errors', 'rows', params],
    queryFn: ({ signal }) => call(errors.getErrorRows, params, signal),
    ...shared,
  })
}

export function errorQuery(scope: ErrorFilterInput['scope'], id: string) {
  return queryOptions({
    queryKey: ['errors', 'one', scope, id],
    queryFn: ({ signal }) => call(errors.getError, { scope, id }, signal),
    staleTime: 5 * 60_000,
  })
}
