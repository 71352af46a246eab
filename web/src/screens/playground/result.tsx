import type { ShownMethod } from '@portico/contract/catalogue.ts'
import { useEffect, useRef } from 'react'
import { useI18n } from '#i18n/i18n.tsx'
import { loadPart } from '#lib/load-chunk.ts'
import { Lazy } from '#ui/lazy.tsx'
import { Card } from '#ui/show/card.tsx'
import { Empty } from '#ui/show/empty.tsx'
import { LoadError } from '#ui/show/load-error.tsx'
import { SkeletonText } from '#ui/show/skeleton.tsx'
import styles from './playground.module.css'
import type { PlaygroundRequest } from './use-request.ts'
import type { RunState } from './use-run.ts'

const loadOutcome = async () => (await import('./run-outcome.tsx')).RunOutcome
const loadWaiting = async () => (await import('./waiting.tsx')).Waiting
const loadPast = async () => (await import('./past-run.tsx')).PastRun

type ResultProps = { request: PlaygroundRequest; method: ShownMethod; state: RunState; onCancel: () => void }

export function Result({ request, method, state, onCancel }: ResultProps) {
  const { t, translateProblem } = useI18n()
  const isRunning = state.step === 'sending' || state.step === 'queued'
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isRunning) bringIntoView(element.current)
    // The code that shows the reply is loaded before the reply; if that fails, it is requested again then.
    if (isRunning) loadPart(loadOutcome).catch(() => {})
  }, [isRunning])
  const { run } = request.address
  const nothing = (
    <Empty icon="play" title={t('Nothing has run yet')}>
      {t('Press Run to send the request. The sandbox is free and returns sample data.')}
    </Empty>
  )
  const waiting = <SkeletonText lines={8} />
  return (
    <div ref={element} className={styles.outcome}>
      <Card title={t('Result')}>
        {state.step === 'idle' &&
          (run ? (
            <Lazy key={run} load={loadPast} props={{ method, run_id: run, none: nothing }} waiting={waiting} />
          ) : (
            nothing
          ))}
        {(isRunning || state.step === 'left') && (
          <Lazy load={loadWaiting} props={{ isTask: method.kind === 'task', state, onCancel }} waiting={waiting} />
        )}
        {state.step === 'failed' && (
          <LoadError>{translateProblem(state.problem.message, state.problem.values)}</LoadError>
        )}
        {state.step === 'done' && <Lazy load={loadOutcome} props={{ request, method, state }} waiting={waiting} />}
      </Card>
    </div>
  )
}

const SEEN_PX = 160

/**
 * On a phone the result is far below the button: nothing would be seen to happen. Where part of it is visible, nothing
 * moves.
 */
function bringIntoView(element: HTMLElement | null): void {
  if (!element) return
  const { top, bottom } = element.getBoundingClientRect()
  if (Math.min(bottom, innerHeight) - Math.max(top, 0) < SEEN_PX) element.scrollIntoView({ block: 'start' })
}
