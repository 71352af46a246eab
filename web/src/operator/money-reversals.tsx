import type { Output } from '@portico/contract/endpoint.ts'
import { operator } from '@portico/contract/operator.ts'
import { REVERSAL_KINDS, REVERSAL_STATES } from '@portico/contract/operator-money.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { useMoney } from '#i18n/money.ts'
import { Link } from '#lib/link.tsx'
import { query } from '#lib/query.ts'
import { oneOf } from '#lib/search-params.ts'
import { useList } from '#lib/use-list.ts'
import { Moment } from '#page/moment.tsx'
import { Badge, type BadgeTone } from '#ui/show/badge.tsx'
import { Card } from '#ui/show/card.tsx'
import { Empty } from '#ui/show/empty.tsx'
import { Table } from '#ui/table/table.tsx'
import styles from './money.module.css'
import { ChoiceFilter, DaysFilter, usePages } from './money-filters.tsx'
import { daysOf, useFilters } from './money-search.ts'
import { customerPath } from './paths.ts'
import { type ConsoleKey, useConsoleT } from './texts.ts'

type Reversal = Output<typeof operator.listReversals>['reversals'][number]

const KINDS: Record<Reversal['kind'], ConsoleKey> = { refund: 'Refund of payment', dispute: 'Dispute' }
const STATES: Record<Reversal['state'], ConsoleKey> = {
  created: 'Not sent yet',
  pending: 'Pending',
  done: 'Done',
  failed: 'Failed',
  won: 'Won',
}
const TONES: Record<Reversal['state'], BadgeTone> = {
  created: 'neutral',
  pending: 'warn',
  done: 'neutral',
  failed: 'bad',
  won: 'good',
}

/** What went back of payments, and what banks dispute. */
export function ReversalsTab() {
  const t = useConsoleT()
  const { short } = useMoney()
  const { get } = useFilters()
  const kind = oneOf(REVERSAL_KINDS)(get('kind'))
  const state = oneOf(REVERSAL_STATES)(get('state'))
  const before = get('before')
  const input = { ...daysOf(get, '90d'), ...(kind && { kind }), ...(state && { state }), ...(before && { before }) }
  const { data, loading } = useList({
    ...query(['money', 'reversals', input], operator.listReversals, input),
    placeholderData: keepPreviousData,
    retry: false,
  })
  const pages = usePages(data?.next)
  return (
    <>
      <div className={styles.filters}>
        <DaysFilter usual="90d" />
        <ChoiceFilter name="kind" label={t('Type')} words={KINDS} />
        <ChoiceFilter name="state" label={t('State')} words={STATES} />
      </div>
      <Card flush>
        <Table<Reversal>
          label={t('Refunds and disputes')}
          rows={data?.reversals}
          rowKey={({ reference, created_at, kind: of }) => `${reference} ${created_at} ${of}`}
          {...loading}
          empty={<Empty icon="repeat" title={t('No refunds or disputes match')} />}
          footer={pages}
          columns={[
            { id: 'reference', label: t('Payment number'), cell: ({ reference }) => reference },
            {
              id: 'customer',
              label: t('Customer'),
              cell: ({ login, customer_id }) => <Link to={customerPath(customer_id)}>{login}</Link>,
            },
            { id: 'at', label: t('Date'), cell: ({ created_at }) => <Moment at={created_at} /> },
            { id: 'kind', label: t('Type'), cell: ({ kind: of }) => t(KINDS[of]) },
            {
              id: 'state',
              label: t('State'),
              cell: ({ state: now }) => <Badge tone={TONES[now]}>{t(STATES[now])}</Badge>,
            },
            {
              id: 'amount',
              label: t('Amount'),
              numeric: true,
              cell: ({ amount_micros, tax_micros }) => short(amount_micros + tax_micros),
            },
            { id: 'fee', label: t('Fee'), numeric: true, wideOnly: true, cell: ({ fee_micros }) => short(fee_micros) },
            { id: 'reason', label: t('Reason'), sentence: true, cell: ({ reason }) => reason },
          ]}
        />
      </Card>
    </>
  )
}
