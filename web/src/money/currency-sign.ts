import { currency } from '@portico/contract/currency.ts'
import { useI18n } from '#i18n/i18n.tsx'

/** The prefix of an amount field. */
export function CurrencySign(): string | undefined {
  const { language } = useI18n()
  const format = new Intl.NumberFormat(language, {
    style: 'currency',
    currency: currency(),
    currencyDisplay: 'narrowSymbol',
  })
  return format.formatToParts(0).find(({ type }) => type === 'currency')?.value
}
