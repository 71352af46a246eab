import type { ShownMethod } from '@portico/contract/catalogue.ts'
import { useEffect, useState } from 'react'
import { useI18n, useT } from '#i18n/i18n.tsx'
import { loadPart } from '#lib/load-chunk.ts'
import { Button } from '#ui/input/button.tsx'
import { Lazy } from '#ui/lazy.tsx'
import { Card } from '#ui/show/card.tsx'
import { Empty } from '#ui/show/empty.tsx'
import { LoadError } from '#ui/show/load-error.tsx'
import { SkeletonText } from '#ui/show/skeleton.tsx'
import styles from './playground.module.css'
import type { PlaygroundRequest } from './use-request.ts'
import type { RunState } from './use-run.ts'

const loadOutcome = async () => (await import('./run-outcome.tsx')).RunOutcome

type ResultProps = { request: PlaygroundRequest; method: ShownMethod; state: RunState; onCancel: () => void }

export function Result({ request, method, state, onCancel }: ResultProps) {
  const { t, say } = useI18n()
  const isRunning = state.step === 'sending' || state.step === 'queued'
  useEffect(() => {
    // What shows the answer is there before the answer is; where it fails, it is asked for again then.
    if (isRunning) loadPart(loadOutcome).catch(() => {})
  }, [isRunning])
  return (
    <Card title={t('Result')}>
      {state.step === 'idle' && (
        <Empty icon="play" title={t('Nothing has run yet')}>
          {t('Press Run to send the request. The sandbox is free and returns sample data.')}
        </Empty>
      )}
      {isRunning && <Waiting isQueued={state.step === 'queued'} since_ms={state.since_ms} onCancel={onCancel} />}
      {state.step === 'failed' && <LoadError>{say(state.problem.message, state.problem.values)}</LoadError>}
      {state.step === 'done' && (
        <Lazy load={loadOutcome} props={{ request, method, state }} waiting={<SkeletonText lines={8} />} />
      )}
    </Card>
  )
}

function Waiting({ isQueued, since_ms, onCancel }: { isQueued: boolean; since_ms: number; onCancel: () => void }) {
  const t = useT()
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setSeconds(Math.floor((performance.now() - since_ms) / 1000)), 250)
    return () => clearInterval(timer)
  }, [since_ms])
  return (
    <div className={styles.waiting}>
      <p role="status">
        {isQueued ? t('The task is queued. Its result appears here.') : t('Running…')}{' '}
        <span className={styles.seconds}>{t('{count} s', { count: seconds })}</span>
      </p>
      {isQueued && <p className={styles.note}>{t('You can leave this page: the task stays in History.')}</p>}
      <SkeletonText lines={6} />
      <Button onClick={onCancel}>{isQueued ? t('Stop waiting') : t('Cancel')}</Button>
    </div>
  )
}
