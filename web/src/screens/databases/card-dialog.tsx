import { databaseCards } from '@portico/contract/database-cards.ts'
import type { databases } from '@portico/contract/databases.ts'
import type { Sent } from '@portico/contract/endpoint.ts'
import { orderPath } from '@portico/contract/payments.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ProblemNote } from '#forms/problem-note.tsx'
import { useI18n } from '#i18n/i18n.tsx'
import { useMoney } from '#i18n/money.ts'
import { call } from '#lib/api.ts'
import { navigate, useLocation } from '#lib/location.ts'
import { Problem } from '#lib/problem.ts'
import { newRequestId } from '#lib/request-id.ts'
import { goToPay } from '#money/go-to-pay.ts'
import { QuoteError } from '#money/quote-error.tsx'
import { TaxedVatBanner } from '#money/taxed-vat-banner.tsx'
import { Button } from '#ui/input/button.tsx'
import { Select } from '#ui/input/select.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { Banner } from '#ui/show/banner.tsx'
import { KeyValues } from '#ui/show/key-values.tsx'
import { SkeletonText } from '#ui/show/skeleton.tsx'
import type { CardAmount } from './card-amount.ts'
import styles from './databases.module.css'
import { DATABASES_KEY, fundsQuery, quoteQuery, setupQuery } from './databases-queries.ts'

type Order = Omit<Sent<typeof databases.buy>, 'id'>
type CardDialogProps = {
  order: Order
  lack: CardAmount
  idOf: (order: object) => string
  onClose: () => void
  onBack: () => void
}
const NEW_METHOD = ''

/** The amount charged with tax, and the card. What happens afterwards is shown on the page of the payment. */
export function CardDialog({ order, lack, idOf, onClose, onBack }: CardDialogProps) {
  const { t } = useI18n()
  const { short } = useMoney()
  const { pay_micros } = lack
  const { data: setup } = useQuery(setupQuery)
  const quote = useQuery(quoteQuery(pay_micros))
  const [chosen, setChosen] = useState<string>()
  const methods = setup?.methods ?? []
  const method = chosen ?? methods.find(({ is_default }) => is_default)?.id ?? NEW_METHOD
  const { run, problem, isPaying } = usePay({ order, pay_micros, idOf })
  const { data } = quote
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Pay by card')}
      width={520}
      locked={isPaying}
      footer={
        <>
          <Button onClick={onBack} disabled={isPaying}>
            {t('Back')}
          </Button>
          <Button
            tone="primary"
            busy={isPaying}
            disabled={!data}
            onClick={() => data && run(method, data.tax.tax_micros)}
          >
            {data ? t('Pay {amount}', { amount: short(data.total_micros) }) : t('Pay')}
          </Button>
        </>
      }
    >
      <div className={styles.review}>
        {!data && quote.isError && <QuoteError error={quote.error} busy={quote.isFetching} onRetry={quote.refetch} />}
        {!data && !quote.isError && <SkeletonText lines={4} />}
        {data && (
          <KeyValues
            dense
            items={[
              { key: 'price', label: t('Price of the order'), value: short(order.amount_micros), numeric: true },
              { key: 'pay', label: t('Added to your balance by card'), value: short(pay_micros), numeric: true },
              ...(data.tax.tax_micros > 0
                ? [{ key: 'tax', label: data.tax.name, value: short(data.tax.tax_micros), numeric: true }]
                : []),
              {
                key: 'total',
                label: t('Card total'),
                value: <strong>{short(data.total_micros)}</strong>,
                numeric: true,
              },
            ]}
          />
        )}
        <TaxedVatBanner vat={data?.vat ?? null} />
        {lack.is_least && (
          <Banner tone="info">
            {t('The smallest payment is {amount}. Any remainder stays in your balance.', {
              amount: short(pay_micros),
            })}
          </Banner>
        )}
        <Select
          label={t('Pay with')}
          value={method}
          onChange={({ target }) => setChosen(target.value)}
          options={[
            ...methods.map(({ id, brand, last4 }) => ({ value: id, label: last4 ? `${brand} ·· ${last4}` : brand })),
            { value: NEW_METHOD, label: t('Another method (payment page)') },
          ]}
          noMessage
        />
        <ProblemNote error={problem} />
      </div>
    </Dialog>
  )
}

/** One payment for each press: what is sent again after a failed connection is the same one. */
function usePay({ order, pay_micros, idOf }: { order: Order; pay_micros: number; idOf: CardDialogProps['idOf'] }) {
  const client = useQueryClient()
  const { path, search } = useLocation()
  const [order_id, setOrderId] = useState(newRequestId)
  const [problem, setProblem] = useState<unknown>()
  const [isPaying, setPaying] = useState(false)
  async function run(method_id: string, tax_micros: number) {
    setProblem(undefined)
    setPaying(true)
    const how = method_id === NEW_METHOD ? { how: 'checkout' as const } : { how: 'method' as const, method_id }
    const input = { ...order, id: idOf(order), order_id, pay_micros, tax_micros, return_to: `${path}${search}`, ...how }
    try {
      const { pay_url } = await call(databaseCards.payByCard, input)
      client.invalidateQueries({ queryKey: DATABASES_KEY })
      if (pay_url) goToPay(pay_url)
      else navigate(orderPath(order_id))
    } catch (error) {
      setProblem(error)
      setPaying(false)
      const code = error instanceof Problem ? error.code : undefined
      // Refused for good: another press is another payment.
      if (code && code !== 'unreachable') setOrderId(newRequestId())
      if (code === 'order_changed') client.invalidateQueries({ queryKey: DATABASES_KEY })
      if (code === 'insufficient_funds') client.invalidateQueries({ queryKey: fundsQuery.queryKey })
    }
  }
  return { run, problem, isPaying }
}
