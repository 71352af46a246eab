import { CENT_MICROS, type Micros } from '@portico/contract/money.ts'
import type { MessageKey, Values } from '#i18n/i18n.tsx'
import { typedMicros } from '#money/typed-amount.ts'
import type { Setup } from '../payments-queries.ts'

export type Amount =
  | { micros: Micros; fault?: never }
  | { micros?: never; fault: { text: MessageKey; values?: Values } | undefined }

type Bounds = Pick<Setup, 'min_micros' | 'max_micros'>

/** The typed text as an amount that can be paid; otherwise the reason why not. An empty field is no error yet. */
export function readAmount(
  text: string,
  { min_micros, max_micros }: Bounds,
  money: (micros: Micros) => string,
): Amount {
  const micros = typedMicros(text)
  if (micros === null) return { fault: undefined }
  if (micros === undefined || micros % CENT_MICROS !== 0)
    return { fault: { text: 'Enter an amount with at most two decimals, like 75 or 75.50' } }
  if (micros < min_micros) return { fault: { text: 'The minimum is {amount}', values: { amount: money(min_micros) } } }
  if (micros > max_micros) return { fault: { text: 'The maximum is {amount}', values: { amount: money(max_micros) } } }
  return { micros }
}

/** The ways to pay an amount: a stored method, the card page, or above a bound only a wire transfer. */
export type Way = { kind: 'method'; id: string } | { kind: 'checkout' } | { kind: 'wire' }

export function waysToPay(
  { methods, processor, wire_above_micros }: Pick<Setup, 'methods' | 'processor' | 'wire_above_micros'>,
  micros: Micros,
): Way[] {
  if (wire_above_micros !== null && micros > wire_above_micros) return [{ kind: 'wire' }]
  if (processor === null) return []
  const stored = methods.filter((method) => method.processor === processor)
  return [...stored.map(({ id }): Way => ({ kind: 'method', id })), { kind: 'checkout' }]
}
