import { billingFiles, TRANSACTION_KINDS } from '@portico/contract/billing.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Amount } from '#i18n/amount.tsx'
import { useT } from '#i18n/i18n.tsx'
import { navigate, useLocation } from '#lib/location.ts'
import { changedSearch } from '#lib/search-params.ts'
import { rangePresets } from '#traffic/range-presets.ts'
import { useUtcDay } from '#traffic/use-utc-day.ts'
import { Button } from '#ui/input/button.tsx'
import { DateRange } from '#ui/input/date-range.tsx'
import { Select } from '#ui/input/select.tsx'
import { Menu } from '#ui/overlay/menu.tsx'
import { Card } from '#ui/show/card.tsx'
import { Empty } from '#ui/show/empty.tsx'
import { Skeleton, SkeletonGroup } from '#ui/show/skeleton.tsx'
import { Table } from '#ui/table/table.tsx'
import { utcDay } from '#ui/text/utc-days.ts'
import { useUiTexts } from '#ui/texts.tsx'
import styles from '../billing.module.css'
import { historyQuery } from '../billing-queries.ts'
import { useDownload } from '../use-download.ts'
import { withinMax } from '../within-max.ts'
import { useHistoryColumns } from './history-columns.tsx'
import { type Change, parseSearch } from './history-search.ts'
import { TRANSACTION_WORDS } from './transaction-words.ts'

/** A page of lines is many screens on a phone. */
const FIRST_ROWS = 20

/** The ledger of the active login as a bank writes it: what there was, what moved it, what is left. */
export function BalanceHistoryTab() {
  const t = useT()
  const texts = useUiTexts()
  const { path, search } = useLocation()
  const now_ms = useUtcDay()
  const { period, kind } = parseSearch(search, now_ms)
  const change = (to: Change) => navigate(`${path}${changedSearch(search, to)}`)
  const query = useInfiniteQuery(historyQuery({ ...period, kind }))
  const lines = query.data?.pages.flatMap((page) => page.lines)
  const [isWhole, setWhole] = useState(false)
  const isCut = !isWhole && (lines?.length ?? 0) > FIRST_ROWS
  return (
    <div className={styles.page}>
      <div className={styles.line}>
        <DateRange
          value={period}
          presets={rangePresets('payments', now_ms, t)}
          max={utcDay(now_ms)}
          onChange={(range, preset) => change(preset === null ? withinMax(range) : { range: preset })}
        />
        <Select
          label={t('Transaction')}
          hideLabel
          noMessage
          icon="filter"
          value={kind ?? ''}
          options={[
            { value: '', label: t('All transactions') },
            ...TRANSACTION_KINDS.map((value) => ({ value, label: t(TRANSACTION_WORDS[value]) })),
          ]}
          onChange={({ target }) => change({ kind: target.value || undefined })}
        />
        {kind && (
          <Button tone="quiet" onClick={() => change({ kind: undefined })}>
            {texts.clearFilters}
          </Button>
        )}
        <div className={styles.end}>
          <Downloads period={period} />
        </div>
      </div>
      <Sums sums={query.data?.pages[0]} />
      <Card title={t('Transactions')} flush>
        <Table
          label={t('Transactions')}
          columns={useHistoryColumns()}
          compact
          rows={isWhole ? lines : lines?.slice(0, FIRST_ROWS)}
          rowKey={({ key }) => key}
          isRefreshing={query.isPlaceholderData}
          error={!lines && query.isError}
          onRetry={query.refetch}
          {...(kind && { onClearFilters: () => change({ kind: undefined }) })}
          empty={
            <Empty icon="clock" title={t('No transactions in this period')}>
              {t('Usage is summed per day and API; everything else is listed one by one.')}
            </Empty>
          }
          footer={
            (query.hasNextPage || isCut) && (
              <div className={styles.more}>
                <Button
                  size="small"
                  busy={query.isFetchingNextPage}
                  onClick={() => (isCut ? setWhole(true) : query.fetchNextPage())}
                >
                  {t('Show older transactions')}
                </Button>
              </div>
            )
          }
        />
      </Card>
    </div>
  )
}

interface SumsOf {
  opening_micros: number
  in_micros: number
  out_micros: number
  closing_micros: number
}

function Sums({ sums }: { sums: SumsOf | undefined }) {
  const t = useT()
  const metrics = [
    [t('Opening balance'), sums?.opening_micros],
    [t('Money in'), sums?.in_micros],
    [t('Money out'), sums?.out_micros],
    [t('Closing balance'), sums?.closing_micros],
  ] as const
  return (
    <Card>
      <dl className={styles.sums}>
        {metrics.map(([label, micros]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {micros === undefined ? (
                <SkeletonGroup>
                  <Skeleton width="half" />
                </SkeletonGroup>
              ) : (
                <Amount micros={micros} />
              )}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

function Downloads({ period }: { period: { from: string; to: string } }) {
  const t = useT()
  const { busy, download } = useDownload()
  const days = `${period.from}-${period.to}`
  const history = (format: string) =>
    download(`balance-history-${days}.${format}`, billingFiles.history.path, { ...period, format })
  return (
    <Menu
      label={t('Download')}
      position={{ side: 'bottom', align: 'end' }}
      trigger={(trigger) => (
        <Button {...trigger} icon="download" iconEnd="chevron-down" busy={busy}>
          {t('Download')}
        </Button>
      )}
      entries={[
        { label: 'CSV', icon: 'download', onSelect: () => history('csv') },
        { label: 'PDF', icon: 'download', onSelect: () => history('pdf') },
        { kind: 'line' },
        {
          label: t('Usage cost (FOCUS 1.2)'),
          icon: 'download',
          onSelect: () => download(`focus-1.2-${days}.csv`, billingFiles.focus.path, period),
        },
      ]}
    />
  )
}
