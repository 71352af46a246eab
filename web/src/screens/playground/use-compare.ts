import type { PlaygroundRun } from '@portico/contract/playground.ts'
import { useQuery } from '@tanstack/react-query'
import { historyQuery } from './playground-queries.ts'
import type { PlaygroundRequest } from './use-request.ts'

/** Runs of a method's function whose results are stored, the newest first: the candidates for a comparison. */
export function useComparable({ functions }: PlaygroundRequest): (method_id: string) => PlaygroundRun[] {
  const runs = useQuery(historyQuery).data?.runs ?? []
  return (method_id) => {
    const own = functions.find(({ methods }) => methods.some(({ id }) => id === method_id))?.methods
    return runs.filter((run) => run.has_result && own?.some(({ id }) => id === run.method_id))
  }
}
