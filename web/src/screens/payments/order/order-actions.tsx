import { type PaymentOrder, payments } from '@portico/contract/payments.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useToast } from '#forms/use-toast.tsx'
import { useT } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { Link } from '#lib/link.tsx'
import { paths } from '#lib/paths.ts'
import { goToPay } from '#money/go-to-pay.ts'
import { activateAgain } from '#money/subscriptions/activate-search.ts'
import { safePath } from '#session/landing.ts'
import { Button, buttonClass } from '#ui/input/button.tsx'
import { addFundsAgain } from '../add-funds/add-funds-search.ts'
import { useBackText } from '../back-text.ts'
import { orderQuery, PAYMENTS_KEY } from '../payments-queries.ts'
import styles from './order.module.css'

/** The next action, and the way back to where the customer came from. */
export function OrderActions({ order }: { order: PaymentOrder }) {
  const t = useT()
  const backText = useBackText()
  const cameFrom = safePath(order.return_to) ?? paths.payments
  // A bought database leads to the purchases; otherwise the customer goes back to where they ordered.
  const back = order.database?.state === 'bought' ? paths.databasesPurchases : cameFrom
  const isOpen = order.status === 'open' || order.status === 'created'
  const isEnded = order.status === 'failed' || order.status === 'canceled'
  const isOver = isEnded && order.purpose === 'top_up' && !order.database
  const product = isEnded ? order.product : null
  const again = { amount_micros: order.amount_micros, return_to: back }
  const hasNext = isOver || product !== null || (isOpen && order.pay_url !== null)
  return (
    <div className={styles.actions}>
      {isOpen && order.pay_url && <Continue url={order.pay_url} />}
      {isOver && (
        <>
          <Link to={addFundsAgain(again)} className={buttonClass({ tone: 'primary' })}>
            {t('Try again')}
          </Link>
          <Link to={addFundsAgain({ ...again, isNewMethod: true })} className={buttonClass({})}>
            {t('Use another card')}
          </Link>
        </>
      )}
      {product !== null && (
        <Link to={activateAgain({ product, return_to: back })} className={buttonClass({ tone: 'primary' })}>
          {t('Try again')}
        </Link>
      )}
      <Link to={back} className={buttonClass({ tone: hasNext ? 'quiet' : 'primary' })}>
        {backText(back)}
      </Link>
      {isOpen && <CancelOrder order={order} />}
    </div>
  )
}

function Continue({ url }: { url: string }) {
  const t = useT()
  return (
    <Button tone="primary" iconEnd="arrow-right" onClick={() => goToPay(url)}>
      {t('Continue to payment')}
    </Button>
  )
}

function CancelOrder({ order: { id } }: { order: PaymentOrder }) {
  const t = useT()
  const toast = useToast()
  const client = useQueryClient()
  const cancel = useMutation({
    mutationFn: () => call(payments.cancelOrder, { id }),
    onSuccess: (order) => client.setQueryData(orderQuery(id).queryKey, order),
    onError: toast.problem,
    onSettled: () => client.invalidateQueries({ queryKey: PAYMENTS_KEY }),
  })
  return (
    <Button tone="quiet" busy={cancel.isPending} onClick={() => cancel.mutate()}>
      {t('Cancel payment')}
    </Button>
  )
}
