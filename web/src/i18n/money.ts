import { currency } from '@portico/contract/currency.ts'
import type { Language } from '@portico/contract/language.ts'
import { decimalText, type Micros } from '@portico/contract/money.ts'
import { once } from './formats.ts'
import { useI18n } from './i18n.tsx'

/** Shows this many decimals, and up to six where they are not zero. The currency is known on first use. */
function amounts(minimumFractionDigits: number) {
  const made = once(
    (language) =>
      new Intl.NumberFormat(language, {
        style: 'currency',
        currency: currency(),
        currencyDisplay: 'narrowSymbol',
        minimumFractionDigits,
        maximumFractionDigits: 6,
      }),
  )
  return (language: Language, micros: Micros) => made(language).format(decimalText(micros))
}

/** An amount as this language writes it, six decimals: `$0.000600`, `0,000600 €`. */
export const exactMoney = amounts(6)
/** Cents always, further decimals only where they are not zero: `$12.50`, `$0.0006`. */
export const shortMoney = amounts(2)
const axisMoney = amounts(0)

/** One way to write money on every screen, axis and message. */
export function useMoney() {
  const { language } = useI18n()
  return {
    exact: (micros: Micros) => exactMoney(language, micros),
    short: (micros: Micros) => shortMoney(language, micros),
    /** For an axis: as many decimals as matter. */
    axis: (micros: Micros) => axisMoney(language, Math.round(micros)),
  }
}
