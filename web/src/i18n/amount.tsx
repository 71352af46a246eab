import type { Micros } from '@portico/contract/money.ts'
import { MoneyText } from '#ui/text/money-text.tsx'
import { useMoney } from './money.ts'

/** An amount of money with its six decimals, as the reader's language writes it. */
export function Amount({ micros }: { micros: Micros }) {
  return <MoneyText text={useMoney().exact(micros)} />
}
