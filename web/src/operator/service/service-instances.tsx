import type { Output } from '@portico/contract/endpoint.ts'
import { operator } from '@portico/contract/operator.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '#lib/query.ts'
import { Moment } from '#page/moment.tsx'
import { useNumberFormats } from '#traffic/number-formats.ts'
import { Badge } from '#ui/show/badge.tsx'
import { Card } from '#ui/show/card.tsx'
import { Table } from '#ui/table/table.tsx'
import { useConsoleT } from '../texts.ts'
import styles from './service.module.css'
import { useServiceFormats } from './use-service-formats.ts'

const REFRESH_MS = 10_000
type Shown = Output<typeof operator.instances>

/** The processes of the installation, and how each job went last on any of them. */
export function ServiceInstances() {
  const { data, isError, refetch } = useQuery({
    ...query(['instances'], operator.instances, {}),
    refetchInterval: REFRESH_MS,
  })
  const state = { isLost: isError && !data, onRetry: refetch }
  return (
    <div className={styles.stack}>
      <Instances rows={data?.instances} {...state} />
      <Jobs rows={data?.jobs} {...state} />
    </div>
  )
}

type TableState<Rows> = { rows: Rows | undefined; isLost: boolean; onRetry: () => void }

function Instances({ rows, isLost, onRetry }: TableState<Shown['instances']>) {
  const t = useConsoleT()
  const { share } = useNumberFormats()
  const { duration, megabytes, time } = useServiceFormats()
  return (
    <Card title={t('Instances')} flush>
      <Table
        label={t('Instances')}
        rows={rows}
        rowKey={({ id }) => id}
        skeletonRows={2}
        error={isLost}
        onRetry={onRetry}
        columns={[
          {
            id: 'host',
            label: t('Instance'),
            cell: ({ host, pid, id }) => (
              <span className={styles.two}>
                {host ? `${host}:${pid}` : id.slice(0, 8)}
                <span className={styles.soft}>{id.slice(0, 8)}</span>
              </span>
            ),
          },
          {
            id: 'state',
            label: t('State'),
            cell: ({ is_alive, silent_s }) =>
              is_alive ? (
                <Badge tone="good" dot>
                  {t('Running')}
                </Badge>
              ) : (
                <Badge tone="bad" dot>
                  {t('No heartbeat for {time}', { time: duration(silent_s) })}
                </Badge>
              ),
          },
          { id: 'version', label: t('Version'), cell: ({ version }) => version ?? '–' },
          { id: 'uptime', label: t('Uptime'), numeric: true, cell: ({ uptime_s }) => duration(uptime_s) },
          { id: 'cpu', label: t('One core'), numeric: true, cell: ({ facts }) => (facts ? share(facts.cpu) : '–') },
          {
            id: 'memory',
            label: t('Memory'),
            numeric: true,
            cell: ({ facts }) => (facts ? megabytes(facts.memory_bytes) : '–'),
          },
          {
            id: 'lag',
            label: t('Event loop delay'),
            numeric: true,
            cell: ({ facts }) => (facts ? time(facts.lag_ms / 1000) : '–'),
          },
        ]}
      />
    </Card>
  )
}

function Jobs({ rows, isLost, onRetry }: TableState<Shown['jobs']>) {
  const t = useConsoleT()
  const { whole } = useNumberFormats()
  const { time } = useServiceFormats()
  return (
    <Card title={t('Jobs')} note={t('Of all instances, since they were first recorded.')} flush>
      <Table
        label={t('Jobs')}
        rows={rows}
        rowKey={({ job }) => job}
        error={isLost}
        onRetry={onRetry}
        columns={[
          { id: 'job', label: t('Job'), cell: ({ job }) => <span className={styles.code}>{job}</span> },
          {
            id: 'state',
            label: t('State'),
            cell: (job) =>
              isFailing(job) ? <Badge tone="bad">{t('Failed')}</Badge> : <Badge tone="good">{t('Done')}</Badge>,
          },
          {
            id: 'done',
            label: t('Last completed'),
            cell: ({ last_done_at }) => (last_done_at ? <Moment at={last_done_at} style="full" /> : t('Never')),
          },
          {
            id: 'took',
            label: t('Duration'),
            numeric: true,
            cell: ({ last_ms }) => (last_ms === null ? '–' : time(last_ms / 1000)),
          },
          { id: 'runs', label: t('Runs'), numeric: true, wideOnly: true, cell: ({ runs }) => whole(runs) },
          { id: 'failures', label: t('Failures'), numeric: true, cell: ({ failures }) => whole(failures) },
          {
            id: 'error',
            label: t('Last error'),
            sentence: true,
            cell: ({ failed_at, last_error }) =>
              failed_at ? (
                <span className={styles.two}>
                  {last_error}
                  <Moment at={failed_at} className={styles.soft ?? ''} />
                </span>
              ) : (
                '–'
              ),
          },
        ]}
      />
    </Card>
  )
}

function isFailing({ failed_at, last_done_at }: Shown['jobs'][number]): boolean {
  return failed_at !== null && (last_done_at === null || failed_at > last_done_at)
}
