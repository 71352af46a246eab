import { useQuery } from '@tanstack/react-query'
import { createContext } from 'react'
import { historyQuery, recentTasksQuery } from './playground-queries.ts'
import { isTaskIdField, type KnownTask, tasksOfApi } from './task-ids.ts'

export const TasksContext = createContext<KnownTask[]>([])

/** Tasks the login posted to the API of this path, here or by its own programs; loaded only where one is needed. */
export function useOwnTasks(path: string, names: string[]): KnownTask[] {
  const isNeeded = names.some(isTaskIdField)
  const runs = useQuery({ ...historyQuery, enabled: isNeeded }).data?.runs ?? []
  const rows = useQuery({ ...recentTasksQuery, enabled: isNeeded }).data?.rows ?? []
  return isNeeded ? tasksOfApi(path, runs, rows) : []
}
