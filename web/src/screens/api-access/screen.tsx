import type { QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import cards from '#forms/card-page.module.css'
import { useT } from '#i18n/i18n.tsx'
import { type AppLocation, navigate, useLocation } from '#lib/location.ts'
import { Tabs } from '#ui/input/tabs.tsx'
import { Lazy } from '#ui/lazy.tsx'
import { PageHeader } from '#ui/show/page-header.tsx'
import { WaitingCard } from '#ui/show/waiting-card.tsx'
import {
  activityQuery,
  agentsQuery,
  credentialsQuery,
  ipAccessQuery,
  keysQuery,
  loginsQuery,
} from './access-queries.ts'
import { parseLocation, searchOf, TAB_WORDS, TABS, type Tab } from './access-tabs.ts'
import { CredentialsTab } from './credentials/credentials-tab.tsx'
import { teamQuery } from './team/team-query.ts'

const loadTeam = async () => (await import('./team/team-card.tsx')).TeamCard
const loadAgents = async () => (await import('./agents/agents-card.tsx')).AgentsCard
const loadSecurity = async () => (await import('./security/security-tab.tsx')).SecurityTab
const loadActivity = async () => (await import('./activity/activity-card.tsx')).ActivityCard

const PREFETCH: Record<Tab, (client: QueryClient) => void> = {
  credentials: (client) => {
    client.prefetchQuery(credentialsQuery)
    client.prefetchQuery(keysQuery)
  },
  logins: (client) => {
    client.prefetchQuery(loginsQuery)
    client.prefetchQuery(teamQuery)
  },
  agents: (client) => client.prefetchQuery(agentsQuery),
  security: (client) => {
    client.prefetchQuery(credentialsQuery)
    client.prefetchQuery(ipAccessQuery)
    client.prefetchQuery(teamQuery)
  },
  activity: (client) => client.prefetchInfiniteQuery(activityQuery({})),
}

export function prefetch(client: QueryClient, location: AppLocation): void {
  PREFETCH[parseLocation(location).tab](client)
}

/** Who and what may call the API, one tab for each job. */
export function Screen() {
  const t = useT()
  const { path, search, hash } = useLocation()
  const { tab } = parseLocation({ search, hash })
  useEffect(() => {
    // A link may name a card alone. The question before unsaved changes are lost compares the tabs of two addresses.
    if (search !== searchOf(tab)) navigate(`${path}${searchOf(tab)}${hash}`, { replace: true })
  }, [path, search, hash, tab])
  return (
    <div className={cards.page}>
      <PageHeader title={t('API Access')} />
      <div>
        <Tabs
          label={t('API Access')}
          tabs={TABS.map((id) => ({ id, label: t(TAB_WORDS[id]) }))}
          value={tab}
          onChange={(id) => navigate(`${path}${searchOf(id)}`)}
        >
          {tab === 'credentials' && <CredentialsTab />}
          {tab === 'logins' && (
            <Lazy load={loadTeam} props={{}} waiting={<WaitingCard title={t('Logins and team')} />} />
          )}
          {tab === 'agents' && (
            <Lazy load={loadAgents} props={{}} waiting={<WaitingCard title={t('Agent logins')} />} />
          )}
          {tab === 'security' && (
            <Lazy load={loadSecurity} props={{}} waiting={<WaitingCard title={t('IP access')} />} />
          )}
          {tab === 'activity' && (
            <Lazy load={loadActivity} props={{}} waiting={<WaitingCard title={t('Activity')} />} />
          )}
        </Tabs>
      </div>
    </div>
  )
}
