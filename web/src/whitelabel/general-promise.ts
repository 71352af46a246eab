import type { MessageKey } from '#i18n/i18n.tsx'

/** The benefits of a brand without a text of its own in this language. */
export const GENERAL_PROMISE = 'Data by API. Pay only for what you use.' satisfies MessageKey
