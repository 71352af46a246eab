import type { Output } from '@portico/contract/endpoint.ts'
import type { errors } from '@portico/contract/errors.ts'
import { useT } from '#i18n/i18n.tsx'
import { statusTone } from '#traffic/chart-tones.ts'
import { STATUS_WORDS } from '#traffic/status-words.ts'
import { BarChart } from '#ui/chart/bar-chart.tsx'
import { untilNow } from '#ui/chart/series.ts'
import { useFormats } from './formats.ts'
import { HISTOGRAM_HEIGHT } from './histogram-height.ts'

type Histogram = Output<typeof errors.getErrorHistogram>

/** Errors over time, by kind; `read_at`: when they were, in milliseconds. */
export function ErrorBars({ data, read_at }: { data: Histogram; read_at: number }) {
  const t = useT()
  const { whole, hourStep, hourOrDay, dayStep, zoneWord } = useFormats()
  const past = untilNow(data.xs, data.layers, read_at)
  return (
    <BarChart
      label={t('Errors over time')}
      xLabel={t('Time ({zone})', { zone: data.grain === 'hour' ? zoneWord : 'UTC' })}
      urlName="classes"
      xs={past.xs}
      series={past.layers.map((layer) => ({
        id: layer.class,
        label: t(STATUS_WORDS[layer.class]),
        values: layer.values,
        tone: statusTone(layer.class),
      }))}
      formatX={data.grain === 'day' ? dayStep : hourOrDay}
      formatXLong={data.grain === 'hour' ? hourStep : dayStep}
      formatY={whole}
      height={HISTOGRAM_HEIGHT}
    />
  )
}
