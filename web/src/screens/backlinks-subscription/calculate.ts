import type { Output } from '@portico/contract/endpoint.ts'
import type { Micros } from '@portico/contract/money.ts'
import type { subscriptions } from '@portico/contract/subscriptions.ts'

export type PricedFunction = Output<typeof subscriptions.getCalculator>['functions'][number]

/** The input for one function: requests a month, and results per request. */
export interface Plan {
  requests: string
  results: string
}

const MOST = 1_000_000_000

/** The account's own last thirty days; results are the average per request. */
export function planOf({ requests, results, result_micros }: PricedFunction): Plan {
  const each = requests === 0 ? 0 : Math.round(results / requests)
  return { requests: String(requests), results: result_micros === 0 ? '' : String(each) }
}

/** Digits alone, or in groups of three. */
const WHOLE = /^(\d+|\d{1,3}([\s.,’']\d{3})+)$/

/** A whole number as typed; undefined when it is not one, such as 1.5. An empty text is 0. */
export function typedCount(text: string): number | undefined {
  const typed = text.trim()
  if (typed === '') return 0
  const count = WHOLE.test(typed) ? Number(typed.replaceAll(/\D/g, '')) : undefined
  return count !== undefined && count <= MOST ? count : undefined
}

/** Undefined while something typed is no number. */
export function costOf({ request_micros, result_micros }: PricedFunction, plan: Plan): Micros | undefined {
  const requests = typedCount(plan.requests)
  const results = result_micros === 0 ? 0 : typedCount(plan.results)
  if (requests === undefined || results === undefined) return undefined
  return Math.min(requests * (request_micros + result_micros * results), Number.MAX_SAFE_INTEGER)
}

/** The sum over all functions, or undefined while one of them is not known. */
export function totalOf(costs: (Micros | undefined)[]): Micros | undefined {
  return costs.reduce((sum, cost) => (sum === undefined || cost === undefined ? undefined : sum + cost), 0)
}

/** The cost of a month of calls against the minimum that is paid anyway. */
export function againstMinimum(
  cost_micros: Micros,
  minimum_micros: Micros,
): { left_micros: Micros; over_micros: Micros } {
  return {
    left_micros: Math.max(0, minimum_micros - cost_micros),
    over_micros: Math.max(0, cost_micros - minimum_micros),
  }
}

const EXAMPLES = 3
const TRIED = 5

/**
 * All functions the account called, since they count; few of them are followed by the most tried ones of the sandbox.
 * Before the first request, some examples. The others are one choice away.
 */
export function firstShown<F extends Pick<PricedFunction, 'requests' | 'sandbox_requests'>>(
  functions: readonly F[],
): F[] {
  const called = functions.filter(({ requests }) => requests > 0).toSorted((a, b) => b.requests - a.requests)
  const tried = functions
    .filter(({ requests, sandbox_requests }) => requests === 0 && sandbox_requests > 0)
    .toSorted((a, b) => b.sandbox_requests - a.sandbox_requests)
    .slice(0, Math.max(0, TRIED - called.length))
  const own = [...called, ...tried]
  return own.length > 0 ? own : functions.slice(0, EXAMPLES)
}
