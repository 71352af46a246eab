import type { QueryClient } from '@tanstack/react-query'
import { useT } from '#i18n/i18n.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { activityQuery, credentialsQuery, ipAccessQuery, loginsQuery } from './access-queries.ts'
import { ActivityCard } from './activity-card.tsx'
import styles from './api-access.module.css'
import { ConnectionCard } from './connection-card.tsx'
import { CredentialsCard } from './credentials-card.tsx'
import { IpAccessCard } from './ip-access-card.tsx'
import { TeamCard } from './team-card.tsx'
import { teamQuery } from './team-query.ts'

export function prefetch(client: QueryClient): void {
  client.prefetchQuery(credentialsQuery)
  client.prefetchQuery(ipAccessQuery)
  client.prefetchQuery(loginsQuery)
  client.prefetchQuery(teamQuery)
  client.prefetchInfiniteQuery(activityQuery)
}

export function Screen() {
  const t = useT()
  return (
    <div className={styles.page}>
      <PageHeader title={t('API Access')} />
      <CredentialsCard />
      <ConnectionCard />
      <IpAccessCard />
      <TeamCard />
      <ActivityCard />
    </div>
  )
}
