import { may } from '@portico/contract/permissions.ts'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import cards from '#forms/card-page.module.css'
import { useCardFocus } from '#forms/use-card-focus.ts'
import { useT } from '#i18n/i18n.tsx'
import { useLocation } from '#lib/location.ts'
import { useUser } from '#session/session.ts'
import { Lazy } from '#ui/lazy.tsx'
import { PageHeader } from '#ui/show/page-header.tsx'
import { WaitingCard } from '#ui/show/waiting-card.tsx'
import { activityQuery, agentsQuery, credentialsQuery, ipAccessQuery, loginsQuery } from './access-queries.ts'
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

/** Dialogs of the team's card have their own addresses. */
const CARD_OF: Record<string, string> = { invite: 'team', 'add-login': 'team', 'add-agent': 'agents' }

export function Screen() {
  const t = useT()
  const named = useLocation().hash.slice(1)
  const { data } = useQuery(credentialsQuery)
  const isOwner = may(useUser()?.role ?? 'viewer', 'manage_sso')
  useCardFocus(CARD_OF[named] ?? named, data !== undefined)
  return (
    <div className={cards.page}>
      <PageHeader title={t('API Access')} />
      <CredentialsCard />
      <ConnectionCard />
      <IpAccessCard />
      <Lazy
        load={loadTeam}
        props={{}}
        waiting={<WaitingCard id="team" title={t('Logins and team')} className={cards.card} />}
      />
      {isOwner && (
        <Lazy
          load={loadSso}
          props={{}}
          waiting={<WaitingCard id="sso" title={t('Single sign-on')} className={cards.card} />}
        />
      )}
      <Lazy
        load={loadAgents}
        props={{}}
        waiting={<WaitingCard id="agents" title={t('Agent logins')} className={cards.card} />}
      />
      <Lazy
        load={loadActivity}
        props={{}}
        waiting={<WaitingCard id="activity" title={t('Activity')} className={cards.card} />}
      />
    </div>
  )
}
