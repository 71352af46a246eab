import { useEffect, useState } from 'react'
import { useT } from '#i18n/i18n.tsx'
import { classNames } from '#ui/class-names.ts'
import { Button } from '#ui/input/button.tsx'
import { SkeletonText } from '#ui/show/skeleton.tsx'
import styles from './waiting.module.css'

type WaitingProps = {
  /** Whether it goes through a queue at all. */
  isTask: boolean
  isQueued: boolean
  /** On the clock of `performance.now()`. */
  since_ms: number
  onCancel: () => void
}

const STEPS = ['Sending', 'Queued', 'Ready'] as const

/** A request under way: how far it is and for how long. */
export function Waiting({ isTask, isQueued, since_ms, onCancel }: WaitingProps) {
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
          {STEPS.map((name, place) => (
            <li
              key={name}
              className={classNames(styles.step, place < at && styles.done, place === at && styles.now)}
              aria-current={place === at ? 'step' : undefined}
            >
              {t(name)}
            </li>
          ))}
        </ol>
      )}
      <p className={styles.said}>
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
