import { MICROS_PER_USD } from '@portico/contract/money.ts'
import { useSpeech } from '#i18n/i18n.tsx'
import { relativeTime } from '#ui/relative-time.ts'

/** Making a format costs a hundred times what using it does, and every card asks. */
const made = new Map<string, ReturnType<typeof formatsIn>>()

/** How this language writes numbers, shares and days of UTC. */
export function formatsIn(language: string) {
  const whole = new Intl.NumberFormat(language)
  const share = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 })
  const signed = new Intl.NumberFormat(language, {
    style: 'percent',
    maximumFractionDigits: 1,
    signDisplay: 'exceptZero',
  })
  const dollars = new Intl.NumberFormat(language, { maximumFractionDigits: 6 })
  const day = new Intl.DateTimeFormat(language, { timeZone: 'UTC', day: 'numeric', month: 'short' })
  const longDay = new Intl.DateTimeFormat(language, {
    timeZone: 'UTC',
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  })
  return {
    whole: (value: number) => whole.format(value),
    share: (value: number) => share.format(value),
    change: (value: number) => signed.format(value),
    /** For an axis: as many decimals as matter. */
    dollars: (micros: number) => `$${dollars.format(micros / MICROS_PER_USD)}`,
    day: (ms: number) => day.format(ms),
    longDay: (ms: number) => longDay.format(ms),
    ago: (at: string, now_ms: number) => relativeTime(at, now_ms, language),
  }
}

export function useFormats() {
  const { language } = useSpeech()
  const formats = made.get(language) ?? formatsIn(language)
  made.set(language, formats)
  return formats
}
