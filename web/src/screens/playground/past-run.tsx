import type { ShownMethod } from '@portico/contract/catalogue.ts'
import type { PlaygroundRun } from '@portico/contract/playground.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { useT } from '#i18n/i18n.tsx'
import { useMoney } from '#i18n/money.ts'
import { useTimes } from '#page/times.ts'
import { Empty } from '#ui/show/empty.tsx'
import { LoadError } from '#ui/show/load-error.tsx'
import { SkeletonText } from '#ui/show/skeleton.tsx'
import styles from './playground.module.css'
import { historyQuery, queuedTaskQuery, resultQuery } from './playground-queries.ts'
import { isQueuedRun } from './queued-runs.ts'
import { ResultViews } from './result-views.tsx'
import { RunFacts } from './run-facts.tsx'
import { useDuration } from './use-duration.ts'
import { Verdict } from './verdict.tsx'
import { Waiting } from './waiting.tsx'

type PastRunProps = {
  method: ShownMethod
  run_id: string
  /** Shown instead, where there is no such run of this method. */
  none: ReactNode
}

/** A run opened from History: what it brought, or how far its task is. */
export function PastRun({ method, run_id, none }: PastRunProps) {
  const { data } = useQuery(historyQuery)
  const [isLeft, setLeft] = useState(false)
  const run = data?.runs.find(({ id, method_id }) => String(id) === run_id && method_id === method.id)
  if (!data) return <SkeletonText lines={8} />
  if (!run) return none
  if (isQueuedRun(run) && isLeft) return <Waiting isTask state={{ step: 'left', isQueued: true }} onCancel={() => {}} />
  if (isQueuedRun(run)) return <Queued run={run} onLeave={() => setLeft(true)} />
  return <StoredRun method={method} run={run} />
}

/** Polls until the result is there; then History and the page have it. */
function Queued({ run, onLeave }: { run: PlaygroundRun; onLeave: () => void }) {
  const { isError, isFetching, refetch } = useQuery(queuedTaskQuery(run))
  const [since_ms] = useState(() => performance.now() - (Date.now() - Date.parse(run.at)))
  if (isError) return <LoadError busy={isFetching} onRetry={refetch} />
  return <Waiting isTask state={{ step: 'queued', since_ms }} onCancel={onLeave} />
}

function StoredRun({ method, run }: { method: ShownMethod; run: PlaygroundRun }) {
  const t = useT()
  const money = useMoney()
  const duration = useDuration()
  const { both } = useTimes()
  const { data, isError, isFetching, refetch } = useQuery({ ...resultQuery(run.id), enabled: run.has_result })
  const answer = useMemo(() => ({ tasks: [{ result: data ?? [] }] }), [data])
  const body = useMemo(() => JSON.stringify(answer, null, 2), [answer])
  return (
    <div className={styles.result}>
      <RunFacts
        facts={[
          { key: 'task', label: t('Task'), value: <Verdict code={run.status_code} message={run.status_message} /> },
          { key: 'at', label: t('When'), value: both(run.at) },
          { key: 'cost', label: t('Cost'), value: run.mode === 'sandbox' ? t('Free') : money.exact(run.cost_micros) },
          { key: 'time', label: t('Duration'), value: duration(run.time_ms) },
        ]}
      />
      {!run.has_result && (
        <Empty icon="play" title={t('The result of this run is not stored')}>
          {t('Press Run to send the request again.')}
        </Empty>
      )}
      {isError && !data && <LoadError busy={isFetching} onRetry={refetch} />}
      {run.has_result && !data && !isError && <SkeletonText lines={8} />}
      {data && <ResultViews method={{ id: method.id, plain: null }} body={body} answer={answer} />}
    </div>
  )
}
