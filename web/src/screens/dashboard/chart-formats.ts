import { moments } from '#i18n/formats.ts'
import { useSpeech } from '#i18n/i18n.tsx'

const day = moments({ timeZone: 'UTC', day: 'numeric', month: 'short' })
const longDay = moments({ timeZone: 'UTC', weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' })

/** What stands along the axes of a chart of days, which are days of UTC. */
export function useChartFormats() {
  const { language } = useSpeech()
  return {
    day: (ms: number) => day(language).format(ms),
    longDay: (ms: number) => longDay(language).format(ms),
  }
}
