import type { Language } from '@portico/contract/language.ts'
import type { Micros } from '@portico/contract/money.ts'
import type { Tax } from '@portico/contract/tax.ts'
import type { Seller } from '#ctx/billing.ts'
import { textsIn } from '#i18n/translate.ts'
import { vatFault } from './check-vat.ts'
import type { Details } from './details-store.ts'

const MICROS_PER_CENT = 10_000n
const WHOLE_BP = 10_000n

type Customer = Pick<Details, 'kind' | 'country' | 'vat_id'> & {
  /** False: the register does not know the number, or could not be reached. */
  is_vat_accepted?: boolean
}
type TaxRule = Omit<Tax, 'tax_micros'>

/** The tax a customer owes: unknown until they enter their details. */
export function taxRule(
  seller: Pick<Seller, 'country' | 'tax_name' | 'rates_bp'>,
  eu: readonly string[],
  customer: Customer | undefined,
): TaxRule {
  const rule = (note: TaxRule['note'], rate_bp = 0): TaxRule => ({ note, name: seller.tax_name, rate_bp })
  if (!customer || seller.country === null) return rule('none')
  const { kind, country, vat_id, is_vat_accepted = true } = customer
  const own_bp = seller.rates_bp[seller.country] ?? 0
  if (country === seller.country) return rule('tax', own_bp)
  const listed_bp = seller.rates_bp[country]
  if (eu.includes(country) && eu.includes(seller.country)) {
    const is_business =
      kind === 'company' && vat_id !== '' && is_vat_accepted && vatFault(vat_id, country) === undefined
    return is_business ? rule('reverse_charge') : rule('tax', listed_bp ?? own_bp)
  }
  return listed_bp === undefined ? rule('not_taxable') : rule('tax', listed_bp)
}

/** VAT has its usual name in each language; any other single name is the same in all. */
export function taxNameIn({ tax_name, tax_names }: Pick<Seller, 'tax_name' | 'tax_names'>, language: Language): string {
  if (tax_names) return tax_names[language]
  return tax_name === 'VAT' ? textsIn(language)('VAT') : tax_name
}

/** Whole cents, half a cent up. In integers throughout: a fraction has no exact form in a computer. */
export function taxOn(amount_micros: Micros, rate_bp: number): Micros {
  const micros = BigInt(amount_micros) * BigInt(rate_bp)
  const unit = WHOLE_BP * MICROS_PER_CENT
  return Number(((micros * 2n + unit) / (unit * 2n)) * MICROS_PER_CENT)
}
