import type { Output } from '@portico/contract/endpoint.ts'
import { operator } from '@portico/contract/operator.ts'
import { PAYMENT_WAITS, type PaymentWait } from '@portico/contract/operator-payments.ts'
import { ORDER_STATUSES, type OrderStatus, PROCESSORS, type Processor } from '@portico/contract/payments.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { useMoney } from '#i18n/money.ts'
import { Link } from '#lib/link.tsx'
import { query } from '#lib/query.ts'
import { oneOf } from '#lib/search-params.ts'
import { useList } from '#lib/use-list.ts'
import { Moment } from '#page/moment.tsx'
import { STATUS_WORDS } from '#screens/payments/words.ts'
import { Button } from '#ui/input/button.tsx'
import { Badge } from '#ui/show/badge.tsx'
import { Card } from '#ui/show/card.tsx'
import { Empty } from '#ui/show/empty.tsx'
import { Table } from '#ui/table/table.tsx'
import { useMay } from './me.ts'
import styles from './money.module.css'
import { ChoiceFilter, DaysFilter, usePages } from './money-filters.tsx'
import { daysOf, useFilters } from './money-search.ts'
import { customerPath } from './paths.ts'
import { isRefundable, RefundDialog } from './payments-card.tsx'
import { type ConsoleKey, useConsoleT } from './texts.ts'
import { WireDialog } from './wire-dialog.tsx'

type ListedPayment = Output<typeof operator.listPayments>['payments'][number]

const WAIT_WORDS: Record<PaymentWait, ConsoleKey> = {
  wire: 'Wire transfers to confirm',
  held: 'Payments held back',
  disputed: 'Disputed payments',
}
const PROCESSOR_WORDS: Record<Processor, ConsoleKey> = {
  stripe: 'Stripe',
  test: 'Test processor',
  wire: 'Wire transfer',
}
const STATUSES = Object.fromEntries(ORDER_STATUSES.map((one) => [one, STATUS_WORDS[one].label])) as Record<
  OrderStatus,
  ConsoleKey
>
const UNPAID: ReadonlySet<OrderStatus> = new Set(['created', 'open', 'processing'])

/** Payments of all customers, with what staff can do about each. */
export function PaymentsTab() {
  const t = useConsoleT()
  const may = useMay()
  const { short } = useMoney()
  const { get } = useFilters()
  const [acting, setActing] = useState<ListedPayment>()
  const waits = oneOf(PAYMENT_WAITS)(get('waits'))
  const status = oneOf(ORDER_STATUSES)(get('status'))
  const processor = oneOf(PROCESSORS)(get('processor'))
  const before = get('before')
  const input = {
    ...(waits ? { waits } : daysOf(get, '90d')),
    ...(status && { status }),
    ...(processor && { processor }),
    ...(before && { before }),
  }
  const { data, loading } = useList({
    ...query(['money', 'payments', input], operator.listPayments, input),
    placeholderData: keepPreviousData,
    retry: false,
  })
  const pages = usePages(data?.next)
  const action = (payment: ListedPayment) =>
    may('refund_payments') &&
    (isRefundable(payment) ? t('Refund') : isOpenWire(payment) ? t('Confirm the wire transfer') : undefined)
  const close = () => setActing(undefined)
  return (
    <>
      <div className={styles.filters}>
        <ChoiceFilter name="waits" label={t('Waiting for staff')} words={WAIT_WORDS} />
        {!waits && <DaysFilter usual="90d" />}
        <ChoiceFilter name="status" label={t('Status')} words={STATUSES} />
        <ChoiceFilter name="processor" label={t('Paid with')} words={PROCESSOR_WORDS} />
      </div>
      <Card flush>
        <Table<ListedPayment>
          label={t('Payments')}
          rows={data?.payments}
          rowKey={({ reference }) => reference}
          {...loading}
          empty={<Empty icon="card" title={t('No payments match')} />}
          footer={pages}
          columns={[
            {
              id: 'reference',
              label: t('Payment number'),
              cell: ({ reference, quarantine }) => (
                <span className={styles.who}>
                  {reference}
                  {quarantine && <span className={styles.soft}>{quarantine}</span>}
                </span>
              ),
            },
            {
              id: 'customer',
              label: t('Customer'),
              cell: ({ login, customer_id }) => <Link to={customerPath(customer_id)}>{login}</Link>,
            },
            { id: 'at', label: t('Date'), cell: ({ created_at }) => <Moment at={created_at} /> },
            {
              id: 'processor',
              label: t('Paid with'),
              wideOnly: true,
              cell: ({ processor: by }) => t(PROCESSOR_WORDS[by]),
            },
            {
              id: 'status',
              label: t('Status'),
              cell: ({ status: now }) => <Badge tone={STATUS_WORDS[now].tone}>{t(STATUS_WORDS[now].label)}</Badge>,
            },
            {
              id: 'amount',
              label: t('Amount'),
              numeric: true,
              cell: ({ amount_micros, tax_micros }) => short(amount_micros + tax_micros),
            },
            {
              id: 'refunded',
              label: t('Refunded'),
              numeric: true,
              wideOnly: true,
              cell: ({ refunded_micros }) => short(refunded_micros),
            },
            {
              id: 'action',
              label: t('Action'),
              cell: (payment) => {
                const label = action(payment)
                return (
                  label && (
                    <Button size="small" onClick={() => setActing(payment)}>
                      {label}
                    </Button>
                  )
                )
              },
            },
          ]}
        />
      </Card>
      {acting && (isOpenWire(acting) ? <WireDialog payment={acting} onClose={close} /> : null)}
      {acting && isRefundable(acting) && <RefundDialog payment={acting} onClose={close} />}
    </>
  )
}

function isOpenWire({ processor, status }: ListedPayment): boolean {
  return processor === 'wire' && UNPAID.has(status)
}
