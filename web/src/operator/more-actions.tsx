import type { Customer } from '@portico/contract/operator-customers.ts'
import type { StaffAction } from '@portico/contract/staff-permissions.ts'
import { useState } from 'react'
import { navigate } from '#lib/location.ts'
import { Button } from '#ui/input/button.tsx'
import { Menu } from '#ui/overlay/menu.tsx'
import { CloseDialog, KeepDialog, UnconfirmDialog } from './account-end-dialogs.tsx'
import { useMay } from './me.ts'
import { EndPricesDialog, OwnPricesDialog } from './own-prices-dialog.tsx'
import { REQUEST } from './paths.ts'
import { SubscriptionsDialog } from './subscriptions-dialog.tsx'
import { type ConsoleKey, useConsoleT } from './texts.ts'

type Kind = 'refund_call' | 'subscriptions' | 'prices' | 'end_prices' | 'unconfirm' | 'close' | 'keep'
type DialogProps = { customer: Customer; onClose: () => void }

const isOpen = ({ status, is_staff }: Customer) => (status === 'active' || status === 'disabled') && !is_staff

const ACTIONS: Record<
  Kind,
  {
    needs: StaffAction
    label: ConsoleKey
    isOffered: (customer: Customer) => boolean
    Dialog?: (props: DialogProps) => React.ReactNode
  }
> = {
  refund_call: { needs: 'refund_calls', label: 'Refund a call', isOffered: ({ logins }) => logins.length > 0 },
  subscriptions: {
    needs: 'change_limits',
    label: 'Subscriptions',
    isOffered: ({ logins }) => logins.length > 0,
    Dialog: SubscriptionsDialog,
  },
  prices: { needs: 'change_prices', label: 'Custom prices', isOffered: isOpen, Dialog: OwnPricesDialog },
  end_prices: { needs: 'change_prices', label: 'End custom prices', isOffered: isOpen, Dialog: EndPricesDialog },
  unconfirm: {
    needs: 'manage_accounts',
    label: 'Ask for e-mail confirmation again',
    isOffered: (customer) => customer.status === 'active' && customer.is_verified,
    Dialog: UnconfirmDialog,
  },
  close: {
    needs: 'close_accounts',
    label: 'Close account',
    isOffered: (customer) => isOpen(customer) && customer.closes_at === null,
    Dialog: CloseDialog,
  },
  keep: {
    needs: 'close_accounts',
    label: 'Cancel the closing',
    isOffered: ({ closes_at, status }) => closes_at !== null && status !== 'closed',
    Dialog: KeepDialog,
  },
}
const KINDS = Object.keys(ACTIONS) as Kind[]

/** Rarer actions, so that the page begins with those of every day. */
export function MoreActions({ customer }: { customer: Customer }) {
  const t = useConsoleT()
  const may = useMay()
  const [open, setOpen] = useState<Kind>()
  const offered = KINDS.filter((kind) => may(ACTIONS[kind].needs) && ACTIONS[kind].isOffered(customer))
  if (offered.length === 0) return null
  const Dialog = open && ACTIONS[open].Dialog
  return (
    <>
      <Menu
        label={t('More actions')}
        position={{ side: 'bottom', align: 'end' }}
        trigger={(props) => (
          <Button size="small" icon="more" {...props}>
            {t('More actions')}
          </Button>
        )}
        entries={offered.map((kind) => ({
          label: t(ACTIONS[kind].label),
          onSelect: () => (kind === 'refund_call' ? navigate(REQUEST) : setOpen(kind)),
          ...(kind === 'close' && { tone: 'danger' as const }),
        }))}
      />
      {Dialog && <Dialog customer={customer} onClose={() => setOpen(undefined)} />}
    </>
  )
}
