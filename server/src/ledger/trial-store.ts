import type { Db } from '#db/db.ts'

/** What was given to an account, and whether anything was ever paid into it. */
export async function giftsOf(db: Db, account_id: number): Promise<{ given_micros: number; has_paid: boolean }> {
  const rows = await db
    .selectFrom('ledger_entries')
    .innerJoin('ledger_transactions', 'ledger_transactions.id', 'transaction_id')
    .select((is) => ['kind', is.fn.sum<number>('amount_micros').as('micros')])
    .where('account_id', '=', account_id)
    .where('kind', 'in', ['gift', 'payment'])
    .groupBy('kind')
    .execute()
  const of = (kind: string) => Number(rows.find((row) => row.kind === kind)?.micros ?? 0)
  return { given_micros: of('gift'), has_paid: of('payment') > 0 }
}
