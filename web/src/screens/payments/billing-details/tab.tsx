import { useQuery } from '@tanstack/react-query'
import { useT } from '#i18n/i18n.tsx'
import { Card } from '#ui/show/card.tsx'
import { LoadError } from '#ui/show/load-error.tsx'
import { SkeletonText } from '#ui/show/skeleton.tsx'
import styles from '../billing.module.css'
import { detailsQuery } from '../billing-queries.ts'
import { DetailsCard } from './details-card.tsx'
import { DocumentsCard } from './documents-card.tsx'
import { StatementsCard } from './statements-card.tsx'

/** Whom invoices are for, and those that were issued. */
export function BillingDetailsTab() {
  const t = useT()
  const { data, isError, isFetching, refetch } = useQuery(detailsQuery)
  return (
    <div className={styles.page}>
      {data ? (
        <DetailsCard key={data.owner_email} info={data} />
      ) : (
        <Card title={t('Billing details')}>
          {isError ? <LoadError busy={isFetching} onRetry={refetch} /> : <SkeletonText lines={8} />}
        </Card>
      )}
      {data?.details && <StatementsCard info={data} />}
      <DocumentsCard />
    </div>
  )
}
