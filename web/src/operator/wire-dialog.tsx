import { operator } from '@portico/contract/operator.ts'
import { useState } from 'react'
import { useMoney } from '#i18n/money.ts'
import { typedMicros } from '#money/typed-amount.ts'
import { Field } from '#ui/input/field.tsx'
import { ActionDialog } from './action-dialog.tsx'
import type { Payment } from './payments-card.tsx'
import { useConsoleT } from './texts.ts'
import { readAmount } from './typed-money.ts'

/** A wire that arrived. The amount is typed from the bank statement: it must be that of the order. */
export function WireDialog({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  const t = useConsoleT()
  const { short } = useMoney()
  const [typed, setTyped] = useState('')
  const { reference, login, amount_micros, tax_micros } = payment
  const total = amount_micros + tax_micros
  const arrived = typedMicros(typed)
  return (
    <ActionDialog
      title={t('Confirm the wire transfer {number}', { number: reference })}
      action={t('Confirm the wire transfer')}
      effect={
        arrived && arrived !== total
          ? t('The order is for {total}, tax included. A wire transfer of a different amount cannot be confirmed.', {
              total: short(total),
            })
          : t('{amount} is credited to {login}; the tax of {tax} is not. An invoice is issued.', {
              amount: short(amount_micros),
              login,
              tax: short(tax_micros),
            })
      }
      isShown
      onClose={onClose}
      send={async (act) => {
        const amount = readAmount(typed) ?? 0
        const { balance_micros } = await act(operator.confirmWire, { reference, amount_micros: amount })
        return t('Booked. The balance is now {amount}.', { amount: short(balance_micros) })
      }}
    >
      {(wrong) => (
        <Field
          name="amount_micros"
          label={t('Amount that arrived')}
          hint={t('As on the bank statement')}
          inputMode="decimal"
          autoComplete="off"
          onInput={(event) => setTyped(event.currentTarget.value)}
          error={wrong('amount_micros')}
        />
      )}
    </ActionDialog>
  )
}
