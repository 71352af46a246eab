import type { MessageKey, Translator } from '#i18n/i18n.tsx'
import { type RangeName, type RangeScreen, rangeNamed, rangeNames } from './ranges.ts'

/** The names of ranges on every screen; apart from the ranges, because they are loaded with the date picker. */
const LABELS: Record<RangeName, MessageKey> = {
  '1h': 'Last hour',
  '3h': 'Last 3 hours',
  '24h': 'Last 24 hours',
  today: 'Today',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
  '90d': 'Last 90 days',
  this_month: 'This month',
  last_month: 'Last month',
  this_year: 'This year',
  last_year: 'Last year',
}

/** The presets of a screen's date picker. */
export function rangePresets(screen: RangeScreen, now_ms: number, t: Translator['t']) {
  return rangeNames(screen).map((id) => ({ id, label: t(LABELS[id]), range: rangeNamed(id, now_ms) }))
}
