import { currency } from '@portico/contract/currency.ts'
import type { Language } from '@portico/contract/language.ts'
import { decimalText, type Micros } from '@portico/contract/money.ts'

/** Numbers and dates as printed on documents, in UTC. */
export interface PaperFormats {
  /** Whole cents, with the currency code. */
  money(micros: Micros): string
  moneyIn(currency: string, micros: Micros): string
  /** An exchange rate with all its decimals. */
  rate(rate: string): string
  /** Six decimals, signed for a transaction. */
  exact(micros: Micros): string
  moved(micros: Micros): string
  count(count: number): string
  percent(rate_bp: number): string
  date(at: Date): string
  time(at: Date): string
}

export function formatsIn(language: Language): PaperFormats {
  const digitsOf = (digits: number, more: Intl.NumberFormatOptions = {}) =>
    new Intl.NumberFormat(language, { minimumFractionDigits: digits, maximumFractionDigits: digits, ...more })
  const inCode = (code: string) => digitsOf(2, { style: 'currency', currency: code, currencyDisplay: 'code' })
  const money = inCode(currency())
  const exact = digitsOf(6)
  const moved = digitsOf(6, { signDisplay: 'exceptZero' })
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 2 })
  const count = new Intl.NumberFormat(language)
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' })
  const time = new Intl.DateTimeFormat(language, { timeStyle: 'short', hourCycle: 'h23', timeZone: 'UTC' })
  return {
    money: (micros) => money.format(decimalText(micros)),
    moneyIn: (code, micros) => inCode(code).format(decimalText(micros)),
    rate: (rate) => digitsOf(rate.split('.')[1]?.length ?? 0).format(rate as Intl.StringNumericLiteral),
    exact: (micros) => exact.format(decimalText(micros)),
    moved: (micros) => moved.format(decimalText(micros)),
    count: (number) => count.format(number),
    percent: (rate_bp) => percent.format(rate_bp / 10_000),
    date: (at) => date.format(at),
    time: (at) => time.format(at),
  }
}
