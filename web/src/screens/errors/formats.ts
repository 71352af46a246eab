import { useSpeech } from '#i18n/i18n.tsx'
import { relativeTime } from '#ui/relative-time.ts'

const UTC = { timeZone: 'UTC', hour12: false } as const

/** How this language writes numbers, shares and moments of UTC. */
export function formatsIn(language: string) {
  const whole = new Intl.NumberFormat(language)
  const share = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 })
  const short = { ...UTC, month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' } as const
  const moment = new Intl.DateTimeFormat(language, short)
  const exact = new Intl.DateTimeFormat(language, { ...short, second: '2-digit' })
  const full = new Intl.DateTimeFormat(language, { ...UTC, dateStyle: 'medium', timeStyle: 'medium' })
  const day = new Intl.DateTimeFormat(language, { ...UTC, day: 'numeric', month: 'short' })
  const clock = new Intl.DateTimeFormat(language, { ...UTC, hour: '2-digit', minute: '2-digit' })
  const weekday = new Intl.DateTimeFormat(language, { ...UTC, weekday: 'short', hour: '2-digit', minute: '2-digit' })
  const ms = new Intl.NumberFormat(language, { style: 'unit', unit: 'millisecond', maximumFractionDigits: 0 })
  return {
    whole: (value: number) => whole.format(value),
    share: (value: number) => share.format(value),
    duration: (value: number) => ms.format(value),
    moment: (at: string) => moment.format(new Date(at)),
    exactMoment: (at: string) => exact.format(new Date(at)),
    fullMoment: (at: string) => `${full.format(new Date(at))} UTC`,
    ago: (at: string, now_ms: number) => relativeTime(at, now_ms, language),
    hourStep: (ms: number) => moment.format(ms),
    hourOfDay: (ms: number) => clock.format(ms),
    hourOfWeek: (ms: number) => weekday.format(ms),
    dayStep: (ms: number) => day.format(ms),
  }
}

export function useFormats() {
  return formatsIn(useSpeech().language)
}
