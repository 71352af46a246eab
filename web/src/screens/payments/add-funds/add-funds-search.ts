import type { Micros } from '@portico/contract/money.ts'
import { paths } from '#lib/paths.ts'
import { amountText, typedMicros } from '#money/typed-amount.ts'
import { safePath } from '#session/landing.ts'

/** The parameters of the Add funds address. */
export interface AddFundsSearch {
  /** The path of this site the customer came from. */
  return_to: string | undefined
  amount_micros: Micros | undefined
  /** Not with what is stored. */
  isNewMethod: boolean
}

const RETURN_MAX = 500

export function readAddFunds(search: string): AddFundsSearch {
  const params = new URLSearchParams(search)
  const back = safePath(params.get('return_to') ?? undefined)
  return {
    return_to: back && back.length <= RETURN_MAX && back !== '/' ? back : undefined,
    amount_micros: typedMicros(params.get('amount') ?? '') || undefined,
    isNewMethod: params.get('method') === 'new',
  }
}

/** Another try with the same amount, and the same way back. */
export function addFundsAgain(input: { amount_micros: Micros; return_to: string; isNewMethod?: boolean }): string {
  const search = new URLSearchParams({
    amount: amountText(input.amount_micros),
    ...(input.return_to !== paths.payments && { return_to: input.return_to }),
    ...(input.isNewMethod && { method: 'new' }),
  })
  return `${paths.addFunds}?${search}`
}
