import { useQuery } from '@tanstack/react-query'
import { useT } from '#i18n/i18n.tsx'
import { Link } from '#lib/link.tsx'
import { paths } from '#lib/paths.ts'
import { Badge } from '#ui/badge.tsx'
import { Card } from '#ui/card.tsx'
import { LoadError } from '#ui/load-error.tsx'
import { SkeletonText } from '#ui/skeleton.tsx'
import styles from './cards.module.css'
import { subscriptionsQuery } from './column-queries.ts'
import type { Scope } from './dashboard-place.ts'

export function Subscriptions({ scope }: { scope: Scope }) {
  const t = useT()
  const { data, isError, isFetching, refetch } = useQuery(subscriptionsQuery(scope))
  return (
    <Card title={t('Subscriptions and auto-recharge')}>
      {!data && isError && <LoadError busy={isFetching} onRetry={refetch} />}
      {!data && !isError && <SkeletonText lines={3} />}
      {data && (
        <ul className={styles.apis}>
          {data.subscriptions.map(({ product, title, is_active }) => (
            <li key={product} className={styles.api}>
              <span className={styles.apiName}>{title}</span>
              {is_active ? (
                <Badge tone="good" dot>
                  {t('Active')}
                </Badge>
              ) : (
                <Badge>{t('Inactive')}</Badge>
              )}
            </li>
          ))}
          <li className={styles.api}>
            <span className={styles.apiName}>{t('Auto-recharge')}</span>
            <Badge>{t('Not set up')}</Badge>
          </li>
          <li>
            <Link to={paths.apiAccessSubscription} className={styles.accessLink}>
              {t('Manage')}
            </Link>
          </li>
        </ul>
      )}
    </Card>
  )
}
