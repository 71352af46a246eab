import { may } from '@portico/contract/permissions.ts'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import cards from '#forms/card-page.module.css'
import { useT } from '#i18n/i18n.tsx'
import { Lazy } from '#ui/lazy.tsx'
import { Card } from '#ui/show/card.tsx'
import { LoadError } from '#ui/show/load-error.tsx'
import { PageHeader } from '#ui/show/page-header.tsx'
import { SkeletonText } from '#ui/show/skeleton.tsx'
import { AccessCard } from './access-card.tsx'
import { AlertsCard } from './alerts-card.tsx'
import { AnswersCard } from './answers-card.tsx'
import { DuplicatesCard } from './duplicates-card.tsx'
import { limitsQuery, RequestLimitsCard } from './request-limits-card.tsx'
import { settingsQuery } from './settings-query.ts'
import { SettingsSkeleton } from './settings-skeleton.tsx'
import { SpendLimitCard } from './spend-limit-card.tsx'
import { useCardOfLocation } from './use-card-of-location.ts'
import { WebhookDelayCard } from './webhook-delay-card.tsx'

export function prefetch(client: QueryClient): void {
  client.prefetchQuery(settingsQuery)
  client.prefetchQuery(limitsQuery)
}

const loadBudgets = async () => (await import('./budgets-card.tsx')).BudgetsCard
const loadChannels = async () => (await import('./alert-channels.tsx')).AlertChannels
const loadWebhook = async () => (await import('./alert-webhook.tsx')).AlertWebhook

export function Screen() {
  const t = useT()
  const { data, isError, isFetching, refetch } = useQuery(settingsQuery)
  useCardOfLocation(data !== undefined)
  return (
    <div className={cards.page}>
      <PageHeader title={t('API settings')} />
      {!data && isError && (
        <Card>
          <LoadError busy={isFetching} onRetry={refetch} />
        </Card>
      )}
      {!data && !isError && <SettingsSkeleton />}
      {data && (
        // Input for one login must never be saved for another.
        <div key={data.login} className={cards.page}>
          <AccessCard info={data} />
          <SpendLimitCard info={data} />
          <Lazy load={loadBudgets} props={{}} waiting={<CardWaiting id="budgets" title={t('Monthly budgets')} />} />
          <RequestLimitsCard />
          <DuplicatesCard info={data} />
          <WebhookDelayCard info={data} />
          <AnswersCard info={data} />
          <AlertsCard info={data} />
          {may(data.role, 'manage_alerts') && (
            <>
              <Lazy
                load={loadChannels}
                props={{}}
                waiting={<CardWaiting id="alert-channels" title={t('Alerts in Slack and Teams')} />}
              />
              <Lazy
                load={loadWebhook}
                props={{}}
                waiting={<CardWaiting id="alert-webhook" title={t('Alerts by webhook')} />}
              />
            </>
          )}
        </div>
      )}
    </div>
  )
}

/** An address may name the card while it is still on its way. */
function CardWaiting({ id, title }: { id: string; title: string }) {
  return (
    <Card id={id} title={title} className={cards.card}>
      <SkeletonText lines={3} />
    </Card>
  )
}
