import type { Approval } from '@portico/contract/operator-approvals.ts'
import { useMoney } from '#i18n/money.ts'
import { Link } from '#lib/link.tsx'
import { Moment } from '#page/moment.tsx'
import { Button } from '#ui/input/button.tsx'
import { Badge } from '#ui/show/badge.tsx'
import { Banner } from '#ui/show/banner.tsx'
import { Card } from '#ui/show/card.tsx'
import { KeyValues } from '#ui/show/key-values.tsx'
import { actionOf, INPUT_WORDS, STATE_WORDS } from './approval-words.ts'
import styles from './customers.module.css'
import { useMay } from './me.ts'
import { customerPath } from './paths.ts'
import { type ConsoleKey, useConsoleT } from './texts.ts'

type Props = { approval: Approval; onDecide: (is_approved: boolean) => void }

/** One request: exactly what will be done, why, who wants it, and what became of it. */
export function ApprovalCard({ approval, onDecide }: Props) {
  const t = useConsoleT()
  const may = useMay()
  const { short } = useMoney()
  const { customer, state, is_own, may_decide } = approval
  const { label, tone } = STATE_WORDS[state]
  const isOpen = state === 'waiting' && may_decide && may('approve')
  return (
    <Card
      title={`${t(actionOf(approval))}: ${short(Math.abs(approval.amount_micros))}`}
      note={customer && <Link to={customerPath(customer.id)}>{customer.email}</Link>}
      actions={<Badge tone={tone}>{t(label)}</Badge>}
    >
      <div className={styles.request}>
        <Facts approval={approval} />
        <Outcome approval={approval} />
        {isOpen && (
          <div className={styles.actions}>
            {!is_own && (
              <Button tone="primary" size="small" onClick={() => onDecide(true)}>
                {t('Approve request')}
              </Button>
            )}
            <Button size="small" onClick={() => onDecide(false)}>
              {is_own ? t('Withdraw') : t('Reject')}
            </Button>
            {is_own && <span className={styles.soft}>{t('You requested this. A colleague has to approve it.')}</span>}
          </div>
        )}
      </div>
    </Card>
  )
}

function Facts({ approval }: { approval: Approval }) {
  const t = useConsoleT()
  const { short } = useMoney()
  const { given: sent, requested_by, requested_at, decided_by, decided_at } = approval
  const text = (field: string, value: string | number | boolean) => {
    if (typeof value === 'boolean') return value ? t('Yes') : t('No')
    if (typeof value === 'number') return field.endsWith('_micros') ? short(value) : value
    return field.endsWith('_at') ? <Moment at={value} /> : value
  }
  const given = INPUT_WORDS.flatMap(([field, label]) => {
    const value = sent[field]
    return value === undefined || value === '' ? [] : [{ key: field, label: t(label), value: text(field, value) }]
  })
  const person = (name: string, at: string, why?: string | null) => (
    <span className={styles.who}>
      {name}
      <Moment at={at} className={styles.soft} />
      {why && <span className={styles.quote}>{why}</span>}
    </span>
  )
  return (
    <KeyValues
      dense
      items={[
        ...given,
        { key: 'reason', label: t('Reason'), value: <span className={styles.quote}>{approval.reason}</span> },
        { key: 'by', label: t('Requested by'), value: person(requested_by, requested_at) },
        ...(decided_by && decided_at
          ? [
              {
                key: 'decided',
                label: t('Decided by'),
                value: person(decided_by, decided_at, approval.decision_reason),
              },
            ]
          : [{ key: 'expires', label: t('Expires'), value: <Moment at={approval.expires_at} /> }]),
      ]}
    />
  )
}

function Outcome({ approval: { state, balance_micros, failure } }: { approval: Approval }) {
  const t = useConsoleT()
  const { short } = useMoney()
  return (
    <>
      {failure && <Banner tone="bad">{t(failure.text as ConsoleKey, failure.values)}</Banner>}
      {state === 'done' && balance_micros !== null && (
        <p>{t('Booked. The balance is now {amount}.', { amount: short(balance_micros) })}</p>
      )}
      {state === 'unclear' && (
        <Banner tone="warn">
          {t('The server stopped while this was running. Check whether it was booked before you request it again.')}
        </Banner>
      )}
    </>
  )
}
