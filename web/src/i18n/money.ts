import type { Language } from '@portico/contract/language.ts'
import { formatMicros, type Micros } from '@portico/contract/money.ts'
import { numbers } from './formats.ts'
import { useI18n } from './i18n.tsx'

const USD = { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' } as const
const exact = numbers({ ...USD, minimumFractionDigits: 6, maximumFractionDigits: 6 })
const short = numbers({ ...USD, minimumFractionDigits: 2, maximumFractionDigits: 6 })
const axis = numbers({ ...USD, minimumFractionDigits: 0, maximumFractionDigits: 6 })

/** Written digit by digit: as a fraction the last decimals of a large amount would be rounded. */
function decimal(micros: Micros): Intl.StringNumericLiteral {
  return formatMicros(micros).replace('$', '') as Intl.StringNumericLiteral
}

/** An amount as this language writes it, six decimals: `$0.000600`, `0,000600 $`. */
export function exactMoney(language: Language, micros: Micros): string {
  return exact(language).format(decimal(micros))
}

/** Cents always, further decimals only where they say something: `$12.50`, `$0.0006`. */
export function shortMoney(language: Language, micros: Micros): string {
  return short(language).format(decimal(micros))
}

/** One way to write money on every screen, axis and message. */
export function useMoney() {
  const { language } = useI18n()
  return {
    exact: (micros: Micros) => exactMoney(language, micros),
    short: (micros: Micros) => shortMoney(language, micros),
    /** For an axis: as many decimals as matter. */
    axis: (micros: Micros) => axis(language).format(decimal(Math.round(micros))),
  }
}
