import { ALL_APIS, type TaskRow, usage } from '@portico/contract/usage.ts'
import { RANGE_MAX_DAYS } from '@portico/contract/usage-range.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import { utcDay } from '#ui/text/utc-days.ts'

const DAY_MS = 86_400_000
const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** The calls of a typed id, its own or that of its task, paid or of the sandbox. Any other text is not requested. */
export function useCallById(typed: string): TaskRow[] {
  const id = typed.trim().toLowerCase()
  const { data } = useQuery(callQuery(id))
  return data ?? []
}

function callQuery(id: string) {
  return queryOptions({
    queryKey: ['call-by-id', id],
    queryFn: async ({ signal }) => {
      const now_ms = Date.now()
      const range = { from: utcDay(now_ms - (RANGE_MAX_DAYS - 1) * DAY_MS), to: utcDay(now_ms) }
      const params = { scope: 'api', section: ALL_APIS, ...range, task: id, limit: 5 } as const
      const [itself, paid, free] = await Promise.all([
        // The id of a task, or of another user, is as unknown as one that never existed.
        call(usage.getUsageTask, { scope: 'api', id }, signal).catch(() => undefined),
        call(usage.getUsageTasks, params, signal),
        call(usage.getUsageTasks, { ...params, environment: 'sandbox' }, signal),
      ])
      const rows = [...(itself ? [itself] : []), ...paid.rows, ...free.rows]
      return rows.filter((row, at) => rows.findIndex((other) => other.id === row.id) === at)
    },
    enabled: ID.test(id),
  })
}
