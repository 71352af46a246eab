import { CURRENCIES, currency } from './currency.ts'

/** Money is an integer number of millionths of the currency everywhere; fractions exist only in what people read and type. */
export type Micros = number

export const MICROS_PER_UNIT = 1_000_000
/** Every payment is in whole cents. */
export const CENT_MICROS = 10_000
/** Nine billion: above it a JavaScript number is no longer exact. */
export const MICROS_MAX = Number.MAX_SAFE_INTEGER

/** Six decimals, a minus sign in front when negative (`-1.250000`), digit by digit: as a fraction large amounts would be rounded. */
export function decimalText(micros: Micros): `${number}` {
  const digits = String(Math.abs(micros)).padStart(7, '0')
  return `${micros < 0 ? '-' : ''}${digits.slice(0, -6)}.${digits.slice(-6)}` as `${number}`
}

/** The sign of the currency and six decimals (`-$1.250000`): for operators and messages in English. */
export function formatMicros(micros: Micros): string {
  const sign = CURRENCIES[currency()]
  return `${micros < 0 ? '-' : ''}${sign}${sign.length > 1 ? ' ' : ''}${decimalText(Math.abs(micros))}`
}

export function microsToUnits(micros: Micros): number {
  return Number((micros / MICROS_PER_UNIT).toFixed(6))
}
