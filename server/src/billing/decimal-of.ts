import { decimalText, type Micros } from '@portico/contract/money.ts'
import type { Decimal } from '#http/csv.ts'

/** An amount with all six decimals, so that a sum in a spreadsheet is the sum on the screen. */
export function decimalOf(micros: Micros): Decimal {
  return { decimal: decimalText(micros) }
}
