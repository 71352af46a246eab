import { may } from '@portico/contract/permissions.ts'
import type { PlaygroundMode } from '@portico/contract/playground.ts'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import { useT } from '#i18n/i18n.tsx'
import { navigate } from '#lib/location.ts'
import { liveBalanceQuery } from '#money/balance.ts'
import { titleIn } from '#page/titles.ts'
import { useUser } from '#session/session.ts'
import { Lazy } from '#ui/lazy.tsx'
import { Card } from '#ui/show/card.tsx'
import { LoadError } from '#ui/show/load-error.tsx'
import { PageHeader } from '#ui/show/page-header.tsx'
import { SkeletonText } from '#ui/show/skeleton.tsx'
import { WaitingCard } from '#ui/show/waiting-card.tsx'
import { storedAddress } from './address.ts'
import { Bench } from './bench.tsx'
import { useKeepDraft } from './draft.ts'
import { catalogueQuery, setupQuery } from './playground-queries.ts'
import { Result } from './result.tsx'
import { findMethod } from './stored-requests.ts'
import { useFiles } from './use-files.ts'
import { keyOf, useRequest } from './use-request.ts'
import { useRun } from './use-run.ts'

const loadRequests = async () => (await import('./requests-card.tsx')).RequestsCard
const loadMissing = async () => (await import('./missing-note.tsx')).MissingNote

export function prefetch(client: QueryClient): void {
  client.prefetchQuery(catalogueQuery)
}

/** Any function of the catalogue: filled in as a form or as JSON, run in the sandbox or live, read as a tree or a table. */
export function Screen() {
  const t = useT()
  const request = useRequest()
  const { state, run, cancel } = useRun(request.key)
  const [chosenMode, setMode] = useState<PlaygroundMode>()
  const mode = chosenMode ?? request.firstMode
  const { data: setup } = useQuery(setupQuery)
  const balance_micros = useQuery(liveBalanceQuery).data?.balance_micros ?? 0
  const { catalogue, shown, method, task, params } = request
  useKeepDraft({ key: request.key, task, params, mode })
  const chosen = useFiles(request.key, method)
  const role = useUser()?.role
  const busy = state.step === 'sending' || state.step === 'queued'
  const stored: ComponentProps<Awaited<ReturnType<typeof loadRequests>>> = {
    request,
    balance_micros,
    mayLive: role !== undefined && may(role, 'call_api'),
    busy,
    onRun(past, ran, max_micros) {
      setMode(past.mode)
      navigate(storedAddress(findMethod(request.functions, past.method_id).section, { run: past.id }))
      run({
        key: keyOf(past.method_id, `run ${past.id}`),
        method: ran,
        mode: past.mode,
        task: past.task,
        params: past.params,
        files: {},
        max_micros,
      })
    },
  }
  const failed = catalogue.isError ? catalogue : shown.isError ? shown : undefined
  return (
    <>
      <PageHeader
        title={[t('API Playground'), request.section && titleIn(t, request.section.title)].filter(Boolean).join(' · ')}
        note={t('Try any function. The sandbox is free; live requests are charged to the active login.')}
      />
      {!method && (
        <Card>
          {failed ? <LoadError busy={failed.isFetching} onRetry={failed.refetch} /> : <SkeletonText lines={10} />}
        </Card>
      )}
      {request.missing && <Lazy load={loadMissing} props={{ missing: request.missing }} waiting={null} />}
      {method && (
        <Bench
          request={request}
          method={method}
          mode={mode}
          role={role}
          ip={setup?.ip ?? ''}
          login={setup?.login ?? ''}
          base_url={setup?.base_url ?? ''}
          balance_micros={balance_micros}
          busy={busy}
          chosen={chosen}
          onMode={setMode}
          onRun={(max_micros) => run({ key: request.key, method, mode, task, params, files: chosen.files, max_micros })}
          result={<Result request={request} method={method} state={state} onCancel={cancel} />}
          rail={<Lazy whenNear load={loadRequests} props={stored} waiting={<WaitingCard />} />}
        />
      )}
    </>
  )
}
