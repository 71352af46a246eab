import type { Category, PartyName } from '@portico/contract/parties.ts'
import type { MessageKey } from '#i18n/i18n.tsx'

export const PARTY_NAMES: Record<PartyName, MessageKey> = {
  chat: 'Support chat',
  onboarding: 'Onboarding guide',
  push: 'Notifications',
  analytics: 'Usage statistics',
}

/** What each is told, in the words of those it is told about. Must say what `told.ts` does. */
export const PARTY_GETS: Record<PartyName, MessageKey> = {
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
