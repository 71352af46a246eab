import type { Language } from '@portico/contract/language.ts'
import type { Micros } from '@portico/contract/money.ts'

/** What numbers and dates look like on paper, in UTC. */
export interface PaperFormats {
  /** Whole cents, with the currency named in full. */
  usd(micros: Micros): string
  /** Six decimals, signed where it is a movement. */
  exact(micros: Micros): string
  moved(micros: Micros): string
  count(count: number): string
  percent(rate_bp: number): string
  date(at: Date): string
  time(at: Date): string
}

export function formatsIn(language: Language): PaperFormats {
  const money = (digits: number, more: Intl.NumberFormatOptions = {}) =>
    new Intl.NumberFormat(language, { minimumFractionDigits: digits, maximumFractionDigits: digits, ...more })
  const usd = money(2, { style: 'currency', currency: 'USD', currencyDisplay: 'code' })
  const exact = money(6)
  const moved = money(6, { signDisplay: 'exceptZero' })
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 2 })
  const count = new Intl.NumberFormat(language)
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' })
  const time = new Intl.DateTimeFormat(language, { timeStyle: 'short', hourCycle: 'h23', timeZone: 'UTC' })
  // As text, which Intl reads exactly: not every amount is exact as a fraction of a dollar.
  const decimal = (micros: Micros) => {
    const digits = String(Math.abs(micros)).padStart(7, '0')
    return `${micros < 0 ? '-' : ''}${digits.slice(0, -6)}.${digits.slice(-6)}` as Intl.StringNumericLiteral
  }
  return {
    usd: (micros) => usd.format(decimal(micros)),
    exact: (micros) => exact.format(decimal(micros)),
    moved: (micros) => moved.format(decimal(micros)),
    count: (number) => count.format(number),
    percent: (rate_bp) => percent.format(rate_bp / 10_000),
    date: (at) => date.format(at),
    time: (at) => time.format(at),
  }
}
