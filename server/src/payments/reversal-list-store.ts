import type { REVERSAL_KINDS, REVERSAL_STATES } from '@portico/contract/operator-money.ts'
import { sql } from 'kysely'
import type { Db } from '#db/db.ts'

export interface ReversalFilter {
  kind: (typeof REVERSAL_KINDS)[number] | undefined
  state: (typeof REVERSAL_STATES)[number] | undefined
  from: Date | undefined
  until: Date | undefined
  before: { at: Date; id: string } | undefined
  limit: number
}

/** Refunds and disputes of all payments, newest first. */
export function listReversals(db: Db, { kind, state, from, until, before, limit }: ReversalFilter) {
  return db
    .selectFrom('payment_reversals as r')
    .innerJoin('payment_orders as o', 'o.id', 'r.order_id')
    .innerJoin('api_logins as l', 'l.id', 'o.login_id')
    .select(['r.id', 'o.reference', 'o.owner_id', 'l.login', 'r.kind', 'r.state', 'r.amount_micros', 'r.tax_micros'])
    .select(['r.fee_micros', 'r.reason', 'r.actor', 'r.created_at'])
    .$if(kind !== undefined, (query) => query.where('r.kind', '=', kind ?? 'refund'))
    .$if(state !== undefined, (query) => query.where('r.state', '=', state ?? 'done'))
    .$if(from !== undefined, (query) => query.where('r.created_at', '>=', from ?? new Date(0)))
    .$if(until !== undefined, (query) => query.where('r.created_at', '<', until ?? new Date(0)))
    .$if(before !== undefined, (query) =>
      query.where(sql<boolean>`(r.created_at, r.id) < (${before?.at}::timestamptz, ${before?.id}::uuid)`),
    )
    .orderBy('r.created_at', 'desc')
    .orderBy('r.id', 'desc')
    .limit(limit)
    .execute()
}
