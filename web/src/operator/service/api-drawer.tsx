import { operator } from '@portico/contract/operator.ts'
import type { ServiceApi, ServiceRange } from '@portico/contract/operator-service.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { query } from '#lib/query.ts'
import { useTimes } from '#page/times.ts'
import { useNumberFormats } from '#traffic/number-formats.ts'
import { ChartSkeleton } from '#ui/chart/chart-skeleton.tsx'
import { LineChart } from '#ui/chart/line-chart.tsx'
import { Drawer } from '#ui/overlay/drawer.tsx'
import { Badge } from '#ui/show/badge.tsx'
import { Empty } from '#ui/show/empty.tsx'
import { KeyValues } from '#ui/show/key-values.tsx'
import { LoadError } from '#ui/show/load-error.tsx'
import { Table } from '#ui/table/table.tsx'
import { useConsoleT } from '../texts.ts'
import { ApiState, callsOf, outcomeText } from './api-state.tsx'
import styles from './service.module.css'
import { useServiceFormats } from './use-service-formats.ts'

const CHART_HEIGHT = 200
const REFRESH_MS = 10_000

type Props = { row: ServiceApi; range: ServiceRange; seconds: number; onClose: () => void }

/** One API: its course, its functions, and the endpoints of its source. */
export function ApiDrawer({ row, range, seconds, onClose }: Props) {
  const t = useConsoleT()
  const { whole, share } = useNumberFormats()
  const { rate, time } = useServiceFormats()
  const { data, isError, isFetching, refetch } = useQuery({
    ...query(['service-api', row.api, range], operator.serviceApi, { api: row.api, range }),
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
  })
  const all = callsOf(row)
  const of = (part: number) => `${whole(part)}${all > 0 ? ` (${share(part / all)})` : ''}`
  return (
    <Drawer open title={row.title} width={720} onClose={onClose}>
      <div className={styles.stack}>
        <KeyValues
          dense
          items={[
            { key: 'state', label: t('State'), value: <ApiState row={row} /> },
            { key: 'rate', label: t('Calls per second'), value: rate(all, seconds), numeric: true },
            { key: 'ok', label: t('Answered'), value: of(row.ok), numeric: true },
            { key: 'refused', label: t('Refused to the caller'), value: of(row.refused), numeric: true },
            { key: 'failed', label: t('Failed'), value: of(row.failed), numeric: true },
            {
              key: 'time',
              label: t('Response time'),
              value: `p50 ${time(row.seconds.p50)} · p95 ${time(row.seconds.p95)} · p99 ${time(row.seconds.p99)}`,
              numeric: true,
            },
            {
              key: 'source',
              label: t('Response time of the source'),
              value: `p50 ${time(row.source.seconds.p50)} · p95 ${time(row.source.seconds.p95)} · p99 ${time(row.source.seconds.p99)}`,
              numeric: true,
            },
            {
              key: 'codes',
              label: t('Error codes'),
              value: row.codes.map(({ code, calls }) => `${code} × ${whole(calls)}`).join(', ') || '–',
            },
          ]}
        />
        {!data &&
          (isError ? <LoadError busy={isFetching} onRetry={refetch} /> : <ChartSkeleton height={CHART_HEIGHT} />)}
        {data && <Course times={data.times} />}
        {data && (
          <Table
            label={t('Functions')}
            rows={data.functions}
            rowKey={(one) => one.function}
            empty={<Empty title={t('No calls in this period')} />}
            columns={[
              {
                id: 'function',
                label: t('Function'),
                cell: (one) => <span className={styles.code}>{one.function}</span>,
              },
              { id: 'ok', label: t('Answered'), numeric: true, cell: (one) => whole(one.ok) },
              { id: 'refused', label: t('Refused'), numeric: true, cell: (one) => whole(one.refused) },
              { id: 'failed', label: t('Failed'), numeric: true, cell: (one) => whole(one.failed) },
            ]}
          />
        )}
        {data && data.endpoints.length > 0 && (
          <Table
            label={t('Endpoints of the source')}
            rows={data.endpoints}
            rowKey={({ endpoint }) => endpoint}
            columns={[
              {
                id: 'endpoint',
                label: t('Endpoint'),
                cell: ({ endpoint, open_on }) => (
                  <span className={styles.two}>
                    <span className={styles.code}>{endpoint}</span>
                    {open_on > 0 && (
                      <span>
                        <Badge tone="bad">
                          {t('Circuit breaker open on {count, plural, one {# instance} other {# instances}}', {
                            count: open_on,
                          })}
                        </Badge>
                      </span>
                    )}
                  </span>
                ),
              },
              { id: 'calls', label: t('Calls'), numeric: true, cell: ({ calls }) => whole(calls) },
              {
                id: 'outcomes',
                label: t('Not answered'),
                cell: ({ outcomes }) =>
                  outcomes
                    .map(({ outcome, status, calls }) => `${outcomeText(outcome, status, t)} × ${whole(calls)}`)
                    .join(', ') || '–',
              },
            ]}
          />
        )}
      </div>
    </Drawer>
  )
}

type Time = { at: string; ok: number; refused: number; failed: number; seconds: { p95: number | null } }

function Course({ times }: { times: readonly Time[] }) {
  const t = useConsoleT()
  const { whole } = useNumberFormats()
  const { text, both } = useTimes()
  if (times.length < 2) return null
  return (
    <LineChart
      label={t('Calls and failures over time')}
      height={CHART_HEIGHT}
      xs={times.map(({ at }) => Date.parse(at))}
      xLabel={t('Time')}
      formatX={(x) => text('clock', x)}
      formatXLong={(x) => both(x)}
      formatY={whole}
      series={[
        { id: 'calls', label: t('Calls'), values: times.map(callsOf) },
        { id: 'failed', label: t('Failed'), values: times.map(({ failed }) => failed), tone: 4 },
      ]}
    />
  )
}
