import { numbers } from '#i18n/formats.ts'
import { useI18n } from '#i18n/i18n.tsx'
import { isMidnight, useTimes } from '#page/times.ts'
import { useNumberFormats } from '#traffic/number-formats.ts'
import { relativeTime } from '#ui/text/relative-time.ts'

const milliseconds = numbers({ style: 'unit', unit: 'millisecond', maximumFractionDigits: 0 })

/** Numbers, shares and times in this language. Days are of UTC, all else in the reader's zone. */
export function useFormats() {
  const { language } = useI18n()
  const { text, utc, both, zoneWord } = useTimes()
  return {
    ...useNumberFormats(),
    duration: (ms: number) => milliseconds(language).format(ms),
    moment: (at: string) => text('short', at),
    exactMoment: (at: string) => text('exact', at),
    fullMoment: both,
    zoneWord,
    utcDay: (day: string) => utc('day', Date.parse(day)),
    ago: (at: string, now_ms: number) => relativeTime(at, now_ms, language),
    hourStep: both,
    /** Midnight is written as its day. */
    hourOrDay: (ms: number) => text(isMidnight(text('clock', ms)) ? 'day' : 'clock', ms),
    dayStep: (ms: number) => utc('day', ms),
  }
}
