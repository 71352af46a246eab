import type { Grain } from '@portico/contract/usage.ts'
import { numbers } from '#i18n/formats.ts'
import { useI18n } from '#i18n/i18n.tsx'
import { isMidnight, useTimes } from '#page/times.ts'
import { useNumberFormats } from '#traffic/number-formats.ts'

const milliseconds = numbers({ style: 'unit', unit: 'millisecond', maximumFractionDigits: 0 })
const seconds = numbers({ style: 'unit', unit: 'second', maximumFractionDigits: 2 })
const SHORT = { minute: 'clock', hour: 'clock', day: 'day', month: 'month' } as const
const LONG = { day: 'weekdayDate', month: 'longMonth' } as const

/**
 * Numbers, shares, durations and times in this language. Steps of days and months are of UTC, shorter ones in the
 * reader's zone.
 */
export function useFormats() {
  const { language } = useI18n()
  const { text, utc, both, zoneWord } = useTimes()
  return {
    ...useNumberFormats(),
    duration: (ms: number) => (ms < 1000 ? milliseconds(language).format(ms) : seconds(language).format(ms / 1000)),
    moment: (at: string) => text('exact', at),
    clock: (at: string) => text('seconds', at),
    fullMoment: both,
    zoneWord,
    utcDay: (day: string) => utc('day', Date.parse(day)),
    zoneOf: (grain: Grain) => (isWhole(grain) ? 'UTC' : zoneWord),
    /** Among hours, midnight is written as its day. */
    stepOf: (grain: Grain) => (ms: number) => {
      if (isWhole(grain)) return utc(SHORT[grain], ms)
      return text(grain === 'hour' && isMidnight(text('clock', ms)) ? 'day' : SHORT[grain], ms)
    },
    longStepOf: (grain: Grain) => (ms: number) => (isWhole(grain) ? utc(LONG[grain], ms) : both(ms)),
  }
}

function isWhole(grain: Grain): grain is 'day' | 'month' {
  return grain === 'day' || grain === 'month'
}
