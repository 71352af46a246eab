import { payments } from '@portico/contract/payments.ts'
import { type Subscription, subscriptions } from '@portico/contract/subscriptions.ts'
import { useState } from 'react'
import { Confirm } from '#forms/confirm.tsx'
import { useAction } from '#forms/use-action.ts'
import { type MessageKey, useT } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { navigate, useLocation } from '#lib/location.ts'
import { useTimes } from '#page/times.ts'
import { Button } from '#ui/input/button.tsx'
import { Lazy } from '#ui/lazy.tsx'
import { goToPay } from '../go-to-pay.ts'
import { productToActivate } from './activate-search.ts'
import { actionsOf, type SubscriptionAction } from './state-words.ts'

const loadDialog = async () => (await import('./activate-dialog.tsx')).ActivateDialog

const LABELS: Record<SubscriptionAction, MessageKey> = {
  activate: 'Activate',
  pay: 'Pay now',
  continue: 'Continue payment',
  drop: 'Cancel payment',
  cancel: 'Cancel renewal',
  resume: 'Resume',
}

type SubscriptionActionsProps = {
  subscription: Subscription
  methods: { id: string; label: string; is_default: boolean }[]
}

export function SubscriptionActions({ subscription, methods }: SubscriptionActionsProps) {
  const t = useT()
  const { path, search } = useLocation()
  const actions = actionsOf(subscription)
  // The page of a payment that failed leads here to pay again.
  const isRequested = productToActivate(search) === subscription.product
  const canPay = actions.includes('activate') || actions.includes('pay')
  const [pressed, setOpen] = useState<'pay' | 'cancel'>()
  const open = pressed ?? (isRequested && canPay ? 'pay' : undefined)
  const close = () => {
    setOpen(undefined)
    if (isRequested) navigate(path, { replace: true })
  }
  const { product, order } = subscription
  const resume = useAction({
    work: () => call(subscriptions.resume, { product }),
    done: 'The subscription continues.',
    changes: ['subscriptions'],
  })
  const drop = useAction({
    work: () => call(payments.cancelOrder, { id: order?.id ?? '' }),
    done: 'The payment was canceled.',
    changes: ['subscriptions'],
  })
  const press: Record<SubscriptionAction, () => void> = {
    activate: () => setOpen('pay'),
    pay: () => setOpen('pay'),
    continue: () => order?.pay_url && goToPay(order.pay_url),
    drop: () => drop.mutate(),
    cancel: () => setOpen('cancel'),
    resume: () => resume.mutate(),
  }
  if (actions.length === 0) return null
  return (
    <>
      {actions.toReversed().map((action) => (
        <Button
          key={action}
          tone={action === 'cancel' || action === 'drop' ? 'secondary' : 'primary'}
          busy={(action === 'resume' && resume.isPending) || (action === 'drop' && drop.isPending)}
          onClick={press[action]}
        >
          {t(LABELS[action])}
        </Button>
      ))}
      {open === 'pay' && <Lazy load={loadDialog} props={{ subscription, methods, onClose: close }} waiting={null} />}
      {open === 'cancel' && <CancelDialog subscription={subscription} onClose={() => setOpen(undefined)} />}
    </>
  )
}

function CancelDialog({ subscription, onClose }: { subscription: Subscription; onClose: () => void }) {
  const t = useT()
  const { utc } = useTimes()
  const { product, title, state, period_end } = subscription
  const cancel = useAction({
    work: () => call(subscriptions.cancel, { product }).then(onClose),
    done: 'The renewal was canceled.',
    changes: ['subscriptions'],
  })
  return (
    <Confirm
      title={t('Cancel the renewal of {name}?', { name: title })}
      action={t('Cancel renewal')}
      busy={cancel.isPending}
      onConfirm={() => cancel.mutate()}
      onClose={onClose}
    >
      <p>
        {state === 'past_due'
          ? t(
              'The renewal has not been paid, so access ends immediately. Your balance stays yours and does not expire.',
            )
          : t('Requests are accepted until {date}. Your balance stays yours and does not expire.', {
              date: utc('date', period_end ?? ''),
            })}
      </p>
    </Confirm>
  )
}
