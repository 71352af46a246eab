import { isAllowed } from '@portico/contract/menu.ts'
import { CENT_MICROS } from '@portico/contract/money.ts'
import { useI18n } from '#i18n/i18n.tsx'
import { useMoney } from '#i18n/money.ts'
import { Link } from '#lib/link.tsx'
import { paths } from '#lib/paths.ts'
import { useWayTo } from '#money/add-funds.ts'
import type { Trial } from '#money/trial.ts'
import { useUser } from '#session/session.ts'
import styles from './header.module.css'

/** Below the header for as long as nothing has been paid. */
export function TrialLine({ trial }: { trial: Trial }) {
  const { t } = useI18n()
  const { short } = useMoney()
  const user = useUser()
  // Whole cents, rounded down: more than is left is never promised.
  const cents = (micros: number) => short(Math.floor(micros / CENT_MICROS) * CENT_MICROS)
  const wayTo = useWayTo()
  const mayPay = user !== null && isAllowed(paths.payments, user.modules)
  return (
    <div className={styles.trial}>
      <span>
        {trial.total_micros === 0
          ? t('No trial credit: this e-mail address has already received it')
          : t('Trial: {left} of {total} left', {
              left: cents(trial.left_micros),
              total: cents(trial.total_micros),
            })}
      </span>
      <span className={styles.sandbox}>{t('the sandbox is free')}</span>
      {mayPay && <Link to={wayTo(paths.addFunds)}>{t('Add funds')}</Link>}
    </div>
  )
}
