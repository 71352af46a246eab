import { MICROS_PER_USD } from '@portico/contract/money.ts'
import { moments, numbers } from '#i18n/formats.ts'
import { useSpeech } from '#i18n/i18n.tsx'

const dollars = numbers({ maximumFractionDigits: 6 })
const day = moments({ timeZone: 'UTC', day: 'numeric', month: 'short' })
const longDay = moments({ timeZone: 'UTC', weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' })

/** What stands along the axes of a chart of days, which are days of UTC. */
export function useChartFormats() {
  const { language } = useSpeech()
  return {
    /** As many decimals as matter. */
    dollars: (micros: number) => `$${dollars(language).format(micros / MICROS_PER_USD)}`,
    day: (ms: number) => day(language).format(ms),
    longDay: (ms: number) => longDay(language).format(ms),
  }
}
