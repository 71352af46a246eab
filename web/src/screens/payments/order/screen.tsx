import type { PaymentOrder } from '@portico/contract/payments.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useI18n } from '#i18n/i18n.tsx'
import { Link } from '#lib/link.tsx'
import { useLocation } from '#lib/location.ts'
import { paths } from '#lib/paths.ts'
import { Problem } from '#lib/problem.ts'
import { refreshMoney } from '#money/balance.ts'
import { buttonClass } from '#ui/input/button.tsx'
import { Card } from '#ui/show/card.tsx'
import { Empty } from '#ui/show/empty.tsx'
import { LoadError } from '#ui/show/load-error.tsx'
import { SkeletonText } from '#ui/show/skeleton.tsx'
import { orderQuery } from '../payments-queries.ts'
import { hasArrived, isSettled } from '../words.ts'
import styles from './order.module.css'
import { OrderCard } from './order-card.tsx'

const SOON_MS = 2_000
/** A wire takes days. */
const LATER_MS = 60_000

/** One payment in its current state. Opening this page changes nothing: its data comes from the order alone. */
export function Screen() {
  const { t, translateProblem } = useI18n()
  const client = useQueryClient()
  const { path, search } = useLocation()
  const id = decodeURIComponent(path.split('/').filter(Boolean).at(-1) ?? '')
  const { data, error, isError, isFetching, refetch } = useQuery({
    ...orderQuery(id),
    retry: (count, problem) => !(problem instanceof Problem) && count < 2,
  })
  const pause_ms = !data || isSettled(data) ? undefined : data.processor === 'wire' ? LATER_MS : SOON_MS
  useEffect(() => {
    if (pause_ms === undefined) return
    // Order, balance and trial line are requested together: the card never knows of money that the header does not.
    const ask = () => document.visibilityState === 'visible' && refreshMoney(client).catch(() => {})
    const timer = setInterval(ask, pause_ms)
    return () => clearInterval(timer)
  }, [client, pause_ms])
  const isCredited = data !== undefined && hasArrived(data)
  useEffect(() => {
    // What other screens have read of money is old now; they read it again when they are opened.
    if (isCredited) client.invalidateQueries({ type: 'inactive' })
  }, [client, isCredited])
  const isUnknown = error instanceof Problem && (error.code === 'unknown_order' || error.code === 'invalid_input')
  return (
    <div className={styles.page}>
      {!data && isError && (
        <Card>
          {isUnknown ? (
            <Empty
              icon="card"
              title={t('Payment not found.')}
              action={
                <Link to={paths.payments} className={buttonClass({ size: 'small' })}>
                  {t('All payments')}
                </Link>
              }
            />
          ) : (
            <LoadError busy={isFetching} onRetry={refetch}>
              {error instanceof Problem ? translateProblem(error.message, error.values) : undefined}
            </LoadError>
          )}
        </Card>
      )}
      {!data && !isError && (
        <Card>
          <SkeletonText lines={8} />
        </Card>
      )}
      {data && <OrderCard order={search === '?returned' ? afterPayment(data) : data} />}
    </div>
  )
}

/** The customer has just paid, and the processor's confirmation is on its way: nothing asks them to pay again. */
function afterPayment(order: PaymentOrder): PaymentOrder {
  return order.status === 'open' || order.status === 'created' ? { ...order, status: 'processing' } : order
}
