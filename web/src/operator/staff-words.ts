import type { StaffRole } from '@portico/contract/staff-permissions.ts'
import type { ConsoleKey } from './texts.ts'

export const ROLE_WORDS: Record<StaffRole, ConsoleKey> = {
  admin: 'Admin',
  support: 'Support',
  finance: 'Finance',
  content: 'Content',
  read_only: 'Read only',
}
