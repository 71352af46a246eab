import type { Boot } from '@portico/contract/boot.ts'
import { createContext, use } from 'react'

/** What the server knows of this visit beside the user: how one can sign in here, what opened links have left, what is announced. */
export type Visit = Pick<
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

const VisitContext = createContext<Visit | undefined>(undefined)
export const VisitProvider = VisitContext

export function useVisit(): Visit {
  const visit = use(VisitContext)
  if (!visit) throw new Error('no visit around this component')
  return visit
}
