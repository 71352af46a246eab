import type { PlaygroundRun } from '@portico/contract/playground.ts'
import { useQuery } from '@tanstack/react-query'
import { historyQuery } from './playground-queries.ts'
import type { PlaygroundRequest } from './use-request.ts'

/** Runs of the function of a method whose results are kept, the newest first: what can be compared. */
export function useComparable({ functions }: PlaygroundRequest): (method_id: string) => PlaygroundRun[] {
  const runs = useQuery(historyQuery).data?.runs ?? []
  return (method_id) => {
    const own = functions.find(({ methods }) => methods.some(({ id }) => id === method_id))?.methods
    return runs.filter((run) => run.has_result && own?.some(({ id }) => id === run.method_id))
  }
}
