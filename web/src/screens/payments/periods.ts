import { isPeriod, PERIOD_MAX_DAYS, type Period } from '@portico/contract/billing.ts'
import type { MessageKey, Translator } from '#i18n/i18n.tsx'
import { presetRange, utcDay } from '#ui/text/utc-days.ts'

const DAY_MS = 86_400_000

export const PRESETS = ['this_month', 'last_month', '90d', 'this_year', 'last_year'] as const
export type Preset = (typeof PRESETS)[number]

const WORDS: Record<Preset, MessageKey> = {
  this_month: 'This month',
  last_month: 'Last month',
  '90d': 'Last 90 days',
  this_year: 'This year',
  last_year: 'Last year',
}

/** UTC days, as statements and bills have them. */
export function periodOf(preset: Preset, now_ms: number): Period {
  const year = new Date(now_ms).getUTCFullYear()
  if (preset === 'this_year') return { from: `${year}-01-01`, to: utcDay(now_ms) }
  if (preset === 'last_year') return { from: `${year - 1}-01-01`, to: `${year - 1}-12-31` }
  return presetRange(preset, now_ms)
}

export function presetsAt(now_ms: number, t: Translator['t']) {
  return PRESETS.map((id) => ({ id, label: t(WORDS[id]), range: periodOf(id, now_ms) }))
}

/** The longest period that ends where this one does. */
export function withinMax({ from, to }: Period): Period {
  if (isPeriod({ from, to })) return { from, to }
  return { from: utcDay(Date.parse(to) - (PERIOD_MAX_DAYS - 1) * DAY_MS), to }
}
