import { Amount } from '#i18n/amount.tsx'
import { useT } from '#i18n/i18n.tsx'
import styles from './api-access.module.css'

/** The APIs and functions that an agent or a key may call. */
export function Allowed({ functions }: { functions: string[] | null }) {
  const t = useT()
  if (!functions) return t('Everything')
  return <span className={styles.anywhere}>{functions.join(', ')}</span>
}

export function Spent({ micros, limit_micros }: { micros: number; limit_micros: number | null }) {
  const t = useT()
  return (
    <span className={styles.spent}>
      <Amount micros={micros} />
      {limit_micros !== null && (
        <span className={styles.faint}>
          {t('of')} <Amount micros={limit_micros} />
        </span>
      )}
    </span>
  )
}

/** A member's daily limit. */
export function Cap({ micros }: { micros: number | null }) {
  const t = useT()
  return micros === null ? t('No limit') : <Amount micros={micros} />
}
