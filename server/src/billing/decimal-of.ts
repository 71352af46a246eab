import { formatMicros, type Micros } from '@portico/contract/money.ts'
import type { Decimal } from '#http/csv.ts'

/** Dollars with all six decimals, so that a sum in a spreadsheet is the sum on the screen. */
export function decimalOf(micros: Micros): Decimal {
  return { decimal: formatMicros(micros).replace('$', '') as Decimal['decimal'] }
}
