import { useQuery } from '@tanstack/react-query'
import { useT } from '#i18n/i18n.tsx'
import { Link } from '#lib/link.tsx'
import { paths } from '#lib/paths.ts'
import { STATE_BADGES } from '#money/subscriptions/state-words.ts'
import { useTimes } from '#page/times.ts'
import { useIsListed } from '#page/use-is-listed.ts'
import { activeRechargeQuery, activeSubscriptionsQuery } from '#session/active-subscriptions.ts'
import { Badge } from '#ui/show/badge.tsx'
import { Card } from '#ui/show/card.tsx'
import { LoadError } from '#ui/show/load-error.tsx'
import { SkeletonText } from '#ui/show/skeleton.tsx'
import styles from './cards.module.css'
import { subscriptionsQuery } from './column-queries.ts'
import type { Scope } from './dashboard-search.ts'

export function Subscriptions({ scope }: { scope: Scope }) {
  const t = useT()
  const isListed = useIsListed()
  const { data, isError, isFetching, refetch } = useQuery(subscriptionsQuery(scope))
  const { data: active } = useQuery(activeSubscriptionsQuery)
  return (
    <Card title={t('Subscriptions and auto-recharge')}>
      {!data && isError && <LoadError busy={isFetching} onRetry={refetch} />}
      {!data && !isError && <SkeletonText lines={3} />}
      {data && (
        <ul className={styles.apis}>
          {data.subscriptions.map(({ product, title, is_active }) => (
            <SubscriptionLine
              key={product}
              title={title}
              is_active={is_active}
              known={active?.subscriptions.find((one) => one.product === product)}
            />
          ))}
          <RechargeLine />
          {isListed(paths.apiAccessSubscription) && (
            <li>
              <Link to={paths.apiAccessSubscription} className={styles.accessLink}>
                {t('Manage')}
              </Link>
            </li>
          )}
        </ul>
      )}
    </Card>
  )
}

type Known = { state: keyof typeof STATE_BADGES; expires_at: string | null }

/** All of several logins must have access; the duration is the account's. */
function SubscriptionLine({
  title,
  is_active,
  known,
}: {
  title: string
  is_active: boolean
  known: Known | undefined
}) {
  const t = useT()
  const { utc } = useTimes()
  const { tone, label } = STATE_BADGES[is_active ? (known?.state ?? 'active') : 'inactive']
  return (
    <li className={styles.api}>
      <span className={styles.apiName}>
        {title}
        {is_active && known?.expires_at && (
          <span className={styles.below}>
            {' '}
            {known.state === 'active'
              ? t('renews on {date}', { date: utc('date', known.expires_at) })
              : t('until {date}', { date: utc('date', known.expires_at) })}
          </span>
        )}
      </span>
      <Badge tone={tone} dot={is_active}>
        {t(label)}
      </Badge>
    </li>
  )
}

function RechargeLine() {
  const t = useT()
  const { data } = useQuery(activeRechargeQuery)
  return (
    <li className={styles.api}>
      <span className={styles.apiName}>{t('Auto-recharge')}</span>
      {data?.recharge?.is_on && (
        <Badge tone="good" dot>
          {t('On')}
        </Badge>
      )}
      {data?.recharge?.has_failed && (
        <Badge tone="bad" dot>
          {t('Stopped')}
        </Badge>
      )}
      {data && !data.recharge && <Badge>{t('Not set up')}</Badge>}
    </li>
  )
}
