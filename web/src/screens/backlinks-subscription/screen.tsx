import type { Subscription } from '@portico/contract/subscriptions.ts'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import cards from '#forms/card-page.module.css'
import { useT } from '#i18n/i18n.tsx'
import { Link } from '#lib/link.tsx'
import { paths } from '#lib/paths.ts'
import { functionAddress } from '#lib/playground-address.ts'
import { SubscriptionCard } from '#money/subscriptions/subscription-card.tsx'
import { calculatorQuery, subscriptionsQuery } from '#money/subscriptions/subscription-queries.ts'
import { Card } from '#ui/show/card.tsx'
import { Empty } from '#ui/show/empty.tsx'
import { LoadError } from '#ui/show/load-error.tsx'
import { PageHeader } from '#ui/show/page-header.tsx'
import { SkeletonText } from '#ui/show/skeleton.tsx'
import styles from './backlinks-subscription.module.css'
import { CalculatorCard } from './calculator-card.tsx'

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
          <div className={styles.cards}>
            <SubscriptionCard subscription={subscription} methods={data.methods} />
            <IncludedCard subscription={subscription} />
          </div>
          {subscription.price && <CalculatorCard product={PRODUCT} minimum_micros={subscription.price.micros} />}
        </>
      )}
    </div>
  )
}

function IncludedCard({ subscription: { functions } }: { subscription: Subscription }) {
  const t = useT()
  return (
    <Card
      title={t('What it includes')}
      note={t('Live requests to these functions. Each request costs its usual price.')}
    >
      <ul className={styles.included}>
        {functions.map(({ id, title, section }) => (
          <li key={id}>{section ? <Link to={functionAddress(section, { id, methods: [] })}>{title}</Link> : title}</li>
        ))}
      </ul>
    </Card>
  )
}
