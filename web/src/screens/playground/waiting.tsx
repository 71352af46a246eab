import { useEffect, useState } from 'react'
import { useT } from '#i18n/i18n.tsx'
import { classNames } from '#ui/class-names.ts'
import { Button } from '#ui/input/button.tsx'
import { Empty } from '#ui/show/empty.tsx'
import { SkeletonText } from '#ui/show/skeleton.tsx'
import type { RunState } from './use-run.ts'
import styles from './waiting.module.css'

type WaitingProps = {
  /** True when it goes through a queue at all. */
  isTask: boolean
  /** The start, on the clock of `performance.now()`. */
  state: Extract<RunState, { step: 'sending' | 'queued' | 'left' }>
  onCancel: () => void
}

const STEPS = ['Sending', 'Queued', 'Ready'] as const

/** A request in progress: its state and duration, or what happens to it when the user no longer waits. */
export function Waiting({ isTask, state, onCancel }: WaitingProps) {
  if (state.step === 'left') return <Left isQueued={state.isQueued} />
  return <Steps isTask={isTask} isQueued={state.step === 'queued'} since_ms={state.since_ms} onCancel={onCancel} />
}

/** A customer who believes it undone would send it again, and pay twice. */
function Left({ isQueued }: { isQueued: boolean }) {
  const t = useT()
  return (
    <Empty icon="clock" title={t('You stopped waiting')}>
      {isQueued
        ? t('The task continues. Its result will be in History.')
        : t('The request may still run and be charged. History shows how it ended.')}
    </Empty>
  )
}

type StepsProps = { isTask: boolean; isQueued: boolean; since_ms: number; onCancel: () => void }

function Steps({ isTask, isQueued, since_ms, onCancel }: StepsProps) {
  const t = useT()
  const [seconds, setSeconds] = useState(() => secondsSince(since_ms))
  useEffect(() => {
    const timer = setInterval(() => setSeconds(secondsSince(since_ms)), 250)
    return () => clearInterval(timer)
  }, [since_ms])
  const at = isQueued ? 1 : 0
  return (
    <div className={styles.waiting}>
      {isTask && (
        <ol className={styles.steps}>
          {STEPS.map((name, index) => (
            <li
              key={name}
              className={classNames(styles.step, index < at && styles.done, index === at && styles.now)}
              aria-current={index === at ? 'step' : undefined}
            >
              {t(name)}
            </li>
          ))}
        </ol>
      )}
      <p className={styles.message}>
        <span role="status">{isQueued ? t('The task is queued. Its result appears here.') : t('Running…')}</span>{' '}
        <span className={styles.seconds}>{t('{count} s', { count: seconds })}</span>
      </p>
      {isQueued && <p className={styles.note}>{t('You can leave this page: the task stays in History.')}</p>}
      <SkeletonText lines={6} />
      <Button onClick={onCancel}>{isQueued ? t('Stop waiting') : t('Cancel')}</Button>
    </div>
  )
}

function secondsSince(since_ms: number): number {
  return Math.max(0, Math.floor((performance.now() - since_ms) / 1000))
}
