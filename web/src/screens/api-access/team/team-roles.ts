import type { Role } from '@portico/contract/role.ts'
import type { MessageKey } from '#i18n/i18n.tsx'

/** The purpose of a role, in one line. */
export const ROLE_HINTS: Record<Role, MessageKey> = {
  owner: 'Everything, including payments and other owners.',
  admin: 'Everything an owner can do, except adding and changing admins.',
  developer: 'Credentials, playground, usage, errors and settings. No payments.',
  finance: 'Payments, invoices and usage. No credentials.',
  viewer: 'Usage and errors, read-only.',
}
