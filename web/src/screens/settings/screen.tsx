import { type Action, may } from '@portico/contract/permissions.ts'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { useT } from '#i18n/i18n.tsx'
import { Banner } from '#ui/banner.tsx'
import { Card } from '#ui/card.tsx'
import { LoadError } from '#ui/load-error.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { AccessCard } from './access-card.tsx'
import { AlertsCard } from './alerts-card.tsx'
import { DuplicatesCard } from './duplicates-card.tsx'
import { RequestLimitsCard } from './request-limits-card.tsx'
import styles from './settings.module.css'
import { settingsQuery } from './settings-query.ts'
import { SettingsSkeleton } from './settings-skeleton.tsx'
import { SpendLimitCard } from './spend-limit-card.tsx'
import { useCardOfPlace } from './use-card-of-place.ts'
import { WebhookDelayCard } from './webhook-delay-card.tsx'

const MAY_CHANGE: Action[] = ['change_spend_limits', 'change_call_settings', 'manage_alerts']

export function prefetch(client: QueryClient): void {
  client.prefetchQuery(settingsQuery)
}

export function Screen() {
  const t = useT()
  const { data, isError, isFetching, refetch } = useQuery(settingsQuery)
  useCardOfPlace(data !== undefined)
  return (
    <div className={styles.page}>
      <PageHeader title={t('API settings')} />
      {!data && isError && (
        <Card>
          <LoadError busy={isFetching} onRetry={refetch} />
        </Card>
      )}
      {!data && !isError && <SettingsSkeleton />}
      {data && (
        // What was typed for one login must never be saved for another.
        <div key={data.login} className={styles.cards}>
          {!MAY_CHANGE.some((action) => may(data.role, action)) && (
            <Banner>{t('You can look at these settings. Your role in this team does not let you change them.')}</Banner>
          )}
          <AccessCard info={data} />
          <SpendLimitCard info={data} />
          <RequestLimitsCard info={data} />
          <DuplicatesCard info={data} />
          <WebhookDelayCard info={data} />
          <AlertsCard info={data} />
        </div>
      )}
    </div>
  )
}
