import { RUNWAY_MAX_DAYS } from '@portico/contract/dashboard.ts'
import type { Translator } from '#i18n/i18n.tsx'

/** How long the balance lasts, and by which average; a long forecast is not shown as a number. */
export function runwayWords(t: Translator['t'], days_left: number | null, isYoung: boolean): string {
  if (days_left === null) return t('Nothing spent in the last 7 days')
  if (days_left >= RUNWAY_MAX_DAYS)
    return isYoung ? t('More than 2 years at your pace so far') : t('More than 2 years at your 7-day average')
  const key = isYoung
    ? '{count, plural, =0 {less than a day} one {≈ # day} other {≈ # days}} at your pace so far'
    : '{count, plural, =0 {less than a day} one {≈ # day} other {≈ # days}} at your 7-day average'
  return t(key, { count: days_left })
}
