import { moments, numbers } from '#i18n/formats.ts'
import { useSpeech } from '#i18n/i18n.tsx'
import { relativeTime } from '#ui/relative-time.ts'

const DAY_MS = 86_400_000
const UTC = { timeZone: 'UTC', hour12: false } as const
const SHORT = { ...UTC, month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' } as const
const whole = numbers()
const share = numbers({ style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 })
const milliseconds = numbers({ style: 'unit', unit: 'millisecond', maximumFractionDigits: 0 })
const moment = moments(SHORT)
const exact = moments({ ...SHORT, second: '2-digit' })
const full = moments({ ...UTC, dateStyle: 'medium', timeStyle: 'medium' })
const day = moments({ ...UTC, day: 'numeric', month: 'short' })
const clock = moments({ ...UTC, hour: '2-digit', minute: '2-digit' })

/** How this language writes numbers, shares and moments of UTC. */
export function useFormats() {
  const { language } = useSpeech()
  return {
    whole: (value: number) => whole(language).format(value),
    share: (value: number) => share(language).format(value),
    duration: (ms: number) => milliseconds(language).format(ms),
    moment: (at: string) => moment(language).format(new Date(at)),
    exactMoment: (at: string) => exact(language).format(new Date(at)),
    fullMoment: (at: string) => `${full(language).format(new Date(at))} UTC`,
    ago: (at: string, now_ms: number) => relativeTime(at, now_ms, language),
    hourStep: (ms: number) => moment(language).format(ms),
    /** Midnight is told by its day. */
    hourOrDay: (ms: number) => (ms % DAY_MS === 0 ? day : clock)(language).format(ms),
    dayStep: (ms: number) => day(language).format(ms),
  }
}
