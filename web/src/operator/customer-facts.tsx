import { LANGUAGE_NAMES, languageOfField } from '@portico/contract/language.ts'
import type { Customer } from '@portico/contract/operator-customers.ts'
import { ROLE_NAMES } from '@portico/contract/role.ts'
import { useMoney } from '#i18n/money.ts'
import { Moment } from '#page/moment.tsx'
import { Badge } from '#ui/show/badge.tsx'
import { Card } from '#ui/show/card.tsx'
import { KeyValues } from '#ui/show/key-values.tsx'
import styles from './customers.module.css'
import { useConsoleT } from './texts.ts'

export function WhoCard({ customer }: { customer: Customer }) {
  const t = useConsoleT()
  const { billing, brand, team } = customer
  const yesNo = (is: boolean) => (is ? t('Yes') : t('No'))
  return (
    <Card title={t('Who')}>
      <KeyValues
        dense
        items={[
          { key: 'id', label: t('Customer ID'), value: customer.id },
          ...(billing ? [{ key: 'company', label: t('Company'), value: `${billing.name}, ${billing.country}` }] : []),
          ...(billing?.vat_id ? [{ key: 'vat', label: t('VAT ID'), value: billing.vat_id }] : []),
          ...(customer.phone ? [{ key: 'phone', label: t('Phone'), value: customer.phone }] : []),
          ...(brand ? [{ key: 'brand', label: t('Brand'), value: brand }] : []),
          { key: 'language', label: t('Language'), value: LANGUAGE_NAMES[languageOfField(customer.language)] },
          { key: 'since', label: t('Customer since'), value: <Moment at={customer.created_at} /> },
          {
            key: 'seen',
            label: t('Last sign-in'),
            value: customer.last_login ? <Moment at={customer.last_login} /> : t('Never'),
          },
          { key: 'confirmed', label: t('E-mail confirmed'), value: yesNo(customer.is_verified) },
          { key: 'factor', label: t('Second factor'), value: yesNo(customer.has_second_factor) },
          ...(customer.closes_at
            ? [{ key: 'closes', label: t('Closes'), value: <Moment at={customer.closes_at} /> }]
            : []),
          ...(customer.features.length > 0
            ? [{ key: 'features', label: t('Features'), value: customer.features.join(', ') }]
            : []),
          ...team.map((person) => ({
            key: `person ${person.email}`,
            label: t(ROLE_NAMES[person.role]),
            value: (
              <span className={styles.who}>
                {person.name}
                <span className={styles.soft}>{person.email}</span>
                {person.has_second_factor && <span className={styles.soft}>{t('With a second factor')}</span>}
              </span>
            ),
          })),
        ]}
      />
    </Card>
  )
}

export function LoginsCard({ customer: { logins } }: { customer: Customer }) {
  const t = useConsoleT()
  const { short } = useMoney()
  return (
    <Card title={t('API logins')}>
      {logins.length === 0 && <p>{t('No API login')}</p>}
      <ul className={styles.pairs}>
        {logins.map(({ login, status, balance_micros, per_minute, simultaneous, subscriptions }) => (
          <li key={login} className={styles.pair}>
            <span className={styles.who}>
              {login}
              <span className={styles.soft}>
                {t('{per_minute} per minute, {simultaneous} concurrent', { per_minute, simultaneous })}
              </span>
              {subscriptions.length > 0 && <span className={styles.soft}>{subscriptions.join(', ')}</span>}
            </span>
            <span className={styles.value}>
              {short(balance_micros)}
              {status === 'on_hold' && <Badge tone="warn">{t('On hold')}</Badge>}
              {status === 'off' && <Badge>{t('Turned off')}</Badge>}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

export function SessionsCard({ customer: { sessions } }: { customer: Customer }) {
  const t = useConsoleT()
  return (
    <Card title={t('Sessions')}>
      {sessions.length === 0 && <p>{t('No open sessions')}</p>}
      <ul className={styles.pairs}>
        {sessions.map(({ created_at, ip, user_agent, last_seen_at }) => (
          <li key={`${created_at} ${ip}`} className={styles.pair}>
            <span className={styles.who}>
              {ip}
              <span className={styles.soft}>{user_agent}</span>
            </span>
            <Moment at={last_seen_at} className={styles.value} />
          </li>
        ))}
      </ul>
    </Card>
  )
}
