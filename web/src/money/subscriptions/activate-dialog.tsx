import { payments } from '@portico/contract/payments.ts'
import type { ProblemCode } from '@portico/contract/problem.ts'
import { type Subscription, subscriptions } from '@portico/contract/subscriptions.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ProblemNote } from '#forms/problem-note.tsx'
import { useToast } from '#forms/use-toast.tsx'
import { useT } from '#i18n/i18n.tsx'
import { useMoney } from '#i18n/money.ts'
import { call } from '#lib/api.ts'
import { Problem } from '#lib/problem.ts'
import { query } from '#lib/query.ts'
import { newRequestId } from '#lib/request-id.ts'
import { Button } from '#ui/input/button.tsx'
import { Select } from '#ui/input/select.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { Banner } from '#ui/show/banner.tsx'
import { KeyValues } from '#ui/show/key-values.tsx'
import { SkeletonText } from '#ui/show/skeleton.tsx'
import { refreshMoney } from '../balance.ts'
import { goToPay } from '../go-to-pay.ts'
import { QuoteError } from '../quote-error.tsx'
import { TaxedVatBanner } from '../taxed-vat-banner.tsx'
import styles from './subscriptions.module.css'

type ActivateDialogProps = {
  subscription: Subscription
  methods: { id: string; label: string; is_default: boolean }[]
  onClose: () => void
}
const NEW_METHOD = ''
/** True for the subscription, not for this try: its card shows the state. */
const ABOUT_STATE: string[] = ['already_subscribed', 'subscription_pending'] satisfies ProblemCode[]

/** The price of a month with tax, and the payment method. */
export function ActivateDialog({ subscription, methods, onClose }: ActivateDialogProps) {
  const t = useT()
  const { short } = useMoney()
  const { product, title, price, next_price, state } = subscription
  // An overdue subscription is renewed at the price of the next period.
  const amount_micros = (state === 'past_due' && next_price ? next_price : price)?.micros ?? 0
  const quote = useQuery({
    ...query(['payments', 'quote', amount_micros], payments.quote, { amount_micros }),
    staleTime: 0,
  })
  const [method, setMethod] = useState(methods.find(({ is_default }) => is_default)?.id ?? NEW_METHOD)
  const pay = usePay({ product, title, amount_micros, onClose })
  const { data } = quote
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Activate {name}', { name: title })}
      width={480}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button
            tone="primary"
            busy={pay.isBusy}
            disabled={!data}
            onClick={() => data && pay.run(method, data.tax.tax_micros)}
          >
            {data ? t('Pay {amount}', { amount: short(data.total_micros) }) : t('Pay')}
          </Button>
        </>
      }
    >
      <div className={styles.stack}>
        <p>
          {t(
            'A subscription is a monthly minimum, not a fee: {amount} is credited to your balance in full and does not expire. It renews every month until you cancel.',
            { amount: short(amount_micros) },
          )}
        </p>
        {!data && quote.isError && <QuoteError error={quote.error} busy={quote.isFetching} onRetry={quote.refetch} />}
        {!data && !quote.isError && <SkeletonText lines={3} />}
        {data && (
          <KeyValues
            items={[
              { key: 'amount', label: t('Monthly minimum'), value: short(data.amount_micros), numeric: true },
              ...(data.tax.tax_micros > 0
                ? [{ key: 'tax', label: data.tax.name, value: short(data.tax.tax_micros), numeric: true }]
                : []),
              { key: 'total', label: t('Total'), value: short(data.total_micros), numeric: true },
            ]}
          />
        )}
        <TaxedVatBanner vat={data?.vat ?? null} />
        <Select
          label={t('Pay with')}
          value={method}
          onChange={({ target }) => setMethod(target.value)}
          options={[
            ...methods.map(({ id, label }) => ({ value: id, label })),
            { value: NEW_METHOD, label: t('Another method (payment page)') },
          ]}
          noMessage
        />
        {pay.hasFailed && (
          <Banner tone="bad" live>
            {t('The payment was declined. Choose another method and try again.')}
          </Banner>
        )}
        <ProblemNote error={pay.problem} />
      </div>
    </Dialog>
  )
}

type Paying = { product: string; title: string; amount_micros: number; onClose: () => void }

/** One order for each press: what is sent again after a failed connection is the same order. */
function usePay({ product, title, amount_micros, onClose }: Paying) {
  const client = useQueryClient()
  const toast = useToast()
  const [id, setId] = useState(newRequestId)
  const [isBusy, setBusy] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const [problem, setProblem] = useState<unknown>()

  async function send(method_id: string, tax_micros: number) {
    const input = { id, product, price_micros: amount_micros, tax_micros, return_to: location.pathname }
    const paid = await call(
      subscriptions.activate,
      method_id === NEW_METHOD ? { ...input, how: 'checkout' } : { ...input, how: 'method', method_id },
    )
    if (paid.pay_url) return goToPay(paid.pay_url)
    setId(newRequestId())
    if (paid.state === 'failed' || paid.state === 'canceled') return setFailed(true)
    if (paid.state === 'paid') toast.good('{name} is active.', { name: title })
    else toast.good('The payment is being processed.')
    onClose()
  }

  return {
    isBusy,
    hasFailed,
    problem,
    async run(method_id: string, tax_micros: number) {
      setBusy(true)
      setFailed(false)
      setProblem(undefined)
      try {
        await send(method_id, tax_micros)
      } catch (error) {
        if (error instanceof Problem && ABOUT_STATE.includes(error.code)) {
          toast.problem(error)
          onClose()
        } else setProblem(error)
        // Refused for good: another press is another order.
        if (error instanceof Problem && error.code !== 'unreachable') setId(newRequestId())
      }
      setBusy(false)
      // The dashboard shows them too, with banners for those that are missing.
      for (const changed of ['subscriptions', 'dashboard']) await client.invalidateQueries({ queryKey: [changed] })
      await refreshMoney(client).catch(() => {})
    },
  }
}
