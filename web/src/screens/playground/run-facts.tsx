import type { ReactNode } from 'react'
import styles from './run-facts.module.css'

export interface RunFact {
  key: string
  label: string
  value: ReactNode
}

/** How a run ended, in a line or two above its result. */
export function RunFacts({ facts }: { facts: RunFact[] }) {
  return (
    <div role="status">
      <dl className={styles.facts}>
        {facts.map(({ key, label, value }) => (
          <div key={key} className={styles.fact}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
