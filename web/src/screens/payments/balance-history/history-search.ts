import { isPeriod, type Period, TRANSACTION_KINDS, type TransactionKind } from '@portico/contract/billing.ts'
import { momentMs } from '@portico/contract/moment.ts'
import { type RangeName, rangeNamed, rangeNameIn } from '#traffic/ranges.ts'

const USUAL: RangeName = 'this_month'

/** All the tab shows follows from its address. */
export interface HistorySearch {
  period: Period
  kind: TransactionKind | undefined
}

export function parseSearch(search: string, now_ms: number): HistorySearch {
  const params = new URLSearchParams(search)
  const own = { from: params.get('from') ?? '', to: params.get('to') ?? '' }
  const isOwn = [own.from, own.to].every((day) => day.length === 10 && !Number.isNaN(momentMs(day))) && isPeriod(own)
  return {
    period: isOwn ? own : rangeNamed(rangeNameIn(params.get('range'), 'payments') ?? USUAL, now_ms),
    kind: TRANSACTION_KINDS.find((known) => known === params.get('kind')),
  }
}

export type Change = Partial<Record<'range' | 'from' | 'to' | 'kind', string | undefined>>
