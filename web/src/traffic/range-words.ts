import type { MessageKey } from '#i18n/i18n.tsx'

/** The names of ranges, on every screen that has them. */
export const RANGE_WORDS = {
  '1h': 'Last hour',
  '3h': 'Last 3 hours',
  '24h': 'Last 24 hours',
  today: 'Today',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
  '90d': 'Last 90 days',
  this_month: 'This month',
  last_month: 'Last month',
} as const satisfies Record<string, MessageKey>
