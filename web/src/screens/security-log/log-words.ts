import type { LogKind } from '@portico/contract/audit-actions.ts'
import type { LogOffice, LogResult } from '@portico/contract/security-log.ts'
import type { MessageKey } from '#i18n/i18n.tsx'

export const KIND_WORDS: Record<LogKind, MessageKey> = {
  sign_ins: 'Sign-ins',
  security: 'Passwords, e-mail, second factors',
  team: 'Your team',
  credentials: 'Credentials',
  logins: 'API logins',
  agents: 'Agent logins',
  settings: 'Settings',
  money: 'Payments',
  support: 'Support',
  profile: 'Profile',
}

export const RESULT_WORDS: Record<LogResult, MessageKey> = { ok: 'Succeeded', refused: 'Refused' }

export const OFFICE_WORDS: Record<LogOffice, MessageKey> = {
  support: 'Support',
  operator: 'Provider',
  visitor: 'Not signed in',
  mail_link: 'E-mail link',
  system: 'Automatic',
}
