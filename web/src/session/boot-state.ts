import type { Boot } from '@portico/contract/boot.ts'
import { createContext, use } from 'react'

/** What the server knows of this visit beside the user: how one can sign in here, what opened links have left, what is announced. */
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
  | 'trial'
>
export type Trial = NonNullable<Boot['trial']>

const BootStateContext = createContext<BootState | undefined>(undefined)
export const BootStateProvider = BootStateContext

export function useBootState(): BootState {
  const boot = use(BootStateContext)
  if (!boot) throw new Error('no visit around this component')
  return boot
}
