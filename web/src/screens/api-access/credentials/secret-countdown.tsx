import { useT } from '#i18n/i18n.tsx'
import { useSecondsLeft } from './use-seconds-left.ts'

/** A timer by its role: screen readers read it on request, not every second. */
export function SecretCountdown({ until_ms }: { until_ms: number }) {
  const t = useT()
  const count = useSecondsLeft(until_ms)
  return <span role="timer">{t('Hides in {count} s.', { count })}</span>
}
