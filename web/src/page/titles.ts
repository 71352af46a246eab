import type { MessageKey, Translator } from '#i18n/i18n.tsx'

/** The title of a function or an API: documents have it in one language, the provider's `texts/*.json` in the others. */
export function titleIn(t: Translator['t'], title: string): string {
  // A text that is no key is shown as it is.
  return t(title as MessageKey)
}
