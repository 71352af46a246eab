import { useI18n } from '#i18n/i18n.tsx'

const SECOND_MS = 1_000

/** A duration as text: `84 ms`, `3.02 s`. */
export function useDuration(): (ms: number) => string {
  const { t, language } = useI18n()
  const seconds = new Intl.NumberFormat(language, { maximumFractionDigits: 2 })
  return (ms) =>
    ms < SECOND_MS ? t('{count} ms', { count: ms }) : t('{count} s', { count: seconds.format(ms / SECOND_MS) })
}
