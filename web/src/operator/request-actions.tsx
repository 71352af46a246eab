import { operator } from '@portico/contract/operator.ts'
import type { ShownRequest } from '@portico/contract/operator-requests.ts'
import { IMPERSONATION_MINUTES } from '@portico/contract/rules.ts'
import { useState } from 'react'
import { useMoney } from '#i18n/money.ts'
import { paths } from '#lib/paths.ts'
import { typedMicros } from '#money/typed-amount.ts'
import { Button } from '#ui/input/button.tsx'
import { Field } from '#ui/input/field.tsx'
import { ActionDialog } from './action-dialog.tsx'
import styles from './customers.module.css'
import { useMay, useMe } from './me.ts'
import { useConsoleT } from './texts.ts'

/** What this person may do about a call; what the role forbids is not offered. */
export function RequestActions({ request }: { request: ShownRequest }) {
  const t = useConsoleT()
  const may = useMay()
  const [open, setOpen] = useState<'refund' | 'act_as'>()
  const { customer, refund } = request
  const close = () => setOpen(undefined)
  return (
    <div className={styles.actions}>
      {may('refund_calls') && refund.none === null && (
        <Button size="small" tone="primary" onClick={() => setOpen('refund')}>
          {t('Refund this call')}
        </Button>
      )}
      {may('act_as') && customer.status === 'active' && !customer.is_staff && (
        <Button size="small" onClick={() => setOpen('act_as')}>
          {t('Open as the customer sees it')}
        </Button>
      )}
      {open === 'refund' && <RefundCallDialog request={request} onClose={close} />}
      {open === 'act_as' && <OpenAsDialog request={request} onClose={close} />}
    </div>
  )
}

type DialogProps = { request: ShownRequest; onClose: () => void }

function RefundCallDialog({ request: { refund, login }, onClose }: DialogProps) {
  const t = useConsoleT()
  const { short } = useMoney()
  const [typed, setTyped] = useState('')
  const wanted = typedMicros(typed)
  const amount = wanted ?? refund.left_micros
  return (
    <ActionDialog
      title={t('Refund this call')}
      action={t('Refund')}
      effect={t('{amount} of {rest} is refunded. Balance of {login}: {before} → {after}', {
        amount: short(amount),
        rest: short(refund.left_micros),
        login: login.login,
        before: short(refund.balance_micros),
        after: short(refund.balance_micros + amount),
      })}
      isShown
      onClose={onClose}
      send={async (act) => {
        // What cannot be read as an amount must not refund everything.
        const part = typed.trim() === '' ? {} : { amount_micros: wanted ?? 0 }
        const { balance_micros } = await act(operator.refundCall, { call: refund.call, ...part })
        return t('Booked. The balance is now {amount}.', { amount: short(balance_micros) })
      }}
    >
      {(wrong) => (
        <Field
          name="amount_micros"
          label={t('Amount')}
          hint={t('Leave empty to refund all that is left')}
          inputMode="decimal"
          autoComplete="off"
          optional
          onInput={(event) => setTyped(event.currentTarget.value)}
          error={wrong('amount_micros') ?? wrong('call')}
        />
      )}
    </ActionDialog>
  )
}

/** Acts as the customer by the usual rules, and opens the details of this very call. */
function OpenAsDialog({ request: { id, call, customer }, onClose }: DialogProps) {
  const t = useConsoleT()
  const me = useMe()
  const { email } = customer
  return (
    <ActionDialog
      title={t('Open as the customer sees it')}
      action={t('Act as this customer')}
      effect={t('You act as {email} for up to {minutes} minutes. The customer sees that in their security log.', {
        email,
        minutes: IMPERSONATION_MINUTES,
      })}
      isShown
      onClose={onClose}
      send={async (act) => {
        const to = call ? `${paths.apiDetail}/unified-overview?call=${id}` : `${paths.apiErrors}?error=${id}`
        const { url } = await act(operator.impersonate, { staff: me.email, user: email, to })
        location.assign(url)
        return t('Opening')
      }}
    />
  )
}
