import { type QueryClient, useQuery } from '@tanstack/react-query'
import cards from '#forms/card-page.module.css'
import { useT } from '#i18n/i18n.tsx'
import { Link } from '#lib/link.tsx'
import { paths } from '#lib/paths.ts'
import { SubscriptionCard } from '#money/subscriptions/subscription-card.tsx'
import { calculatorQuery, subscriptionsQuery } from '#money/subscriptions/subscription-queries.ts'
import { Card } from '#ui/show/card.tsx'
import { Empty } from '#ui/show/empty.tsx'
import { LoadError } from '#ui/show/load-error.tsx'
import { PageHeader } from '#ui/show/page-header.tsx'
import { SkeletonText } from '#ui/show/skeleton.tsx'
import { CalculatorCard } from './calculator-card.tsx'
import { WhatYouGet } from './what-you-get.tsx'

const PRODUCT = 'backlinks'

export function prefetch(client: QueryClient): void {
  client.prefetchQuery(subscriptionsQuery)
  client.prefetchQuery(calculatorQuery(PRODUCT))
}

export function Screen() {
  const t = useT()
  const { data, isError, isFetching, refetch } = useQuery(subscriptionsQuery)
  const subscription = data?.subscriptions.find(({ product }) => product === PRODUCT)
  return (
    <div className={cards.page}>
      <PageHeader
        title={t('Backlinks API Access')}
        actions={<Link to={paths.apiAccessSubscription}>{t('All subscriptions')}</Link>}
      />
      {!data && <Card>{isError ? <LoadError busy={isFetching} onRetry={refetch} /> : <SkeletonText lines={6} />}</Card>}
      {data && !subscription && (
        <Card>
          <Empty icon="link" title={t('No subscription is required here')} />
        </Card>
      )}
      {data && subscription && (
        <>
          <SubscriptionCard
            subscription={subscription}
            methods={data.methods}
            beside={<WhatYouGet subscription={subscription} />}
          />
          {subscription.price && <CalculatorCard product={PRODUCT} minimum_micros={subscription.price.micros} />}
        </>
      )}
    </div>
  )
}
