import type { Subscription } from '@portico/contract/subscriptions.ts'
import { useT } from '#i18n/i18n.tsx'
import { Link } from '#lib/link.tsx'
import { functionAddress } from '#lib/playground-address.ts'
import { titleIn } from '#page/titles.ts'
import { Icon } from '#ui/icon/icon.tsx'
import styles from './backlinks-subscription.module.css'

/** Three lines beside the state; the functions themselves are one press away. */
export function WhatYouGet({ subscription: { functions, price } }: { subscription: Subscription }) {
  const t = useT()
  const lines = [
    t('Live requests to all functions of this API, each at its usual price'),
    ...(price
      ? [
          t('The monthly minimum is credited to your balance and pays for any API'),
          t('What you do not use stays in your balance and never expires'),
        ]
      : []),
  ]
  return (
    <div className={styles.get}>
      <h3 className={styles.getTitle}>{t('What you get')}</h3>
      <ul className={styles.getLines}>
        {lines.map((line) => (
          <li key={line}>
            <Icon name="check" size={16} className={styles.check} />
            <span>{line}</span>
          </li>
        ))}
      </ul>
      <details className={styles.functions}>
        <summary>{t('Show all {count} functions', { count: functions.length })}</summary>
        <ul className={styles.included}>
          {functions.map(({ id, title, section }) => (
            <li key={id}>
              {section ? (
                <Link to={functionAddress(section, { id, methods: [] })}>{titleIn(t, title)}</Link>
              ) : (
                titleIn(t, title)
              )}
            </li>
          ))}
        </ul>
      </details>
    </div>
  )
}
