import { decimalText, type Micros } from '@portico/contract/money.ts'
import { parseAmount } from '@portico/contract/parse-amount.ts'

/** A thousand to some readers and one to others, as the pages of this product write both. */
const UNCLEAR = /^[1-9]\d{0,2}[.,]\d{3}$/
const GROUPED = /^[1-9]\d{0,2}([., \u00a0\u202f])\d{3}(?:\1\d{3})*(?:(?!\1)[.,]\d+)?$/

/**
 * An amount as typed: empty is no amount at all, a comma may replace the point, thousands may be separated. Undefined
 * when it cannot be read, or could be read as an amount a thousand times larger.
 */
export function typedMicros(text: string): Micros | null | undefined {
  const typed = text.trim()
  if (typed === '') return null
  const mark = GROUPED.exec(typed)?.[1]
  const plain = (mark ? typed.replaceAll(mark, '') : typed).replace(',', '.')
  const micros = UNCLEAR.test(typed) ? undefined : parseAmount(plain)
  return micros !== undefined && micros >= 0 ? micros : undefined
}

/**
 * `12.50`, `0.0006`: cents always, further decimals only where they are not zero; `1.2550`, as three could be
 * thousands.
 */
export function amountText(micros: Micros): string {
  const text = decimalText(micros).replace(/0{1,4}$/, '')
  return UNCLEAR.test(text) ? `${text}0` : text
}
