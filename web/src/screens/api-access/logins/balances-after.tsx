import type { Micros } from '@portico/contract/money.ts'
import { Amount } from '#i18n/amount.tsx'
import { useT } from '#i18n/i18n.tsx'
import styles from '../api-access.module.css'
import type { Choice } from './transfer-choice.ts'

/** Both balances after the transfer, shown before anything is moved. */
export function BalancesAfter({ from, to, amount_micros }: Choice & { amount_micros: Micros }) {
  const t = useT()
  const lines = [
    { login: from.login, micros: from.balance_micros - amount_micros },
    { login: to.login, micros: to.balance_micros + amount_micros },
  ]
  return (
    <section className={styles.after} aria-live="polite">
      <h3 className={styles.afterTitle}>{t('Balances after the move')}</h3>
      <dl className={styles.afterLines}>
        {lines.map(({ login, micros }) => (
          <div key={login} className={styles.afterLine}>
            <dt className={styles.anywhere}>{login}</dt>
            <dd>
              <Amount micros={micros} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
