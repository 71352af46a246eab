import { type QueryClient, useQuery } from '@tanstack/react-query'
import { useI18n, useT } from '#i18n/i18n.tsx'
import type { AppLocation } from '#lib/location.ts'
import { Problem } from '#lib/problem.ts'
import { titleIn } from '#page/titles.ts'
import { useUser } from '#session/session.ts'
import { Button, IconButton } from '#ui/input/button.tsx'
import { Lazy } from '#ui/lazy.tsx'
import { Card } from '#ui/show/card.tsx'
import { LoadError } from '#ui/show/load-error.tsx'
import { PageHeader } from '#ui/show/page-header.tsx'
import { WaitingCard } from '#ui/show/waiting-card.tsx'
import { ChartCards } from './chart-cards.tsx'
import { ExportMenu } from './export-menu.tsx'
import { FilterBar } from './filter-bar.tsx'
import { FirstCall } from './first-call.tsx'
import { NothingHere } from './nothing-here.tsx'
import { TotalsCards } from './totals-cards.tsx'
import { choicesQuery, seriesQuery, summaryQuery } from './usage-queries.ts'
import { parseSearch, usualGroup } from './usage-search.ts'
import { type Usage, useUsage } from './use-usage.ts'

const loadOverview = async () => (await import('./overview-cards.tsx')).OverviewCards
const loadBreakdown = async () => (await import('./breakdown-card.tsx')).BreakdownCard
const loadGroups = async () => (await import('./groups-card.tsx')).GroupsCard
const loadTasks = async () => (await import('./tasks-card.tsx')).TasksCard
const loadTail = async () => (await import('./live-tail.tsx')).LiveTail
const loadDrawer = async () => (await import('./task-drawer.tsx')).TaskDrawer

/** Calls and their cost: of one section, of all APIs, or of machine logins alone. */
export function Screen() {
  const { t, translateProblem } = useI18n()
  const usage = useUsage()
  const { filter } = usage
  const choices = useQuery(choicesQuery(filter))
  const summary = useQuery({ ...summaryQuery(usage), enabled: choices.data?.is_new !== true })
  const isMachines = filter.scope === 'h2h'
  const scope = isMachines ? 'h2h' : 'api'
  const label = useSectionLabel(usage.path)
  const refusal = refusalOf(choices.error)
  const isNew = choices.data?.is_new === true
  // Usage has the functions of all APIs; the overview the APIs, and what and who spent most.
  const isOverview = isMachines || usualGroup(usage.path) === 'api'
  const isEmpty = summary.data?.totals.calls === 0
  return (
    <>
      <PageHeader
        title={
          isMachines
            ? t('Machine login usage')
            : [t('API Usage'), label && titleIn(t, label)].filter(Boolean).join(' · ')
        }
        note={
          isMachines
            ? t('Traffic of your machine logins only. Days are in UTC.')
            : t('Requests, results and cost. Days are in UTC.')
        }
        actions={
          !refusal && (
            <>
              <Button
                icon="bolt"
                aria-pressed={usage.isLive}
                onClick={() => usage.change({ live: usage.isLive ? undefined : 'on' })}
              >
                {t('Live tasks')}
              </Button>
              {!isNew && <Actions usage={usage} calls={summary.data?.totals.calls} />}
            </>
          )
        }
      />
      {usage.isLive && !refusal && <Lazy key={scope} load={loadTail} props={{ scope }} waiting={<WaitingCard />} />}
      {refusal && (
        <Card>
          <LoadError>{translateProblem(refusal)}</LoadError>
        </Card>
      )}
      {isNew && <FirstCall isMachines={isMachines} hasLogins={choices.data?.logins.length !== 0} />}
      {!isNew && !refusal && (
        <>
          <FilterBar usage={usage} choices={choices.data} />
          <TotalsCards summary={summary} />
          {isEmpty ? <NothingHere usage={usage} /> : <ChartCards usage={usage} />}
          {isOverview && <Lazy load={loadOverview} props={{ usage }} waiting={<WaitingCard />} />}
          {!isEmpty && (
            <>
              {usage.group === 'function' && !usage.split ? (
                <Lazy key="function" load={loadBreakdown} props={{ usage, summary }} waiting={<WaitingCard />} />
              ) : (
                <Lazy key="group" load={loadGroups} props={{ usage, summary }} waiting={<WaitingCard />} />
              )}
              <Lazy
                load={loadTasks}
                props={{ usage, choices: choices.data, total: summary.data?.totals.calls }}
                waiting={<WaitingCard />}
              />
            </>
          )}
        </>
      )}
      {usage.call && <Lazy load={loadDrawer} props={{ usage, id: usage.call }} waiting={null} />}
    </>
  )
}

/** The visible part, prefetched while the pointer is on a link to it. */
export function prefetch(client: QueryClient, location: AppLocation): void {
  const shown = parseSearch(location, Date.now())
  client.prefetchQuery(choicesQuery(shown.filter))
  client.prefetchQuery(summaryQuery(shown))
  client.prefetchQuery(seriesQuery(shown))
}

/** The menu's name; the address alone is enough to find it. */
function useSectionLabel(path: string): string | undefined {
  const entries = useUser()?.modules.main.flatMap((item) => item.submodules_options) ?? []
  return entries.find(({ url }) => url === path.replace(/\/$/, ''))?.label
}

function Actions({ usage, calls }: { usage: Usage; calls: number | undefined }) {
  const t = useT()
  return (
    <>
      <IconButton tone="secondary" icon="refresh" label={t('Refresh')} onClick={usage.refresh} />
      <ExportMenu usage={usage} calls={calls} />
    </>
  )
}

/** The message when this user may not see the section; other failures are shown by each part. */
function refusalOf(error: unknown): string | undefined {
  return error instanceof Problem && error.code === 'not_allowed' ? error.message : undefined
}
