import { numbers } from '#i18n/formats.ts'
import { useI18n } from '#i18n/i18n.tsx'

const rate = numbers({ maximumFractionDigits: 2 })
const milliseconds = numbers({ style: 'unit', unit: 'millisecond', maximumFractionDigits: 0 })
const seconds = numbers({ style: 'unit', unit: 'second', maximumFractionDigits: 1 })
const megabytes = numbers({ style: 'unit', unit: 'megabyte', maximumFractionDigits: 0 })
const LEAST = 0.01
const UNITS = [
  { unit: 'day', s: 86_400 },
  { unit: 'hour', s: 3600 },
  { unit: 'minute', s: 60 },
] as const

/** Rates, times and sizes in this language. */
export function useServiceFormats() {
  const { language } = useI18n()
  const time = (value_s: number | null) => {
    if (value_s === null) return '–'
    return value_s < 1 ? milliseconds(language).format(value_s * 1000) : seconds(language).format(value_s)
  }
  return {
    /** A few calls are not none. */
    rate: (calls: number, per_s: number) => {
      const isLess = calls > 0 && calls / per_s < LEAST
      return isLess ? `< ${rate(language).format(LEAST)}` : rate(language).format(calls / per_s)
    },
    time,
    megabytes: (bytes: number) => megabytes(language).format(bytes / 1_000_000),
    /** In its largest unit, such as "3 days". */
    duration: (value_s: number) => {
      const { unit, s } = UNITS.find((one) => value_s >= one.s) ?? { unit: 'second', s: 1 }
      return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(
        Math.floor(value_s / s),
      )
    },
  }
}
