import { operator } from '@portico/contract/operator.ts'
import type { Customer } from '@portico/contract/operator-customers.ts'
import { IMPERSONATION_MINUTES } from '@portico/contract/rules.ts'
import type { StaffAction } from '@portico/contract/staff-permissions.ts'
import { useState } from 'react'
import { Button } from '#ui/input/button.tsx'
import { type Act, ActionDialog } from './action-dialog.tsx'
import { CreditDialog } from './credit-dialog.tsx'
import styles from './customers.module.css'
import { LimitsDialog } from './limits-dialog.tsx'
import { useMay, useMe } from './me.ts'
import { type ConsoleKey, useConsoleT } from './texts.ts'

type Kind = 'credit' | 'limits' | 'end_sessions' | 'disable' | 'enable' | 'confirm' | 'reset_factor' | 'act_as'

const ACTIONS: Record<Kind, { needs: StaffAction; label: ConsoleKey; isOffered: (customer: Customer) => boolean }> = {
  credit: { needs: 'give_credit', label: 'Add or deduct credit', isOffered: ({ logins }) => logins.length > 0 },
  limits: { needs: 'change_limits', label: 'Limits and hold', isOffered: ({ logins }) => logins.length > 0 },
  act_as: {
    needs: 'act_as',
    label: 'Act as this customer',
    isOffered: ({ status, is_staff }) => status === 'active' && !is_staff,
  },
  end_sessions: { needs: 'manage_accounts', label: 'End sessions', isOffered: ({ sessions }) => sessions.length > 0 },
  reset_factor: {
    needs: 'reset_factors',
    label: 'Remove second factor',
    isOffered: ({ has_second_factor, is_staff }) => has_second_factor && !is_staff,
  },
  confirm: { needs: 'manage_accounts', label: 'Confirm e-mail', isOffered: ({ is_verified }) => !is_verified },
  disable: {
    needs: 'manage_accounts',
    label: 'Disable account',
    isOffered: ({ status, is_staff }) => status === 'active' && !is_staff,
  },
  enable: { needs: 'manage_accounts', label: 'Enable account', isOffered: ({ status }) => status === 'disabled' },
}
const KINDS = Object.keys(ACTIONS) as Kind[]

/** What this person may do to this customer; what the role forbids is not offered. */
export function AccountActions({ customer }: { customer: Customer }) {
  const t = useConsoleT()
  const may = useMay()
  const [open, setOpen] = useState<Kind>()
  const offered = KINDS.filter((kind) => may(ACTIONS[kind].needs) && ACTIONS[kind].isOffered(customer))
  const close = () => setOpen(undefined)
  return (
    <div className={styles.actions}>
      {offered.map((kind) => (
        <Button key={kind} size="small" onClick={() => setOpen(kind)}>
          {t(ACTIONS[kind].label)}
        </Button>
      ))}
      {open === 'credit' && <CreditDialog customer={customer} onClose={close} />}
      {open === 'limits' && <LimitsDialog customer={customer} onClose={close} />}
      {open && open !== 'credit' && open !== 'limits' && (
        <PlainAction kind={open} customer={customer} onClose={close} />
      )}
    </div>
  )
}

const PLAIN = {
  disable: operator.disableUser,
  enable: operator.enableUser,
  confirm: operator.confirmUser,
  reset_factor: operator.resetFactor,
}
type PlainProps = { kind: Exclude<Kind, 'credit' | 'limits'>; customer: Customer; onClose: () => void }

/** An action that needs nothing but a reason. */
function PlainAction({ kind, customer, onClose }: PlainProps) {
  const t = useConsoleT()
  const me = useMe()
  const { email, logins } = customer
  const sessions = customer.sessions.length
  const effects: Record<PlainProps['kind'], string> = {
    end_sessions: t('{count, plural, one {# session ends} other {# sessions end}} immediately.', { count: sessions }),
    disable: t(
      'Sign-in and every request of {logins, plural, one {# login} other {# logins}} are refused; {sessions, plural, one {# session ends} other {# sessions end}}.',
      { logins: logins.length, sessions },
    ),
    enable: t('Sign-in and requests of {logins, plural, one {# login} other {# logins}} work again.', {
      logins: logins.length,
    }),
    confirm: t('{email} is marked as confirmed.', { email }),
    reset_factor: t(
      'Two-factor authentication and all passkeys are removed; {count, plural, one {# session ends} other {# sessions end}}.',
      {
        count: sessions,
      },
    ),
    act_as: t('You act as {email} for up to {minutes} minutes. The customer sees that in their security log.', {
      email,
      minutes: IMPERSONATION_MINUTES,
    }),
  }
  async function send(act: Act): Promise<unknown> {
    if (kind === 'end_sessions') {
      const { ended } = await act(operator.endUserSessions, { email })
      return t('{count, plural, one {# session ended.} other {# sessions ended.}}', { count: ended })
    }
    if (kind === 'act_as') {
      const { url } = await act(operator.impersonate, { staff: me.email, user: email })
      location.assign(url)
      return t('Opening')
    }
    return act(PLAIN[kind], { email })
  }
  const isHard = kind === 'disable' || kind === 'reset_factor'
  return (
    <ActionDialog
      action={t(ACTIONS[kind].label)}
      tone={isHard ? 'danger' : 'primary'}
      effect={effects[kind]}
      send={send}
      isShown
      onClose={onClose}
    />
  )
}
