import { type StaffAction, staffMay } from '@portico/contract/staff-permissions.ts'
import { createContext, use } from 'react'
import type { Me } from './read-console.ts'

const MeContext = createContext<Me | undefined>(undefined)
export const MeProvider = MeContext

export function useMe(): Me {
  const me = use(MeContext)
  if (!me) throw new Error('MeProvider is missing')
  return me
}

/** Whether the page offers an action; the server decides by the same table. */
export function useMay(): (action: StaffAction) => boolean {
  const { role } = useMe()
  return (action) => staffMay(role, action)
}
