import { useQuery } from '@tanstack/react-query'
import { useI18n } from '#i18n/i18n.tsx'
import { Link } from '#lib/link.tsx'
import { navigate, useLocation } from '#lib/location.ts'
import { paths } from '#lib/paths.ts'
import { Button, buttonClass } from '#ui/input/button.tsx'
import { Card } from '#ui/show/card.tsx'
import { Empty } from '#ui/show/empty.tsx'
import { LoadError } from '#ui/show/load-error.tsx'
import { PageHeader } from '#ui/show/page-header.tsx'
import styles from './databases.module.css'
import { purchasesQuery } from './databases-queries.ts'
import { PurchaseCard } from './purchase-card.tsx'
import { PurchasesSkeleton } from './skeletons.tsx'

export function PurchasesView() {
  const { t, language } = useI18n()
  const { path, search } = useLocation()
  const before = new URLSearchParams(search).get('before') ?? undefined
  const { data, isError, refetch } = useQuery(purchasesQuery(before, language))
  const last = data?.purchases.at(-1)
  return (
    <>
      <PageHeader
        title={t('My Purchases')}
        note={t('Databases your account bought, with their files and receipts.')}
        actions={
          <Link to={paths.databasesList} className={buttonClass({})}>
            {t('All databases')}
          </Link>
        }
      />
      {isError && (
        <Card>
          <LoadError onRetry={refetch} />
        </Card>
      )}
      {!data && !isError && <PurchasesSkeleton />}
      {data?.purchases.length === 0 && (
        <Card>
          <Empty
            icon="download"
            title={t('Nothing bought yet')}
            action={
              <Link to={paths.databasesList} className={buttonClass({ tone: 'primary' })}>
                {t('Browse databases')}
              </Link>
            }
          >
            {t('Databases you buy appear here, with their files, links and receipts.')}
          </Empty>
        </Card>
      )}
      {data && data.purchases.length > 0 && (
        <div className={styles.purchases}>
          {data.purchases.map((purchase) => (
            <PurchaseCard key={purchase.id} purchase={purchase} role={data.role} />
          ))}
        </div>
      )}
      {data && (data.more || before) && (
        <div className={styles.pager}>
          {before && <Button onClick={() => navigate(path)}>{t('Newest purchases')}</Button>}
          {data.more && last && (
            <Button onClick={() => navigate(`${path}?before=${last.id}`)}>{t('Earlier purchases')}</Button>
          )}
        </div>
      )}
    </>
  )
}
