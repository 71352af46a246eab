import { useT } from '#i18n/i18n.tsx'
import { useMoney } from '#i18n/money.ts'
import { useTimes } from '#page/times.ts'
import { titleIn } from '#page/titles.ts'
import { useNumberFormats } from '#traffic/number-formats.ts'
import { BarChart } from '#ui/chart/bar-chart.tsx'
import type { Spend } from './column-queries.ts'
import type { Measure } from './dashboard-search.ts'
import { layersOf } from './spend-layers.ts'

export const SPEND_HEIGHT = 260

/** The bars of a customer's spend; the console of staff draws the same. */
export function SpendBars({ data, measure, label }: { data: Spend; measure: Measure; label: string }) {
  const t = useT()
  const { whole } = useNumberFormats()
  const { day, longDay } = useChartFormats()
  const { exact, axis } = useMoney()
  return (
    <BarChart
      urlName="spend"
      label={label}
      xLabel={t('Day (UTC)')}
      xs={data.xs}
      series={layersOf(data.apis, measure).map((layer) => ({
        ...layer,
        label: layer.id === '' ? t('Other APIs') : titleIn(t, layer.label),
      }))}
      formatX={day}
      formatXLong={longDay}
      formatY={measure === 'cost' ? exact : whole}
      {...(measure === 'cost' && { formatYShort: axis })}
      height={SPEND_HEIGHT}
    />
  )
}

/** The axis texts of a chart of days, which are days of UTC. */
function useChartFormats() {
  const { utc } = useTimes()
  return {
    day: (ms: number) => utc('day', ms),
    longDay: (ms: number) => utc('weekdayDate', ms),
  }
}
