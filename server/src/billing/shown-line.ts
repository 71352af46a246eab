import type { HistoryLine } from '@portico/contract/billing.ts'
import type { Catalogue } from '#catalogue/index.ts'
import { apiTitle } from '#function-names/index.ts'
import type { readStatement } from '#ledger/index.ts'

/** Kinds whose memo is shown: an operator's reason is not written for customers. */
const KINDS_WITH_MEMO: ReadonlySet<string> = new Set([
  'payment',
  'promo',
  'refund',
  'call_refund',
  'dispute',
  'dispute_won',
  'dispute_fee',
  'purchase',
])

type StatementLine = Awaited<ReturnType<typeof readStatement>>['lines'][number]

export function shownLine(catalogue: Catalogue, line: StatementLine): HistoryLine {
  const { key, kind, at, api, memo, counterpart, count, amount_micros, balance_micros } = line
  return {
    key,
    day: key.slice(0, 10),
    at: api === null ? at.toISOString() : null,
    kind,
    api: api === null ? null : { id: api, title: apiTitle(catalogue, api) },
    count,
    about: counterpart ?? (KINDS_WITH_MEMO.has(kind) ? memo : ''),
    amount_micros,
    balance_micros,
  }
}
