import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'

/** A query whose answer is rows of a table, and what the table shows while they load or cannot be loaded. */
export function useList<T, K extends QueryKey>(options: UseQueryOptions<T, Error, T, K>) {
  const { data, isError, isPlaceholderData, refetch } = useQuery(options)
  return { data, loading: { isRefreshing: isPlaceholderData, error: isError && !data, onRetry: refetch } }
}
