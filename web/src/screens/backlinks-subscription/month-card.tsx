import { useT } from '#i18n/i18n.tsx'
import { useMoney } from '#i18n/money.ts'
import { Card } from '#ui/show/card.tsx'
import { Meter } from '#ui/show/meter.tsx'
import styles from './backlinks-subscription.module.css'
import { againstMinimum } from './calculate.ts'

type MonthCardProps = {
  /** Undefined while something typed is no number. */
  total_micros: number | undefined
  minimum_micros: number
}

/** The sum stays in sight while the numbers are typed. It is praised only once there is one. */
export function MonthCard({ total_micros, minimum_micros }: MonthCardProps) {
  const t = useT()
  const { short } = useMoney()
  const total = total_micros ?? 0
  const { left_micros, over_micros } = againstMinimum(total, minimum_micros)
  return (
    <Card title={t('Monthly cost')} className={styles.month}>
      <div className={styles.monthBody} aria-live="polite">
        <p className={styles.sum}>{total_micros === undefined ? '–' : short(total_micros)}</p>
        <Meter
          label={t('Monthly minimum')}
          value={total}
          max={minimum_micros}
          text={t('{spent} of {limit}', { spent: short(total), limit: short(minimum_micros) })}
          tone={over_micros > 0 ? 'warn' : total > 0 ? 'good' : 'accent'}
        />
        <p className={styles.verdict}>{verdict()}</p>
      </div>
    </Card>
  )

  function verdict(): string {
    if (total_micros === undefined) return t('Please enter a number')
    if (total_micros === 0) return t('Enter how many requests you plan.')
    if (over_micros > 0)
      return t('{amount} above the monthly minimum. Add funds to cover it.', { amount: short(over_micros) })
    return t('Covered by the monthly minimum. {amount} stays in your balance for any API and does not expire.', {
      amount: short(left_micros),
    })
  }
}
