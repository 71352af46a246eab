import type { GivenRole } from '@portico/contract/role.ts'
import type { MessageKey } from '#i18n/i18n.tsx'

export const ROLE_NAMES: Record<GivenRole, MessageKey> = {
  admin: 'Admin',
  developer: 'Developer',
  finance: 'Finance',
  viewer: 'Viewer',
}
