import type { Category, ScriptRole } from '@portico/contract/script-settings.ts'
import type { MessageKey } from '#i18n/i18n.tsx'

export const SCRIPT_NAMES: Record<ScriptRole, MessageKey> = {
  chat: 'Support chat',
  onboarding: 'Onboarding guide',
  push: 'Notifications',
  analytics: 'Usage statistics',
}

/** What each script receives, in the words of the users it is about. It must match `disclosures.ts`. */
export const SCRIPT_GETS: Record<ScriptRole, MessageKey> = {
  chat: 'Support chat: receives your name, e-mail and balance.',
  onboarding: 'Onboarding guide: receives your e-mail, sign-up date and balance.',
  push: 'Notifications: receive your e-mail and balance.',
  analytics: 'Usage statistics: record which screens are opened, not who opens them.',
}

export const CATEGORY_NAMES: Record<Category, MessageKey> = {
  functional: 'Functional',
  analytics: 'Statistics',
  marketing: 'Advertising',
}
