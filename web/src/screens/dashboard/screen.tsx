import type { QueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { statesQuery } from '#account-states/states-query.ts'
import { useT } from '#i18n/i18n.tsx'
import { loadPart } from '#lib/load-chunk.ts'
import { type AppLocation, navigate, useLocation } from '#lib/location.ts'
import { changedSearch } from '#lib/search-params.ts'
import { Lazy } from '#ui/lazy.tsx'
import { Card } from '#ui/show/card.tsx'
import { PageHeader } from '#ui/show/page-header.tsx'
import { SkeletonText } from '#ui/show/skeleton.tsx'
import styles from './dashboard.module.css'
import { balanceQuery, monthQuery, startQuery, todayQuery } from './dashboard-queries.ts'
import { type Change, type DashboardSearch, parseSearch } from './dashboard-search.ts'
import { KpiCards } from './kpi-cards.tsx'
import { useTop } from './use-top.ts'

const loadLater = () => loadPart(async () => (await import('./later.ts')).LATER)
const loadSpend = async () => (await loadLater()).SpendCard
const loadLists = async () => (await loadLater()).Lists
const loadSide = async () => (await loadLater()).SideColumn

export function prefetch(client: QueryClient, location: AppLocation): void {
  const shown = parseSearch(location, Date.now())
  client.prefetchQuery(statesQuery(shown.scope))
  if (shown.scope === 'api') client.prefetchQuery(startQuery)
  client.prefetchQuery(balanceQuery(shown))
  client.prefetchQuery(todayQuery(shown))
  client.prefetchQuery(monthQuery(shown))
}

/** The state of the account: what stops it, what it costs, what failed. Machine logins have their own address. */
export function Screen() {
  const t = useT()
  const location = useLocation()
  const [now_ms, setNow] = useState(Date.now)
  const shown = parseSearch(location, now_ms)
  const { scope } = shown
  const { isKnown, Top, props } = useTop(scope)
  // The parts above are requested every minute: on a page left open overnight the range moves with them.
  if (props.now_ms > now_ms) setNow(props.now_ms)
  const change = (to: Change) => navigate(`${location.path}${changedSearch(location.search, to)}`, { replace: true })
  return (
    <>
      <PageHeader
        title={scope === 'h2h' ? t('Machine logins') : t('API Dashboard')}
        {...(scope === 'h2h' && { note: t('Traffic of your machine logins only. Days are in UTC.') })}
      />
      {isKnown ? <Shown {...{ shown, change, now_ms }} top={Top && <Top {...props} />} /> : <Waiting lines={9} />}
    </>
  )
}

type ShownProps = { shown: DashboardSearch; change: (change: Change) => void; now_ms: number; top: ReactNode }

function Shown({ shown, change, now_ms, top }: ShownProps) {
  const { scope } = shown
  return (
    <>
      {top}
      <KpiCards whose={shown} />
      <div className={styles.columns}>
        <div className={styles.column}>
          <Lazy
            load={loadSpend}
            props={{ shown, change, now_ms }}
            waiting={<Waiting lines={9} className={styles.waitingMain} />}
          />
          <Lazy load={loadLists} props={{ shown, now_ms }} whenNear waiting={<Waiting lines={9} />} />
        </div>
        <div className={styles.column}>
          <Lazy load={loadSide} props={{ scope }} whenNear waiting={<Waiting lines={6} />} />
        </div>
      </div>
    </>
  )
}

function Waiting({ lines, className }: { lines: number; className?: string | undefined }) {
  return (
    <Card {...(className && { className })}>
      <SkeletonText lines={lines} />
    </Card>
  )
}
