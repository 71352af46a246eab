import { formatMicros } from '@portico/contract/money.ts'
import { BALANCE_TICK_MS } from '@portico/contract/rules.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useT } from '#i18n/i18n.tsx'
import { creditsQuery } from '#session/credits.ts'
import { useSession } from '#session/session.ts'
import { classNames } from '#ui/class-names.ts'
import styles from './header.module.css'

/** The balance, six decimals, green or red for two seconds when it moves. */
export function Balance() {
  const t = useT()
  const { firstCredits } = useSession()
  const { data } = useQuery({ ...creditsQuery, ...(firstCredits && { initialData: firstCredits }) })
  const micros = data?.balance_micros
  const tick = useTick(micros)
  if (micros === undefined) return null
  return (
    <div className={styles.balance}>
      <span className={styles.balanceLabel}>{t('Balance')}</span>
      <span className={classNames(styles.amount, tick && styles[tick])} data-testid="balance" aria-live="polite">
        {formatMicros(micros)}
      </span>
    </div>
  )
}

function useTick(micros: number | undefined): 'up' | 'down' | undefined {
  const [seen, setSeen] = useState(micros)
  const [tick, setTick] = useState<'up' | 'down'>()
  if (micros !== seen) {
    setSeen(micros)
    if (micros !== undefined && seen !== undefined) setTick(micros > seen ? 'up' : 'down')
  }
  useEffect(() => {
    if (!tick) return
    const timer = setTimeout(() => setTick(undefined), BALANCE_TICK_MS)
    return () => clearTimeout(timer)
  }, [tick])
  return tick
}
