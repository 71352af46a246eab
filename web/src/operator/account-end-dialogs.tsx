import { operator } from '@portico/contract/operator.ts'
import type { Customer } from '@portico/contract/operator-customers.ts'
import { useMoney } from '#i18n/money.ts'
import { useTimes } from '#page/times.ts'
import { ActionDialog } from './action-dialog.tsx'
import { useConsoleT } from './texts.ts'

type Props = { customer: Customer; onClose: () => void }

/** Shows in numbers what ends with the account; until then the customer or staff can keep it. */
export function CloseDialog({ customer: { email, logins, team, sessions }, onClose }: Props) {
  const t = useConsoleT()
  const { short } = useMoney()
  const { text } = useTimes()
  const balance = logins.reduce((sum, { balance_micros }) => sum + balance_micros, 0)
  return (
    <ActionDialog
      action={t('Close account')}
      tone="danger"
      effect={t(
        '{logins, plural, one {# login} other {# logins}} with a balance of {balance} and {members, plural, one {# person} other {# people}} lose access; {sessions, plural, one {# session is} other {# sessions are}} open now. Until the account is permanently closed, the closing can be canceled.',
        { logins: logins.length, balance: short(balance), members: team.length, sessions: sessions.length },
      )}
      isShown
      onClose={onClose}
      send={async (act) => {
        const { closes_at } = await act(operator.closeUser, { email, confirmed: true })
        return closes_at && t('The account will be permanently closed {when}.', { when: text('exact', closes_at) })
      }}
    />
  )
}

export function KeepDialog({ customer: { email, closes_at, logins }, onClose }: Props) {
  const t = useConsoleT()
  const { text } = useTimes()
  return (
    <ActionDialog
      action={t('Cancel the closing')}
      effect={t(
        'The account will not be closed {when}; {logins, plural, one {# login works} other {# logins work}} as before.',
        {
          when: closes_at ? text('exact', closes_at) : '',
          logins: logins.length,
        },
      )}
      isShown
      onClose={onClose}
      send={(act) => act(operator.keepUser, { email })}
    />
  )
}

export function UnconfirmDialog({ customer: { email }, onClose }: Props) {
  const t = useConsoleT()
  return (
    <ActionDialog
      action={t('Ask for e-mail confirmation again')}
      effect={t('{email} has to be confirmed again with a code sent by e-mail. Requests continue to work.', { email })}
      isShown
      onClose={onClose}
      send={(act) => act(operator.unconfirm, { email })}
    />
  )
}
