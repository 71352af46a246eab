import { useTimes } from '#page/times.ts'

/** The axis texts of a chart of days, which are days of UTC. */
export function useChartFormats() {
  const { utc } = useTimes()
  return {
    day: (ms: number) => utc('day', ms),
    longDay: (ms: number) => utc('weekdayDate', ms),
  }
}
