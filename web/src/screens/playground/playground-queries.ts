import { catalogue } from '@portico/contract/catalogue.ts'
import { isWaiting } from '@portico/contract/codes.ts'
import { type PlaygroundMode, type PlaygroundRun, playground, TASK_MAX } from '@portico/contract/playground.ts'
import { DAY_MS, HOUR_MS } from '@portico/contract/time.ts'
import { usage } from '@portico/contract/usage.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import { isRecord } from '#lib/guards.ts'
import { query } from '#lib/query.ts'
import { OF_MONEY } from '#money/balance.ts'

export const catalogueQuery = queryOptions({
  ...query(['catalogue'], catalogue.list, {}),
  staleTime: HOUR_MS,
})

export function functionQuery(id: string) {
  return queryOptions({
    ...query(['catalogue', id], catalogue.get, { id }),
    staleTime: HOUR_MS,
  })
}

export const setupQuery = query(['playground', 'setup'], playground.getSetup, {})

/** The reasons that would refuse a task, by the rules that would refuse it. */
export function blockQuery(method_id: string, mode: PlaygroundMode, task: string) {
  return queryOptions({
    ...query(['playground', 'block', method_id, mode, task], playground.checkRun, { method_id, mode, task }),
    // A longer one cannot be sent at all.
    enabled: task.length <= TASK_MAX,
    gcTime: 0,
    ...OF_MONEY,
  })
}

/** While the reply is loading, the previous one of the same method and mode still holds. */
export function heldBlock(method_id: string, mode: PlaygroundMode) {
  return <T>(before: T | undefined, last?: { queryKey: readonly unknown[] }) =>
    last?.queryKey[2] === method_id && last.queryKey[3] === mode ? before : undefined
}

export const historyQuery = query(['playground', 'history'], playground.getHistory, {})

/** The result of a run; it does not change. */
export function resultQuery(id: number) {
  return queryOptions({
    queryKey: ['playground', 'result', id],
    queryFn: async ({ signal }) => {
      const result: unknown = JSON.parse((await call(playground.getResult, { id }, signal)).result)
      return Array.isArray(result) ? result : []
    },
    staleTime: HOUR_MS,
  })
}

const QUEUE_MS = 3_000

/** The state of a task that was left alone; polled until it has ended, which History then shows. */
export function queuedTaskQuery({ method_id, mode, task_id }: Pick<PlaygroundRun, 'method_id' | 'mode' | 'task_id'>) {
  return queryOptions({
    queryKey: ['playground', 'task', method_id, mode, task_id],
    queryFn: async ({ client, signal }) => {
      const { body } = await call(playground.fetchTask, { method_id, mode, task_id: task_id ?? '' }, signal)
      const is_waiting = isWaiting(JSON.parse(body)?.tasks?.[0]?.status_code)
      if (!is_waiting) await client.invalidateQueries({ queryKey: historyQuery.queryKey })
      return { is_waiting }
    },
    refetchInterval: ({ state }) => state.status !== 'error' && state.data?.is_waiting !== false && QUEUE_MS,
  })
}

export const savedQuery = query(['playground', 'saved'], playground.getSaved, {})

/** The request of a past task, to try it again. */
export function pastTaskQuery(id: string) {
  return queryOptions({
    ...query(['playground', 'from', id], usage.getUsageTask, { id }),
    staleTime: HOUR_MS,
  })
}

const TASKS_FOR_DAYS = 7

/** Recent tasks of the active login, including those of its own programs. */
export const recentTasksQuery = queryOptions({
  queryKey: ['playground', 'tasks'],
  queryFn: ({ signal }) => {
    const day = (ago: number) => new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10)
    return call(usage.getUsageTasks, { from: day(TASKS_FOR_DAYS), to: day(-1), method: 'task', limit: 200 }, signal)
  },
})

/** Names a field can take, from the provider's own list of them. */
export function lookUpQuery(method_id: string) {
  return queryOptions({
    queryKey: ['playground', 'look-up', method_id],
    queryFn: async ({ signal }) => {
      const { body } = await call(playground.lookUp, { method_id }, signal)
      const result: unknown = JSON.parse(body)?.tasks?.[0]?.result
      return Array.isArray(result) ? result.filter(isRecord) : []
    },
    staleTime: HOUR_MS,
  })
}
