import type { ComponentProps } from 'react'
import { Field } from '#ui/input/field.tsx'
import { CurrencySign } from './currency-sign.ts'

/** A field for an amount in the currency of the installation. */
export function MoneyField(props: ComponentProps<typeof Field>) {
  return <Field prefix={<CurrencySign />} inputMode="decimal" autoComplete="off" {...props} />
}
