import { may } from '@portico/contract/permissions.ts'
import type { Subscription } from '@portico/contract/subscriptions.ts'
import type { ReactNode } from 'react'
import { useT } from '#i18n/i18n.tsx'
import { useMoney } from '#i18n/money.ts'
import { useTimes } from '#page/times.ts'
import { RoleNote } from '#session/role-note.tsx'
import { useUser } from '#session/session.ts'
import { Badge } from '#ui/show/badge.tsx'
import { Banner } from '#ui/show/banner.tsx'
import { Card } from '#ui/show/card.tsx'
import { type KeyValue, KeyValues } from '#ui/show/key-values.tsx'
import { STATE_BADGES, stateSentence } from './state-words.ts'
import { SubscriptionActions } from './subscription-actions.tsx'
import styles from './subscriptions.module.css'

type SubscriptionCardProps = {
  subscription: Subscription
  methods: { id: string; label: string; is_default: boolean }[]
  /** Right of the state on a wide page. */
  beside?: ReactNode
}

/** The state of an account's subscription to one product, and the next action. */
export function SubscriptionCard({ subscription, methods, beside }: SubscriptionCardProps) {
  const t = useT()
  const { short } = useMoney()
  const { utc } = useTimes()
  const role = useUser()?.role
  const { title, state, next_price } = subscription
  const { tone, label } = STATE_BADGES[state]
  const date = (at: string) => utc('date', at)
  const { text, values } = stateSentence(subscription, { date, money: short })
  return (
    <Card
      id={`subscription-${subscription.product}`}
      title={title}
      actions={
        <Badge tone={tone} dot>
          {t(label)}
        </Badge>
      }
      footer={role && may(role, 'add_funds') && <SubscriptionActions subscription={subscription} methods={methods} />}
    >
      <div className={styles.band}>
        <div className={styles.stack}>
          <p>{t(text, values)}</p>
          {next_price && (
            <Banner>
              {t('From {date}, the monthly minimum is {amount}.', {
                date: date(next_price.from),
                amount: short(next_price.micros),
              })}
            </Banner>
          )}
          <KeyValues items={useFacts(subscription)} dense />
          <RoleNote action="add_funds" />
        </div>
        {beside}
      </div>
    </Card>
  )
}

/** Days are of UTC, as all bills are. */
function useFacts({ price, period_start, period_end, method_label, login, state }: Subscription): KeyValue[] {
  const t = useT()
  const { short } = useMoney()
  const { utc } = useTimes()
  const day = (at: string) => utc('date', at)
  return [
    ...(price ? [{ key: 'price', label: t('Monthly minimum'), value: short(price.micros), numeric: true }] : []),
    ...(period_start && period_end
      ? [{ key: 'period', label: t('Current period (UTC)'), value: `${day(period_start)} – ${day(period_end)}` }]
      : []),
    ...(login ? [{ key: 'login', label: t('Credited to'), value: login }] : []),
    ...(method_label && state !== 'canceling' ? [{ key: 'method', label: t('Paid with'), value: method_label }] : []),
  ]
}
