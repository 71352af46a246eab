import { type LogFilterInput, securityLogExport } from '@portico/contract/security-log.ts'
import { type QueryClient, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { actionsMatching } from '#activity/activity-words.ts'
import { ProblemNote } from '#forms/problem-note.tsx'
import { useT } from '#i18n/i18n.tsx'
import { type AppLocation, navigate, useLocation } from '#lib/location.ts'
import { changedSearch } from '#lib/search-params.ts'
import { Button, LinkButton } from '#ui/input/button.tsx'
import { Card } from '#ui/show/card.tsx'
import { Empty } from '#ui/show/empty.tsx'
import { PageHeader } from '#ui/show/page-header.tsx'
import { LogFilters } from './log-filters.tsx'
import { logQuery } from './log-queries.ts'
import { type Change, type LogSearch, NO_FILTERS, parseSearch } from './log-search.ts'
import { LogTable } from './log-table.tsx'
import styles from './security-log.module.css'

export function prefetch(client: QueryClient, { search }: AppLocation): void {
  const shown = parseSearch(search, Date.now())
  if (!shown.filter.q) client.prefetchInfiniteQuery(logQuery({ ...shown.period, ...shown.filter }))
}

/** Everything that was done in the account, for those who answer for it. */
export function Screen() {
  const t = useT()
  const { path, search } = useLocation()
  const [now_ms] = useState(() => Date.now())
  const shown = parseSearch(search, now_ms)
  const filter = filterInput(shown, actionsMatching(shown.filter.q ?? '', t))
  const log = useInfiniteQuery(logQuery(filter))
  const change = (to: Change) => navigate(`${path}${changedSearch(search, to)}`)
  return (
    <div className={styles.page}>
      <PageHeader
        title={t('Security log')}
        note={t('Everything done in this account, with the sign-ins and security changes of its members.')}
        actions={
          <LinkButton icon="download" href={`${securityLogExport.path}?${new URLSearchParams(filter)}`} download>
            {t('Export CSV')}
          </LinkButton>
        }
      />
      <LogFilters search={shown} people={log.data?.pages[0]?.people ?? []} now_ms={now_ms} onChange={change} />
      <Card flush>
        <LogTable
          rows={log.data?.pages.flatMap(({ rows }) => rows)}
          isRefreshing={log.isPlaceholderData}
          error={!log.data && log.isError}
          onRetry={log.refetch}
          {...(shown.narrowed > 0 && { onClearFilters: () => change(NO_FILTERS) })}
          empty={
            <Empty icon="clock" title={t('No activity in this period')}>
              {t('Choose a longer period to see older entries.')}
            </Empty>
          }
          footer={
            log.hasNextPage && (
              <div className={styles.more}>
                {log.isError && <ProblemNote error={log.error} />}
                <Button
                  size="small"
                  tone="quiet"
                  iconEnd="chevron-down"
                  busy={log.isFetchingNextPage}
                  onClick={() => log.fetchNextPage()}
                >
                  {t('Load more')}
                </Button>
              </div>
            )
          }
        />
      </Card>
    </div>
  )
}

/** The parameter with the actions whose sentence matches the search. */
const MATCHING_ACTIONS = 'said'

/** The search covers the sentences that the reader sees, which only the page knows. */
function filterInput({ period, filter }: LogSearch, messages: string[]): LogFilterInput {
  return { ...period, ...filter, ...(filter.q && messages.length > 0 && { [MATCHING_ACTIONS]: messages.join() }) }
}
