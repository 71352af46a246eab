import type { PaymentOrder } from '@portico/contract/payments.ts'
import { useQuery } from '@tanstack/react-query'
import { useT } from '#i18n/i18n.tsx'
import { useMoney } from '#i18n/money.ts'
import { liveBalanceQuery } from '#money/balance.ts'
import { Moment } from '#page/moment.tsx'
import { classNames } from '#ui/class-names.ts'
import { Icon } from '#ui/icon/icon.tsx'
import { Spinner } from '#ui/icon/spinner.tsx'
import { Card } from '#ui/show/card.tsx'
import { CopyButton } from '#ui/show/copy.tsx'
import { type KeyValue, KeyValues } from '#ui/show/key-values.tsx'
import { Documents } from '../documents.tsx'
import { descriptionOf, hasArrived, methodOf } from '../words.ts'
import styles from './order.module.css'
import { OrderActions } from './order-actions.tsx'
import { orderWords } from './order-words.ts'
import { WireDetails } from './wire-details.tsx'

export function OrderCard({ order }: { order: PaymentOrder }) {
  const t = useT()
  const { short } = useMoney()
  const words = orderWords(order)
  const credited = order.amount_micros + order.promo_micros
  const name = order.database?.title ?? ''
  const isMoving =
    (order.status === 'paid' && order.database?.state === 'waiting') ||
    order.status === 'processing' ||
    (order.status === 'created' && order.processor !== 'wire')
  return (
    <Card className={styles.card}>
      <div className={styles.head} role="status">
        <span className={classNames(styles.sign, styles[words.tone])} aria-hidden>
          {isMoving ? <Spinner /> : <Icon name={words.icon} />}
        </span>
        <h1 className={styles.title}>{t(words.title, { amount: short(credited), name })}</h1>
        <p className={styles.text}>{t(words.text, { name })}</p>
        {order.status === 'paid' && <NewBalance />}
      </div>
      {order.processor === 'wire' && !hasArrived(order) && order.status !== 'canceled' && <WireDetails order={order} />}
      <OrderActions key={order.status} order={order} />
      <div className={styles.facts}>
        <KeyValues dense items={useFacts(order)} />
      </div>
    </Card>
  )
}

function NewBalance() {
  const t = useT()
  const { exact } = useMoney()
  const { data } = useQuery({ ...liveBalanceQuery, enabled: false })
  return data ? (
    <p className={styles.balance}>{t('New balance: {balance}', { balance: exact(data.balance_micros) })}</p>
  ) : null
}

function useFacts(order: PaymentOrder): KeyValue[] {
  const t = useT()
  const { short } = useMoney()
  const { amount_micros, tax_micros, promo_micros, refunded_micros, documents, reference } = order
  const line = (key: string, label: string, micros: number): KeyValue => ({ key, label, value: short(micros) })
  return [
    {
      key: 'number',
      label: t('Payment number'),
      value: (
        <span className={styles.reference}>
          {reference}
          <CopyButton text={reference} what={t('Payment number')} />
        </span>
      ),
    },
    { key: 'description', label: t('Description'), value: descriptionOf(order, t) },
    { key: 'login', label: t('API login'), value: order.login },
    { key: 'method', label: t('Method'), value: methodOf(order, t) },
    { key: 'date', label: t('Date'), value: <Moment at={order.created_at} style="named" /> },
    line('amount', t('Amount'), amount_micros),
    line('tax', t('Tax'), tax_micros),
    line('total', t('Total'), amount_micros + tax_micros),
    ...(promo_micros > 0 ? [line('promo', t('Promo bonus'), promo_micros)] : []),
    ...(refunded_micros > 0 ? [line('refunded', t('Refunded'), refunded_micros)] : []),
    ...(documents.length > 0
      ? [{ key: 'documents', label: t('Documents'), value: <Documents documents={documents} /> }]
      : []),
  ]
}
