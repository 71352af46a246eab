import { may } from '@portico/contract/permissions.ts'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { useT } from '#i18n/i18n.tsx'
import { usePlace } from '#lib/place.ts'
import { useUser } from '#session/session.ts'
import { useCardFocus } from '#session/use-card-focus.ts'
import { Lazy } from '#ui/lazy.tsx'
import { Card } from '#ui/show/card.tsx'
import { PageHeader } from '#ui/show/page-header.tsx'
import { SkeletonText } from '#ui/show/skeleton.tsx'
import { activityQuery, agentsQuery, credentialsQuery, ipAccessQuery, loginsQuery } from './access-queries.ts'
import styles from './api-access.module.css'
import { ConnectionCard } from './credentials/connection-card.tsx'
import { CredentialsCard } from './credentials/credentials-card.tsx'
import { IpAccessCard } from './ip/ip-access-card.tsx'
import { teamQuery } from './team/team-query.ts'

const loadTeam = async () => (await import('./team/team-card.tsx')).TeamCard
const loadSso = async () => (await import('./sso/sso-card.tsx')).SsoCard
const loadAgents = async () => (await import('./agents/agents-card.tsx')).AgentsCard
const loadActivity = async () => (await import('./activity/activity-card.tsx')).ActivityCard

export function prefetch(client: QueryClient): void {
  client.prefetchQuery(credentialsQuery)
  client.prefetchQuery(ipAccessQuery)
  client.prefetchQuery(loginsQuery)
  client.prefetchQuery(teamQuery)
  client.prefetchQuery(agentsQuery)
  client.prefetchInfiniteQuery(activityQuery({}))
}

/** What is begun in the card of the team has addresses of its own. */
const CARD_OF: Record<string, string> = { invite: 'team', 'add-login': 'team', 'add-agent': 'agents' }

export function Screen() {
  const t = useT()
  const named = usePlace().hash.slice(1)
  const { data } = useQuery(credentialsQuery)
  const isOwner = may(useUser()?.role ?? 'viewer', 'manage_sso')
  useCardFocus(CARD_OF[named] ?? named, data !== undefined)
  return (
    <div className={styles.page}>
      <PageHeader title={t('API Access')} />
      <CredentialsCard />
      <ConnectionCard />
      <IpAccessCard />
      <Lazy load={loadTeam} props={{}} waiting={<Waiting id="team" title={t('Logins and team')} />} />
      {isOwner && <Lazy load={loadSso} props={{}} waiting={<Waiting id="sso" title={t('Single sign-on')} />} />}
      <Lazy load={loadAgents} props={{}} waiting={<Waiting id="agents" title={t('Agent logins')} />} />
      <Lazy load={loadActivity} props={{}} waiting={<Waiting id="activity" title={t('Activity')} />} />
    </div>
  )
}

/** An address may name a card that is still on its way. */
function Waiting({ id, title }: { id: string; title: string }) {
  return (
    <Card id={id} title={title} className={styles.card}>
      <SkeletonText lines={5} />
    </Card>
  )
}
