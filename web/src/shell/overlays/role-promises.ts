import type { GivenRole } from '@portico/contract/role.ts'
import type { MessageKey } from '#i18n/i18n.tsx'

/** The rights of each role, shown to the invited user. */
export const ROLE_PROMISES: Record<GivenRole, MessageKey> = {
  admin: 'You join as an admin: you can do everything the owner can, except adding and changing admins.',
  developer: 'You join as a developer: you can use credentials, the playground, usage, errors and settings.',
  finance: 'You join with the Finance role: you can see payments, invoices and usage, and make payments.',
  viewer: 'You join as a viewer: you can see usage and errors, but not change anything.',
}
