import { GIVEN_ROLES, type GivenRole, type Role } from '@portico/contract/role.ts'
import type { MessageKey } from '#i18n/i18n.tsx'

export const ROLE_NAMES: Record<Role, MessageKey> = {
  owner: 'Owner',
  admin: 'Admin',
  developer: 'Developer',
  finance: 'Finance',
  viewer: 'Viewer',
}

/** True when another user gave them the login. */
export function isGiven(role: Role): role is GivenRole {
  return GIVEN_ROLES.some((given) => given === role)
}
