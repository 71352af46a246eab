import type { Output } from '@portico/contract/endpoint.ts'
import { QUARTER_MS } from '@portico/contract/time.ts'
import { type usage as contract, STATUS_CLASSES } from '@portico/contract/usage.ts'
import type { Group, UsageLayer } from '@portico/contract/usage-totals.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useT } from '#i18n/i18n.tsx'
import { useMoney } from '#i18n/money.ts'
import { apiTone, statusTone } from '#traffic/chart-tones.ts'
import { STATUS_WORDS } from '#traffic/status-words.ts'
import { BarChart } from '#ui/chart/bar-chart.tsx'
import { ChartSkeleton } from '#ui/chart/chart-skeleton.tsx'
import { type ChartProps, type Series as Drawable, untilNow } from '#ui/chart/series.ts'
import { OTHERS_TONE } from '#ui/chart/tones.ts'
import { classNames } from '#ui/class-names.ts'
import { Card } from '#ui/show/card.tsx'
import { LoadError } from '#ui/show/load-error.tsx'
import { useFormats } from './formats.ts'
import styles from './usage.module.css'
import { seriesQuery } from './usage-queries.ts'
import type { Usage } from './use-usage.ts'
import { COST_WORDS, groupTitle } from './words.ts'

const HEIGHT = 240
const THIN_FROM = 60

type Series = Output<typeof contract.getUsageSeries>

/** The id of all that the chart does not name. */
const OTHERS = '*'

/** Groups with the same colour on every screen; the others are distinguished by their order. */
function groupTone(group: Group, id: string): { tone?: number } {
  if (group === 'api') return { tone: apiTone(id) }
  if (group === 'status') return { tone: statusTone(STATUS_CLASSES.find((known) => known === id) ?? 'server') }
  return {}
}

function pastOf(
  { xs, now_ms }: Pick<Series, 'xs'> & { now_ms: number },
  layers: UsageLayer[],
  draw: (layer: UsageLayer) => Drawable,
): Pick<ChartProps, 'xs' | 'series'> {
  const past = untilNow(xs, layers, now_ms)
  return { xs: past.xs, series: past.layers.map(draw) }
}

/** Minutes of days in the archive are summed up by quarter-hours. */
function isByQuarter([first = 0, second = 0]: number[] = []): boolean {
  return second - first === QUARTER_MS
}

/** Two charts over the same steps: what functions cost, and how tasks ended. */
export function ChartCards({ usage }: { usage: Usage }) {
  const t = useT()
  const { whole, stepOf, longStepOf, zoneOf } = useFormats()
  const money = useMoney()
  const query = useQuery(seriesQuery(usage))
  const zone = zoneOf(usage.grain)
  const axis = {
    xLabel: isByQuarter(query.data?.xs) ? t('Time ({zone}), quarter-hours', { zone }) : t('Time ({zone})', { zone }),
    formatX: stepOf(usage.grain),
    formatXLong: longStepOf(usage.grain),
    height: HEIGHT,
    legendBelow: true,
  }
  const { group } = usage
  const costTitle = t(COST_WORDS[group])
  const toneOf = (id: string) => (id === OTHERS ? { tone: OTHERS_TONE } : groupTone(group, id))
  const classOf = (id: string) => STATUS_CLASSES.find((known) => known === id) ?? 'server'
  return (
    <div className={styles.charts}>
      <ChartCard title={costTitle} none={t('Nothing was charged in this range.')} query={query}>
        {({ cost, before, ...past }) => ({
          ...axis,
          label: costTitle,
          urlName: 'costs',
          ...pastOf(past, cost, ({ id, title, values }) => ({
            id,
            label: groupTitle(t, group, id === OTHERS ? null : id, title),
            values,
            ...toneOf(id),
          })),
          line: before ? { label: t('Previous period'), values: before.cost } : undefined,
          formatY: money.exact,
          formatYShort: money.axis,
        })}
      </ChartCard>
      <ChartCard title={t('Tasks by status')} none={t('No tasks in this range.')} query={query}>
        {({ tasks, before, ...past }) => ({
          ...axis,
          label: t('Tasks by status'),
          urlName: 'tasks',
          ...pastOf(past, tasks, ({ id, values }) => ({
            id,
            label: t(STATUS_WORDS[classOf(id)]),
            values,
            tone: statusTone(classOf(id)),
          })),
          line: before ? { label: t('Previous period'), values: before.tasks } : undefined,
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
    dataUpdatedAt: number
    refetch: () => unknown
  }
  children: (series: Series & { now_ms: number }) => ChartProps
}

function ChartCard({ title, none, query, children }: ChartCardProps) {
  const { data, isError, isFetching, isPlaceholderData, dataUpdatedAt, refetch } = query
  const chart = data && children({ ...data, now_ms: dataUpdatedAt })
  return (
    <Card title={title}>
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
