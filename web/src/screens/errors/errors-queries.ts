import type { Output } from '@portico/contract/endpoint.ts'
import { type ErrorFilterInput, errors } from '@portico/contract/errors.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { query } from '#lib/query.ts'
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
    ...query(['errors', 'choices', params], errors.getErrorChoices, params),
    ...shared,
  })
}

export function groupsQuery({ filter, sort, order, page, page_size }: ErrorsSearch) {
  const params = { ...filter, sort, order, page, page_size }
  return queryOptions({
    ...query(['errors', 'groups', params], errors.getErrorGroups, params),
    ...shared,
  })
}

export function histogramQuery(filter: ErrorFilterInput) {
  return queryOptions({
    ...query(['errors', 'histogram', filter], errors.getErrorHistogram, filter),
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
    ...query(['errors', 'rows', params], errors.getErrorRows, params),
    ...shared,
  })
}

export function errorQuery(scope: ErrorFilterInput['scope'], id: string) {
  return queryOptions({
    ...query(['errors', 'one', scope, id], errors.getError, { scope, id }),
    staleTime: 5 * 60_000,
  })
}
