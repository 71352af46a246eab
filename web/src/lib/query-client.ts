import { QueryClient } from '@tanstack/react-query'
import { Problem } from './problem.ts'

/** Answers the product can speak about are final; only a lost connection is worth asking again. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: (failures, error) =>
          failures < 2 && (!(error instanceof Problem) || error.code === 'unreachable' || error.code === 'busy'),
        refetchOnWindowFocus: false,
      },
    },
  })
}
