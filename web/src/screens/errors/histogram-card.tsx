import type { ErrorWish } from '@portico/contract/errors.ts'
import { useQuery } from '@tanstack/react-query'
import { useT } from '#i18n/i18n.tsx'
import { Card } from '#ui/card.tsx'
import { BarChart } from '#ui/chart/bar-chart.tsx'
import { ChartSkeleton } from '#ui/chart/chart-skeleton.tsx'
import { classNames } from '#ui/class-names.ts'
import { LoadError } from '#ui/load-error.tsx'
import styles from './errors.module.css'
import { histogramQuery } from './errors-queries.ts'
import { useFormats } from './formats.ts'
import { HISTOGRAM_HEIGHT } from './histogram-height.ts'
import { CLASS_WORDS } from './words.ts'

/** Up to so many hours an axis is clear without the day. */
const DAY_AND_A_HALF = 36

/** When it went wrong, and what kind of thing it was. */
export function HistogramCard({ filter }: { filter: ErrorWish }) {
  const t = useT()
  const { whole, hourStep, hourOfDay, hourOfWeek, dayStep, zoneWord } = useFormats()
  const { data, isError, isFetching, isPlaceholderData, refetch } = useQuery(histogramQuery(filter))
  const note =
    data && (data.grain === 'hour' ? t('Errors an hour, {zone}', { zone: zoneWord }) : t('Errors a day, UTC'))
  return (
    <Card title={t('Errors over time')} note={note}>
      {!data && isError && <LoadError busy={isFetching} onRetry={refetch} />}
      {!data && !isError && <ChartSkeleton height={HISTOGRAM_HEIGHT} />}
      {data && data.layers.length === 0 && <p className={styles.none}>{t('None in this range.')}</p>}
      {data && data.layers.length > 0 && (
        <div className={classNames(isPlaceholderData && styles.quiet)}>
          <BarChart
            label={t('Errors over time')}
            xLabel={t('Time ({zone})', { zone: data.grain === 'hour' ? zoneWord : 'UTC' })}
            xs={data.xs}
            series={data.layers.map((layer) => ({
              id: layer.class,
              label: t(CLASS_WORDS[layer.class]),
              values: layer.values,
            }))}
            formatX={data.grain === 'day' ? dayStep : data.xs.length <= DAY_AND_A_HALF ? hourOfDay : hourOfWeek}
            formatXLong={data.grain === 'hour' ? hourStep : dayStep}
            formatY={whole}
            height={HISTOGRAM_HEIGHT}
          />
        </div>
      )}
    </Card>
  )
}
