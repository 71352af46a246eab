import type { Output } from '@portico/contract/endpoint.ts'
import type { Micros } from '@portico/contract/money.ts'
import type { subscriptions } from '@portico/contract/subscriptions.ts'

export type PricedFunction = Output<typeof subscriptions.getCalculator>['functions'][number]

/** What is typed for one function: requests a month, and results each of them brings. */
export interface Plan {
  requests: string
  results: string
}

const MOST = 1_000_000_000

/** What the account itself did in the last thirty days; results are those a request brought on average. */
export function planOf({ requests, results, result_micros }: PricedFunction): Plan {
  const each = requests === 0 ? 0 : Math.round(results / requests)
  return { requests: String(requests), results: result_micros === 0 ? '' : String(each) }
}

/** A whole number as typed; undefined when it is none. Nothing is nothing. */
export function typedCount(text: string): number | undefined {
  const plain = text.replaceAll(/[\s.,’']/g, '')
  if (plain === '') return 0
  const count = /^\d{1,10}$/.test(plain) ? Number(plain) : undefined
  return count !== undefined && count <= MOST ? count : undefined
}

export function costOf({ request_micros, result_micros }: PricedFunction, { requests, results }: Plan): Micros {
  const count = typedCount(requests) ?? 0
  const cost = count * (request_micros + result_micros * (typedCount(results) ?? 0))
  return Math.min(cost, Number.MAX_SAFE_INTEGER)
}

/** What a month of calls costs against the minimum that is paid anyway. */
export function againstMinimum(
  cost_micros: Micros,
  minimum_micros: Micros,
): { left_micros: Micros; over_micros: Micros } {
  return {
    left_micros: Math.max(0, minimum_micros - cost_micros),
    over_micros: Math.max(0, cost_micros - minimum_micros),
  }
}
