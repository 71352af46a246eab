import type { Faults } from '@portico/contract/check-task.ts'
import { useI18n } from '#i18n/i18n.tsx'
import styles from './playground.module.css'

const SHOWN_MAX = 10

/** Errors of a task that belong to no field. */
export function FaultList({ faults }: { faults: Faults }) {
  const { t, translateProblem } = useI18n()
  const all = Object.entries(faults).slice(0, SHOWN_MAX)
  if (all.length === 0) return null
  return (
    <ul className={styles.faults} aria-label={t('Fix these fields')}>
      {all.map(([path, { message, values }]) => (
        <li key={path}>
          {path && <code>{path}: </code>}
          {translateProblem(message, values)}
        </li>
      ))}
    </ul>
  )
}
