import { isPeriod, type Period, TRANSACTION_KINDS, type TransactionKind } from '@portico/contract/billing.ts'
import { isDay, momentMs } from '@portico/contract/moment.ts'
import { oneOf, searchParams } from '#lib/search-params.ts'
import { rangeOf } from '#traffic/range-address.ts'

const isShown = (period: Period) =>
  [period.from, period.to].every((day) => isDay(day) && !Number.isNaN(momentMs(day))) && isPeriod(period)
const RANGE = { screen: 'payments', usual: 'this_month', isShown } as const
const readParams = searchParams({ kind: oneOf(TRANSACTION_KINDS) })

/** All the tab shows follows from its address. */
export interface HistorySearch {
  period: Period
  kind: TransactionKind | undefined
}

export function parseSearch(search: string, now_ms: number): HistorySearch {
  return { period: rangeOf(search, now_ms, RANGE), ...readParams(search) }
}

export type Change = Partial<Record<'range' | 'from' | 'to' | 'kind', string | undefined>>
