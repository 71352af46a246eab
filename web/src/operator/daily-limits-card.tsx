import type { Customer } from '@portico/contract/operator-customers.ts'
import { scopeLabel } from '@portico/contract/spend-scopes.ts'
import { titleIn } from '#page/titles.ts'
import { SpendMeter } from '#screens/settings/spend-meter.tsx'
import { Card } from '#ui/show/card.tsx'
import styles from './customers.module.css'
import { useConsoleT } from './texts.ts'

/** What the customer has limited by the day, as their settings show it. */
export function DailyLimitsCard({ customer: { money, logins }, login }: { customer: Customer; login: string }) {
  const t = useConsoleT()
  if (money.limits.length === 0) return null
  const whose = t('The customer changes these in their own settings.')
  const note = logins.length > 1 ? `${login || logins[0]?.login} · ${whose}` : whose
  return (
    <Card title={t('Daily limit')} note={note}>
      <ul className={styles.pairs}>
        {money.limits.map((limit) => (
          <li key={limit.scope}>
            <SpendMeter
              label={
                limit.scope === '' ? t('Spent today (UTC)') : scopeLabel({ ...limit, title: titleIn(t, limit.title) })
              }
              limit={limit}
            />
          </li>
        ))}
      </ul>
    </Card>
  )
}
