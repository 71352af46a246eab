import type { PaidPeriod } from '@portico/contract/subscriptions.ts'
import { useT } from '#i18n/i18n.tsx'
import { useMoney } from '#i18n/money.ts'
import { Moment } from '#page/moment.tsx'
import { useTimes } from '#page/times.ts'
import { Card } from '#ui/show/card.tsx'
import { Empty } from '#ui/show/empty.tsx'
import type { Column } from '#ui/table/column.ts'
import { Table } from '#ui/table/table.tsx'

/** Every period that was paid for, the newest first. */
export function HistoryCard({ history }: { history: PaidPeriod[] }) {
  const t = useT()
  const { short } = useMoney()
  const { utc, zoneWord } = useTimes()
  const columns: Column<PaidPeriod>[] = [
    { id: 'title', label: t('Subscription'), cell: ({ title }) => title },
    {
      id: 'period',
      label: t('Period (UTC)'),
      cell: ({ period_start, period_end }) => `${utc('date', period_start)} – ${utc('date', period_end)}`,
    },
    {
      id: 'paid',
      label: t('Paid ({zone})', { zone: zoneWord }),
      cell: ({ paid_at }) => <Moment at={paid_at} />,
    },
    { id: 'method', label: t('Paid with'), cell: ({ method_label }) => method_label },
    { id: 'amount', label: t('Amount'), numeric: true, cell: ({ price_micros }) => short(price_micros) },
  ]
  return (
    <Card title={t('History')} flush>
      <Table
        label={t('History')}
        columns={columns}
        rows={history}
        rowKey={({ order_id }) => order_id}
        empty={<Empty title={t('No subscription has been paid yet')} />}
        compact
      />
    </Card>
  )
}
