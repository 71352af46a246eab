import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useI18n } from '#i18n/i18n.tsx'
import { Link } from '#lib/link.tsx'
import { useLocation } from '#lib/location.ts'
import { paths } from '#lib/paths.ts'
import { Problem } from '#lib/problem.ts'
import { useChanges } from '#money/live.ts'
import { useBootState } from '#session/boot-state.ts'
import { useSession } from '#session/session.ts'
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
  const id = decodeURIComponent(useLocation().path.split('/').filter(Boolean).at(-1) ?? '')
  const query = orderQuery(id)
  const { data, error, isError, isFetching, refetch } = useQuery({
    ...query,
    retry: (count, problem) => !(problem instanceof Problem) && count < 2,
    refetchInterval: ({ state: { data: order } }) => {
      if (!order || isSettled(order)) return false
      return order.processor === 'wire' ? LATER_MS : SOON_MS
    },
  })
  useChanges((_, isFirst) => {
    if (!isFirst) client.invalidateQueries({ queryKey: query.queryKey })
  })
  const isCredited = data !== undefined && hasArrived(data)
  const session = useSession()
  const hasTrial = useBootState().trial !== null
  useEffect(() => {
    if (!isCredited) return
    // Balance, documents, promo codes, subscriptions and banners: all queries about money are repeated.
    client.invalidateQueries()
    const user = session.user()
    // The first payment ends the trial: its line goes as soon as the page has requested the boot state again.
    if (hasTrial && user) session.update(user)
  }, [client, session, isCredited, hasTrial])
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
      {data && <OrderCard order={data} />}
    </div>
  )
}
