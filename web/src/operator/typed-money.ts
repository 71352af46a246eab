import { STAFF_MESSAGES } from '@portico/contract/staff-messages.ts'
import { Problem } from '#lib/problem.ts'
import { typedMicros } from '#money/typed-amount.ts'

/** What was typed into an amount, to be sent; null: nothing. What cannot be read is no amount of zero: it is refused. */
export function readAmount(typed: string): number | null {
  const micros = typedMicros(typed)
  if (micros !== undefined) return micros
  const fields = { amount_micros: STAFF_MESSAGES.amount }
  throw new Problem('invalid_input', { text: 'Please check the highlighted fields.', isRefusal: true, fields })
}

/** The part of a refund's input that holds the amount. An empty field alone means all that is left. */
export function refundAmount(typed: string): { amount_micros?: number } {
  const micros = readAmount(typed)
  return micros === null ? {} : { amount_micros: micros }
}

/** A limit as typed: nothing typed leaves it as it is, an empty field is the default. */
export function typedLimit(typed: string | undefined): number | null | undefined {
  if (typed === undefined) return undefined
  return typed.trim() === '' ? null : Number(typed)
}
