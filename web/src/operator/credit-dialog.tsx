import { operator } from '@portico/contract/operator.ts'
import type { Customer } from '@portico/contract/operator-customers.ts'
import { useState } from 'react'
import { useMoney } from '#i18n/money.ts'
import { typedMicros } from '#money/typed-amount.ts'
import { Field } from '#ui/input/field.tsx'
import { Select } from '#ui/input/select.tsx'
import { ActionDialog } from './action-dialog.tsx'
import { useConsoleT } from './texts.ts'
import { readAmount } from './typed-money.ts'

/** Gives credit to a login, or takes it back, and shows the balance before and after. */
export function CreditDialog({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const t = useConsoleT()
  const { short } = useMoney()
  // The same press sent twice books once.
  const [request_id] = useState(() => crypto.randomUUID())
  const [login, setLogin] = useState(customer.logins[0]?.login ?? '')
  const [direction, setDirection] = useState<'give' | 'take'>('give')
  const [typed, setTyped] = useState('')
  const before = customer.logins.find((one) => one.login === login)?.balance_micros ?? 0
  const signed = (micros: number | null | undefined) => (direction === 'give' ? 1 : -1) * (micros ?? 0)
  return (
    <ActionDialog
      title={t('Add or deduct credit')}
      action={direction === 'give' ? t('Add credit') : t('Deduct credit')}
      tone={direction === 'give' ? 'primary' : 'danger'}
      effect={t('Balance of {login}: {before} → {after}', {
        login,
        before: short(before),
        after: short(before + signed(typedMicros(typed))),
      })}
      isShown
      onClose={onClose}
      send={async (act) => {
        const amount_micros = signed(readAmount(typed))
        const { balance_micros } = await act(operator.credit, { login, amount_micros, request_id })
        return t('Booked. The balance is now {amount}.', { amount: short(balance_micros) })
      }}
    >
      {(wrong) => (
        <>
          <Select
            label={t('API login')}
            value={login}
            options={customer.logins.map((one) => ({ value: one.login, label: one.login }))}
            onChange={(event) => setLogin(event.target.value)}
          />
          <Select
            label={t('What to do')}
            value={direction}
            options={[
              { value: 'give', label: t('Add credit') },
              { value: 'take', label: t('Deduct credit') },
            ]}
            onChange={(event) => setDirection(event.target.value === 'take' ? 'take' : 'give')}
          />
          <Field
            name="amount_micros"
            label={t('Amount')}
            inputMode="decimal"
            autoComplete="off"
            onInput={(event) => setTyped(event.currentTarget.value)}
            error={wrong('amount_micros')}
          />
        </>
      )}
    </ActionDialog>
  )
}
