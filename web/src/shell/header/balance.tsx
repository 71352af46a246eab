import { isAllowed } from '@portico/contract/menu.ts'
import { BALANCE_TICK_MS } from '@portico/contract/rules.ts'
import { useEffect, useState } from 'react'
import { useT } from '#i18n/i18n.tsx'
import { useMoney } from '#i18n/money.ts'
import { Link } from '#lib/link.tsx'
import { paths } from '#lib/paths.ts'
import { useLiveBalance } from '#money/balance.ts'
import { balance as reportBalance } from '#scripts/outbound-events.ts'
import { useUser } from '#session/session.ts'
import { classNames } from '#ui/class-names.ts'
import { Skeleton } from '#ui/show/skeleton.tsx'
import styles from './header.module.css'

/** The balance, six decimals, green or red for two seconds when it moves. It leads to the payments of those who may see them. */
export function Balance() {
  const t = useT()
  const { exact } = useMoney()
  const user = useUser()
  const micros = useLiveBalance()?.balance_micros
  const tick = useTick(micros)
  useEffect(() => {
    if (micros !== undefined) reportBalance(micros)
  }, [micros])
  const content = (
    <>
      <span className={styles.balanceLabel}>{t('Balance')}</span>
      {micros === undefined ? (
        <Skeleton className={styles.waiting} />
      ) : (
        <span className={classNames(styles.amount, tick && styles[tick])} data-testid="balance" aria-live="polite">
          {exact(micros)}
        </span>
      )}
    </>
  )
  if (!user || !isAllowed(paths.payments, user.modules)) return <div className={styles.balance}>{content}</div>
  return (
    <Link to={paths.payments} className={styles.balance}>
      {content}
    </Link>
  )
}

function useTick(micros: number | undefined): 'up' | 'down' | undefined {
  const [seen, setSeen] = useState(micros)
  const [tick, setTick] = useState<{ way: 'up' | 'down'; to: number }>()
  if (micros !== seen) {
    setSeen(micros)
    if (micros !== undefined && seen !== undefined) setTick({ way: micros > seen ? 'up' : 'down', to: micros })
  }
  useEffect(() => {
    if (!tick) return
    const timer = setTimeout(() => setTick(undefined), BALANCE_TICK_MS)
    return () => clearTimeout(timer)
  }, [tick])
  return tick?.way
}
