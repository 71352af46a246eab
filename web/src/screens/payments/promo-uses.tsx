import type { PromoUse } from '@portico/contract/promo.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { useT } from '#i18n/i18n.tsx'
import { useMoney } from '#i18n/money.ts'
import { Moment } from '#page/moment.tsx'
import { useTimes } from '#page/times.ts'
import { Badge } from '#ui/show/badge.tsx'
import { Card } from '#ui/show/card.tsx'
import { Empty } from '#ui/show/empty.tsx'
import type { Column } from '#ui/table/column.ts'
import { Table } from '#ui/table/table.tsx'

/** Codes this account has used, newest first. */
export function PromoUses({ query: { data, isError, refetch } }: { query: UseQueryResult<{ uses: PromoUse[] }> }) {
  const t = useT()
  const { short } = useMoney()
  const { zoneWord } = useTimes()
  const columns: Column<PromoUse>[] = [
    { id: 'code', label: t('Promo code'), cell: ({ code }) => code },
    { id: 'used', label: `${t('Redeemed')} (${zoneWord})`, width: 190, cell: ({ used_at }) => <Moment at={used_at} /> },
    {
      id: 'worth',
      label: t('Value'),
      cell: ({ percent, max_micros, amount_micros }) => {
        if (percent === null) return amount_micros === null ? '–' : short(amount_micros)
        return max_micros === null
          ? t('{percent}% of a payment', { percent })
          : t('{percent}% of a payment, at most {max}', { percent, max: short(max_micros) })
      },
    },
    { id: 'login', label: t('API login'), wideOnly: true, cell: ({ login }) => login },
    {
      id: 'credited',
      label: t('Credited'),
      numeric: true,
      width: 140,
      cell: ({ amount_micros, credited_at }) => (credited_at && amount_micros !== null ? short(amount_micros) : '–'),
    },
    { id: 'state', label: t('Status'), width: 200, cell: (use) => <State use={use} /> },
  ]
  return (
    <Card title={t('Used codes')} flush>
      <Table
        label={t('Used codes')}
        columns={columns}
        rows={data?.uses}
        rowKey={({ code }) => code}
        skeletonRows={3}
        error={!data && isError}
        onRetry={refetch}
        empty={<Empty icon="star" title={t('No codes used yet')} />}
      />
    </Card>
  )
}

function State({ use: { amount_micros, credited_at, is_limited } }: { use: PromoUse }) {
  const t = useT()
  if (credited_at === null)
    return <Badge tone="accent">{is_limited ? t('Waiting, while the budget lasts') : t('Waiting')}</Badge>
  if (amount_micros === null) return <Badge>{t('The promotion was used up')}</Badge>
  return <Badge tone="good">{t('Credited')}</Badge>
}
