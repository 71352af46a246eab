import { currency } from '@portico/contract/currency.ts'
import type { Output } from '@portico/contract/endpoint.ts'
import type { Micros } from '@portico/contract/money.ts'
import type { PaymentOrder, payments } from '@portico/contract/payments.ts'
import type { Translator } from '#i18n/i18n.tsx'
import { amountText } from '#money/typed-amount.ts'

type Line = [label: string, shown: string, copied: string]

/** The lines of a transfer. What is copied goes into the form of a bank: of the amount the whole, as a plain number. */
export function wireLines(
  { amount_micros, tax_micros, reference }: Pick<PaymentOrder, 'amount_micros' | 'tax_micros' | 'reference'>,
  { beneficiary, bank, iban, bic }: NonNullable<Output<typeof payments.getSetup>['wire']>,
  { t, short }: Pick<Translator, 't'> & { short: (micros: Micros) => string },
): Line[] {
  const total = amount_micros + tax_micros
  return [
    [t('Reference'), reference, reference],
    [t('Amount to send'), `${short(total)} (${currency()})`, amountText(total)],
    [t('Beneficiary'), beneficiary, beneficiary],
    ['IBAN', iban, iban],
    ['BIC', bic, bic],
    [t('Bank'), bank, bank],
  ]
}
