import { may } from '@portico/contract/permissions.ts'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import cards from '#forms/card-page.module.css'
import { useT } from '#i18n/i18n.tsx'
import { AutoRechargeCard } from '#money/auto-recharge/card.tsx'
import { SubscriptionCard } from '#money/subscriptions/subscription-card.tsx'
import { subscriptionsQuery } from '#money/subscriptions/subscription-queries.ts'
import { useUser } from '#session/session.ts'
import { Card } from '#ui/show/card.tsx'
import { LoadError } from '#ui/show/load-error.tsx'
import { PageHeader } from '#ui/show/page-header.tsx'
import { SkeletonText } from '#ui/show/skeleton.tsx'
import styles from './access-subscriptions.module.css'
import { HistoryCard } from './history-card.tsx'

export function prefetch(client: QueryClient): void {
  client.prefetchQuery(subscriptionsQuery)
}

/** All that can be subscribed to, the on-demand subscription, and what was paid for. */
export function Screen() {
  const t = useT()
  const { data, isError, isFetching, refetch } = useQuery(subscriptionsQuery)
  const role = useUser()?.role
  const isPayer = role !== undefined && may(role, 'add_funds')
  return (
    <div className={cards.page}>
      <PageHeader
        title={t('API Access Subscriptions')}
        note={t('A subscription is a monthly minimum that is credited to your balance in full.')}
      />
      {!data && <Card>{isError ? <LoadError busy={isFetching} onRetry={refetch} /> : <SkeletonText lines={6} />}</Card>}
      {data && (
        <div className={styles.cards}>
          {data.subscriptions.map((subscription) => (
            <SubscriptionCard key={subscription.product} subscription={subscription} methods={data.methods} />
          ))}
          {isPayer && <AutoRechargeCard />}
        </div>
      )}
      {data && isPayer && <HistoryCard history={data.history} />}
    </div>
  )
}
