import type { Output } from '@portico/contract/endpoint.ts'
import { type usage as contract, STATUS_CLASSES } from '@portico/contract/usage.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useT } from '#i18n/i18n.tsx'
import { useMoney } from '#i18n/money.ts'
import { Card } from '#ui/card.tsx'
import { BarChart } from '#ui/chart/bar-chart.tsx'
import { ChartSkeleton } from '#ui/chart/chart-skeleton.tsx'
import type { ChartProps } from '#ui/chart/series.ts'
import { classNames } from '#ui/class-names.ts'
import { LoadError } from '#ui/load-error.tsx'
import { useFormats } from './formats.ts'
import styles from './usage.module.css'
import { seriesQuery } from './usage-queries.ts'
import type { Usage } from './use-usage.ts'
import { STATUS_WORDS } from './words.ts'

const HEIGHT = 240
const THIN_FROM = 60

type Series = Output<typeof contract.getUsageSeries>

/** Two charts over the same steps: what functions cost, and how tasks ended. */
export function ChartCards({ usage }: { usage: Usage }) {
  const t = useT()
  const { whole, stepOf, longStepOf, zoneOf } = useFormats()
  const money = useMoney()
  const axis = {
    xLabel: t('Time ({zone})', { zone: zoneOf(usage.grain) }),
    formatX: stepOf(usage.grain),
    formatXLong: longStepOf(usage.grain),
    height: HEIGHT,
  }
  const query = useQuery(seriesQuery(usage.filter, usage.grain))
  const titleOf = (id: string, title: string) => (id === '' ? t('Other functions') : title)
  const classOf = (id: string) => STATUS_CLASSES.find((known) => known === id)
  return (
    <div className={styles.charts}>
      <ChartCard title={t('Cost by function')} none={t('Nothing was charged in this range.')} query={query}>
        {({ xs, cost }) => ({
          ...axis,
          label: t('Cost by function'),
          xs,
          series: cost.map(({ id, title, values }) => ({ id, label: titleOf(id, title), values })),
          formatY: money.exact,
          formatYShort: money.axis,
        })}
      </ChartCard>
      <ChartCard title={t('Tasks by status')} none={t('No tasks in this range.')} query={query}>
        {({ xs, tasks }) => ({
          ...axis,
          label: t('Tasks by status'),
          xs,
          series: tasks.map(({ id, values }) => ({ id, label: t(STATUS_WORDS[classOf(id) ?? 'server']), values })),
          formatY: whole,
        })}
      </ChartCard>
    </div>
  )
}

type ChartCardProps = {
  title: string
  none: string
  query: {
    data: Series | undefined
    isError: boolean
    isFetching: boolean
    isPlaceholderData: boolean
    refetch: () => unknown
  }
  children: (series: Series) => ChartProps
}

function ChartCard({ title, none, query, children }: ChartCardProps) {
  const { data, isError, isFetching, isPlaceholderData, refetch } = query
  const chart = data && children(data)
  return (
    <Card title={title} className={styles.chartCard}>
      {!data && isError && <LoadError busy={isFetching} onRetry={refetch} />}
      {!data && !isError && <ChartSkeleton height={HEIGHT} />}
      {chart && <Drawn chart={chart} none={none} className={classNames(isPlaceholderData && styles.quiet)} />}
    </Card>
  )
}

function Drawn({ chart, none, className }: { chart: ChartProps; none: ReactNode; className: string }) {
  if (chart.series.length === 0) return <p className={styles.none}>{none}</p>
  return (
    <div className={classNames(className, chart.xs.length > THIN_FROM && styles.dense)}>
      <BarChart {...chart} />
    </div>
  )
}
