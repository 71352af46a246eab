import type { MessageKey, Translator } from '#i18n/i18n.tsx'
import type { Tab } from './errors-search.ts'

export const TAB_WORDS: Record<Tab, MessageKey> = {
  requests: 'Requests',
  webhooks: 'Webhooks',
  codes: 'Code reference',
}

/** Calls to a path that is not sold are counted under this word. */
const NO_FUNCTION = 'unknown/unknown'

export function functionTitle(
  t: Translator['t'],
  { function: key, title }: { function: string; title: string },
): string {
  return key === NO_FUNCTION ? t('Unknown endpoint') : title
}
