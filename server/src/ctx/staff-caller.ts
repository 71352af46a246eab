import type { StaffRole } from '@portico/contract/staff-permissions.ts'

/** A staff member at the console, for the rules and the log. */
export interface StaffCaller {
  id: number
  email: string
  role: StaffRole
  /** When they last gave a code. */
  code_at: Date
  /** Why they do it; null where the call only reads. */
  reason: string | null
  /** The second person, where this runs with their approval. */
  approved_by?: number
}
