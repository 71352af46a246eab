import { formatMicros } from '@portico/contract/money.ts'
import { ALL_LOGINS, RANGE_MAX_DAYS } from '@portico/contract/usage.ts'
import { useQuery } from '@tanstack/react-query'
import { type MessageKey, useT } from '#i18n/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { BarChart } from '#ui/chart/bar-chart.tsx'
import { ChartSkeleton } from '#ui/chart/chart-skeleton.tsx'
import { Segmented } from '#ui/choice.tsx'
import { classNames } from '#ui/class-names.ts'
import { DateRange } from '#ui/date-range.tsx'
import { Empty } from '#ui/empty.tsx'
import { LoadError } from '#ui/load-error.tsx'
import { Select } from '#ui/select.tsx'
import { presetRange, utcDay } from '#ui/utc-days.ts'
import { type Spend, spendQuery } from './column-queries.ts'
import styles from './dashboard.module.css'
import { type Change, type DashboardPlace, type Measure, RANGES, type RangeName } from './dashboard-place.ts'
import { useFormats } from './formats.ts'
import { saveFile } from './save-file.ts'
import { layersOf, spendCsv, totalOf } from './spend-layers.ts'

const HEIGHT = 260
const RANGE_WORDS: Record<RangeName, MessageKey> = { '7d': 'Last 7 days', '30d': 'Last 30 days', '90d': 'Last 90 days' }
const DAY_MS = 86_400_000

type Props = { shown: DashboardPlace; change: (change: Change) => void; now_ms: number }

/** What each API cost, or how often it was called, day by day. */
export function SpendCard({ shown, change, now_ms }: Props) {
  const t = useT()
  const { whole } = useFormats()
  const { data, isError, isFetching, isPlaceholderData, refetch } = useQuery(spendQuery(shown))
  const total = data && totalOf(data.apis, shown.measure)
  const title = shown.measure === 'cost' ? t('Spend by API') : t('Requests by API')
  return (
    <Card
      title={title}
      note={
        total !== undefined &&
        (shown.measure === 'cost'
          ? t('{amount} in these days (UTC)', { amount: formatMicros(total) })
          : t('{count} requests in these days (UTC)', { count: whole(total) }))
      }
      actions={<Controls shown={shown} change={change} now_ms={now_ms} data={data} />}
    >
      {!data && isError && <LoadError busy={isFetching} onRetry={refetch} />}
      {!data && !isError && <ChartSkeleton height={HEIGHT} />}
      {data && total === 0 && (
        <Empty
          icon="chart"
          title={shown.measure === 'cost' ? t('Nothing was charged in this range.') : t('No calls in this range')}
        >
          {t('Spend, requests and errors show here as soon as a call is answered.')}
        </Empty>
      )}
      {data && total !== 0 && (
        <div className={classNames(isPlaceholderData && styles.quiet)}>
          <Drawn data={data} measure={shown.measure} label={title} />
        </div>
      )}
    </Card>
  )
}

function Drawn({ data, measure, label }: { data: Spend; measure: Measure; label: string }) {
  const t = useT()
  const { whole, dollars, day, longDay } = useFormats()
  return (
    <BarChart
      label={label}
      xLabel={t('Day (UTC)')}
      xs={data.xs}
      series={layersOf(data.apis, measure).map((layer) => ({
        ...layer,
        label: layer.id === '' ? t('Other APIs') : layer.label,
      }))}
      formatX={day}
      formatXLong={longDay}
      formatY={measure === 'cost' ? formatMicros : whole}
      {...(measure === 'cost' && { formatYShort: dollars })}
      height={HEIGHT}
    />
  )
}

function Controls({ shown, change, now_ms, data }: Props & { data: Spend | undefined }) {
  const t = useT()
  const { range, measure, scope, login } = shown
  const logins = data?.logins ?? []
  return (
    <>
      <DateRange
        value={range}
        presets={RANGES.map((id) => ({ id, label: t(RANGE_WORDS[id]), range: presetRange(id, now_ms) }))}
        min={utcDay(now_ms - (RANGE_MAX_DAYS - 1) * DAY_MS)}
        max={utcDay(now_ms)}
        onChange={(chosen, preset) => change(preset === null ? chosen : { range: preset })}
      />
      <Segmented
        label={t('Measure')}
        options={[
          { value: 'cost', label: t('Cost') },
          { value: 'requests', label: t('Requests') },
        ]}
        value={measure}
        onChange={(wanted) => change({ measure: wanted === 'cost' ? undefined : wanted })}
      />
      {logins.length > 1 && (
        <Select
          noMessage
          hideLabel
          label={t('API login')}
          className={styles.login}
          value={login ?? ''}
          options={[
            ...(scope === 'api'
              ? [
                  { value: '', label: t('Active login') },
                  { value: ALL_LOGINS, label: t('All logins') },
                ]
              : [{ value: '', label: t('All logins') }]),
            ...logins.map((value) => ({ value, label: value })),
          ]}
          onChange={(event) => change({ login: event.target.value })}
        />
      )}
      <Button
        icon="download"
        disabled={!data || data.apis.length === 0}
        onClick={() => data && saveFile(`spend-${range.from}-${range.to}.csv`, spendCsv(data.xs, data.apis))}
      >
        CSV
      </Button>
    </>
  )
}
