import type { Output } from '@portico/contract/endpoint.ts'
import { operator } from '@portico/contract/operator.ts'
import { useState } from 'react'
import { useMoney } from '#i18n/money.ts'
import { query } from '#lib/query.ts'
import { useList } from '#lib/use-list.ts'
import { DOCUMENT_WORDS } from '#money/document-words.ts'
import { typedMicros } from '#money/typed-amount.ts'
import { Moment } from '#page/moment.tsx'
import { STATUS_WORDS } from '#screens/payments/words.ts'
import { Button } from '#ui/input/button.tsx'
import { Field } from '#ui/input/field.tsx'
import { Badge } from '#ui/show/badge.tsx'
import { Card } from '#ui/show/card.tsx'
import { Empty } from '#ui/show/empty.tsx'
import { Table } from '#ui/table/table.tsx'
import { ActionDialog } from './action-dialog.tsx'
import { useMay } from './me.ts'
import { useConsoleT } from './texts.ts'
import { refundAmount } from './typed-money.ts'

type Listed = Output<typeof operator.customerPayments>
export type Payment = Listed['payments'][number]

const REFUNDABLE: ReadonlySet<Payment['status']> = new Set(['paid', 'partly_refunded'])

/** Whether the processor can give something of it back. */
export function isRefundable(payment: Payment): boolean {
  return REFUNDABLE.has(payment.status) && restOf(payment) > 0 && payment.processor !== 'wire'
}

/** Payments of the account, each with what can still be refunded, and its documents. */
export function PaymentsCard({ id }: { id: number }) {
  const t = useConsoleT()
  const may = useMay()
  const { short } = useMoney()
  const [refunding, setRefunding] = useState<Payment>()
  const { data, loading } = useList(query(['customer-payments', id], operator.customerPayments, { id: String(id) }))
  return (
    <>
      <Card title={t('Payments')} flush>
        <Table<Payment>
          label={t('Payments')}
          rows={data?.payments}
          rowKey={({ reference }) => reference}
          skeletonRows={3}
          {...loading}
          empty={<Empty title={t('No payments yet')} />}
          columns={[
            { id: 'reference', label: t('Payment number'), cell: ({ reference }) => reference },
            { id: 'at', label: t('Date'), cell: ({ created_at }) => <Moment at={created_at} /> },
            {
              id: 'status',
              label: t('Status'),
              cell: ({ status }) => <Badge tone={STATUS_WORDS[status].tone}>{t(STATUS_WORDS[status].label)}</Badge>,
            },
            {
              id: 'amount',
              label: t('Amount'),
              numeric: true,
              cell: ({ amount_micros, tax_micros }) => short(amount_micros + tax_micros),
            },
            {
              id: 'refund',
              label: t('Refunded'),
              numeric: true,
              cell: (payment) =>
                may('refund_payments') && isRefundable(payment) ? (
                  <Button size="small" onClick={() => setRefunding(payment)}>
                    {t('Refund')}
                  </Button>
                ) : (
                  short(payment.refunded_micros)
                ),
            },
          ]}
        />
      </Card>
      {data && data.documents.length > 0 && (
        <Card title={t('Documents')} flush>
          <Table<Listed['documents'][number]>
            label={t('Documents')}
            rows={data.documents}
            rowKey={({ number }) => number}
            columns={[
              { id: 'number', label: t('Document number'), cell: ({ number }) => number },
              { id: 'kind', label: t('Type'), cell: ({ kind }) => t(DOCUMENT_WORDS[kind]) },
              { id: 'at', label: t('Date'), cell: ({ issued_at }) => <Moment at={issued_at} /> },
              { id: 'total', label: t('Total'), numeric: true, cell: ({ total_micros }) => short(total_micros) },
            ]}
          />
        </Card>
      )}
      {refunding && <RefundDialog payment={refunding} onClose={() => setRefunding(undefined)} />}
    </>
  )
}

function restOf({ amount_micros, refunded_micros }: Payment): number {
  return amount_micros - refunded_micros
}

export function RefundDialog({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  const t = useConsoleT()
  const { short } = useMoney()
  const [typed, setTyped] = useState('')
  const rest = restOf(payment)
  const wanted = typedMicros(typed)
  const amount = wanted === null ? rest : (wanted ?? 0)
  return (
    <ActionDialog
      title={t('Refund {number}', { number: payment.reference })}
      action={t('Refund')}
      tone="danger"
      effect={t(
        '{amount} of {rest}, plus its tax, is refunded to the payer; the balance of {login} drops by {amount}.',
        {
          amount: short(amount),
          rest: short(rest),
          login: payment.login,
        },
      )}
      isShown
      onClose={onClose}
      send={async (act) => {
        const { reference } = payment
        await act(operator.refundPayment, {
          reference,
          ...refundAmount(typed),
        })
      }}
    >
      {(wrong) => (
        <Field
          name="amount_micros"
          label={t('Amount')}
          hint={t('Leave empty to refund all that is left')}
          inputMode="decimal"
          autoComplete="off"
          optional
          onInput={(event) => setTyped(event.currentTarget.value)}
          error={wrong('amount_micros')}
        />
      )}
    </ActionDialog>
  )
}
