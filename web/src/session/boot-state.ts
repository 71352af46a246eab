import type { Boot } from '@portico/contract/boot.ts'
import { createContext, use } from 'react'

/**
 * The server's boot state beside the user: the ways to sign in here, what opened links have left, and announcements.
 */
export type BootState = Pick<
  Boot,
  | 'user'
  | 'serves'
  | 'providers'
  | 'password_min'
  | 'impersonated_by'
  | 'staged_email'
  | 'invitation'
  | 'notices'
  | 'community'
  | 'scripts'
  | 'credits'
  | 'had_trial'
>

const BootStateContext = createContext<BootState | undefined>(undefined)
export const BootStateProvider = BootStateContext

export function useBootState(): BootState {
  const boot = use(BootStateContext)
  if (!boot) throw new Error('BootStateProvider is missing')
  return boot
}
