import type { ErrorFilterInput } from '@portico/contract/errors.ts'
import { useQuery } from '@tanstack/react-query'
import { useT } from '#i18n/i18n.tsx'
import { ChartSkeleton } from '#ui/chart/chart-skeleton.tsx'
import { classNames } from '#ui/class-names.ts'
import { Card } from '#ui/show/card.tsx'
import { LoadError } from '#ui/show/load-error.tsx'
import { ErrorBars } from './error-bars.tsx'
import styles from './errors.module.css'
import { histogramQuery } from './errors-queries.ts'
import { useFormats } from './formats.ts'
import { HISTOGRAM_HEIGHT } from './histogram-height.ts'

/** Errors over time, by kind. */
export function HistogramCard({ filter }: { filter: ErrorFilterInput }) {
  const t = useT()
  const { zoneWord } = useFormats()
  const { data, isError, isFetching, isPlaceholderData, dataUpdatedAt, refetch } = useQuery(histogramQuery(filter))
  const note =
    data && (data.grain === 'hour' ? t('Errors per hour ({zone})', { zone: zoneWord }) : t('Errors per day (UTC)'))
  return (
    <Card title={t('Errors over time')} note={note}>
      {!data && isError && <LoadError busy={isFetching} onRetry={refetch} />}
      {!data && !isError && <ChartSkeleton height={HISTOGRAM_HEIGHT} />}
      {data && data.layers.length === 0 && <p className={styles.none}>{t('None in this range.')}</p>}
      {data && data.layers.length > 0 && (
        <div className={classNames(isPlaceholderData && styles.quiet)}>
          <ErrorBars data={data} read_at={dataUpdatedAt} />
        </div>
      )}
    </Card>
  )
}
