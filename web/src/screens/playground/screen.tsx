import type { PlaygroundMode } from '@portico/contract/playground.ts'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useT } from '#i18n/i18n.tsx'
import { liveBalanceQuery } from '#session/balance.ts'
import { Banner } from '#ui/show/banner.tsx'
import { Card } from '#ui/show/card.tsx'
import { LoadError } from '#ui/show/load-error.tsx'
import { PageHeader } from '#ui/show/page-header.tsx'
import { SkeletonText } from '#ui/show/skeleton.tsx'
import { CodeCard } from './code-card.tsx'
import { useKeepDraft } from './draft.ts'
import { KeptCard } from './kept-card.tsx'
import styles from './playground.module.css'
import { catalogueQuery, setupQuery } from './playground-queries.ts'
import { RequestCard } from './request-card.tsx'
import { Result } from './result.tsx'
import { useRequest } from './use-request.ts'
import { useRun } from './use-run.ts'

export function prefetch(client: QueryClient): void {
  client.prefetchQuery(catalogueQuery)
}

/** Any function of the catalogue: filled in as a form or as JSON, run in the sandbox or live, read as a tree or a table. */
export function Screen() {
  const t = useT()
  const request = useRequest()
  const { state, run, cancel } = useRun(request.method?.id)
  const [chosenMode, setMode] = useState<PlaygroundMode>()
  const mode = chosenMode ?? request.firstMode
  const { data: setup } = useQuery(setupQuery)
  const balance_micros = useQuery(liveBalanceQuery).data?.balance_micros ?? 0
  const { catalogue, shown, method, task, params } = request
  useKeepDraft({ key: request.key, task, params, mode })
  const failed = catalogue.isError ? catalogue : shown.isError ? shown : undefined
  return (
    <>
      <PageHeader
        title={[t('API Playground'), request.section?.title].filter(Boolean).join(' · ')}
        note={t('Try any function. The sandbox is free; live requests are charged to the active login.')}
      />
      {failed && !method && (
        <Card>
          <LoadError busy={failed.isFetching} onRetry={failed.refetch} />
        </Card>
      )}
      {!failed && !method && (
        <Card>
          <SkeletonText lines={10} />
        </Card>
      )}
      {request.isNotKept && (
        <Banner>{t('The request of that task is no longer stored. The form shows the example instead.')}</Banner>
      )}
      {method && (
        <div className={styles.panes}>
          <div className={styles.pane}>
            <RequestCard
              request={request}
              method={method}
              mode={mode}
              role={setup?.role ?? 'viewer'}
              ip={setup?.ip ?? ''}
              balance_micros={balance_micros}
              busy={state.step === 'sending' || state.step === 'queued'}
              onMode={setMode}
              onRun={(max_micros) => run({ method, mode, task, params, max_micros })}
            />
            <div className={styles.former}>
              <KeptCard request={request} />
            </div>
          </div>
          <div className={styles.pane}>
            <Result request={request} method={method} state={state} onCancel={cancel} />
            <CodeCard
              method={method}
              task={task}
              params={params}
              mode={mode}
              login={setup?.login ?? ''}
              base_url={setup?.base_url ?? ''}
            />
          </div>
        </div>
      )}
    </>
  )
}
