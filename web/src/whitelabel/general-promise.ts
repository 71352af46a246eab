import type { MessageKey } from '#i18n/i18n.tsx'

/** What a brand offers that has not said it in its own words, in this language. */
export const GENERAL_PROMISE = 'Data by API. Pay only for what you use.' satisfies MessageKey
