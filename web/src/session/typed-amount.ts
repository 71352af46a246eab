import { formatMicros, type Micros, parseUsd } from '@portico/contract/money.ts'

/** Dollars as typed: nothing is no amount at all, a comma may stand for the point; undefined when it cannot be read. */
export function typedMicros(text: string): Micros | null | undefined {
  if (text.trim() === '') return null
  const micros = parseUsd(text.replace(',', '.'))
  return micros !== undefined && micros >= 0 ? micros : undefined
}

/** `12.50`, `0.0006`: cents always, further decimals only where they say something. */
export function amountText(micros: Micros): string {
  return formatMicros(micros)
    .replace('$', '')
    .replace(/0{1,4}$/, '')
}
