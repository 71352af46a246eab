import { operator } from '@portico/contract/operator.ts'
import { SERVICE_RANGES, type ServiceApi, type ServiceRange } from '@portico/contract/operator-service.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { query } from '#lib/query.ts'
import { useList } from '#lib/use-list.ts'
import { useNumberFormats } from '#traffic/number-formats.ts'
import { Segmented } from '#ui/input/choice.tsx'
import { Badge } from '#ui/show/badge.tsx'
import { Card } from '#ui/show/card.tsx'
import { Table } from '#ui/table/table.tsx'
import { useConsoleT } from '../texts.ts'
import { ApiDrawer } from './api-drawer.tsx'
import { ApiState, callsOf, outcomeText } from './api-state.tsx'
import styles from './service.module.css'
import { useServiceFormats } from './use-service-formats.ts'
import { RANGE_WORDS } from './words.ts'

/** As often as instances write what they counted. */
const REFRESH_MS = 10_000
const RANGES = Object.keys(SERVICE_RANGES) as ServiceRange[]

type Props = { params: URLSearchParams; set: (changes: Record<string, string>) => void }

/** Each API and its source: rate, time, errors and breakers. */
export function ServiceApis({ params, set }: Props) {
  const t = useConsoleT()
  const { whole, share } = useNumberFormats()
  const { rate, time } = useServiceFormats()
  const range = RANGES.find((one) => one === params.get('range')) ?? '1h'
  const { data, loading } = useList({
    ...query(['service', range], operator.service, { range }),
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
  })
  const seconds = data?.seconds ?? 1
  const shareOf = (part: number, all: number) => (all === 0 ? '–' : share(part / all))
  const open = data?.apis.find(({ api }) => api === params.get('api'))
  return (
    <>
      <div className={styles.bar}>
        <Segmented<ServiceRange>
          label={t('Period')}
          name="range"
          value={range}
          options={RANGES.map((value) => ({ value, label: t(RANGE_WORDS[value]) }))}
          onChange={(next) => set({ range: next === '1h' ? '' : next })}
        />
      </div>
      <Card flush>
        <Table<ServiceApi>
          label={t('APIs and sources')}
          rows={data?.apis}
          rowKey={({ api }) => api}
          onOpen={({ api }) => set({ api })}
          isActive={({ api }) => api === open?.api}
          {...loading}
          columns={[
            {
              id: 'api',
              label: t('API'),
              lead: true,
              cell: ({ title, api }) => (
                <span className={styles.two}>
                  {title}
                  {title !== api && <span className={styles.soft}>{api}</span>}
                </span>
              ),
            },
            { id: 'state', label: t('State'), width: 150, cell: (row) => <ApiState row={row} /> },
            { id: 'rate', label: t('Calls per second'), numeric: true, cell: (row) => rate(callsOf(row), seconds) },
            { id: 'p50', label: 'p50', numeric: true, onCard: false, cell: (row) => time(row.seconds.p50) },
            { id: 'p95', label: 'p95', numeric: true, cell: (row) => time(row.seconds.p95) },
            {
              id: 'p99',
              label: 'p99',
              numeric: true,
              wideOnly: true,
              onCard: false,
              cell: (row) => time(row.seconds.p99),
            },
            {
              id: 'failed',
              label: t('Failed'),
              numeric: true,
              cell: (row) => shareOf(row.failed, row.ok + row.failed),
            },
            {
              id: 'codes',
              label: t('Error codes'),
              cell: ({ codes }) =>
                codes
                  .slice(0, 3)
                  .map(({ code, calls }) => `${code} × ${whole(calls)}`)
                  .join(', ') || '–',
            },
            {
              id: 'source',
              label: t('Source'),
              cell: ({ source, open_breakers }) => (
                <span className={styles.two}>
                  <span>
                    {source.calls === 0 ? '–' : `${rate(source.calls, seconds)}/s · p95 ${time(source.seconds.p95)}`}
                  </span>
                  {source.outcomes.slice(0, 2).map(({ outcome, status, calls }) => (
                    <span key={`${outcome}${status}`} className={styles.soft}>
                      {outcomeText(outcome, status, t)} × {whole(calls)}
                    </span>
                  ))}
                  {open_breakers > 0 && (
                    <span>
                      <Badge tone="bad">
                        {t('{count, plural, one {# circuit breaker open} other {# circuit breakers open}}', {
                          count: open_breakers,
                        })}
                      </Badge>
                    </span>
                  )}
                </span>
              ),
            },
          ]}
        />
      </Card>
      {open && <ApiDrawer row={open} range={range} seconds={seconds} onClose={() => set({ api: '' })} />}
    </>
  )
}
