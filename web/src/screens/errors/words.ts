import type { MessageKey, Translator } from '#i18n/i18n.tsx'
import type { RangeName, Tab } from './errors-place.ts'

export const RANGE_WORDS: Record<RangeName, MessageKey> = {
  today: 'Today',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
  '90d': 'Last 90 days',
}

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
