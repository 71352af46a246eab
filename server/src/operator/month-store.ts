import { sql } from 'kysely'
import type { Db } from '#db/db.ts'

export interface ClosedRow {
  month: string
  closed_at: Date
  closed_by: string
  sha256: string
  bytes: number
}

export async function closedMonths(db: Db): Promise<ClosedRow[]> {
  const { rows } = await sql<ClosedRow>`
    select month, closed_at, closed_by, sha256, length(file) as bytes from closed_months`.execute(db)
  return rows
}

/** False where it was closed meanwhile: the file that was first stays. */
export async function insertMonth(db: Db, row: Omit<ClosedRow, 'bytes'> & { file: Buffer }): Promise<boolean> {
  const added = await db
    .insertInto('closed_months')
    .values(row)
    .onConflict((on) => on.doNothing())
    .returning('month')
    .executeTakeFirst()
  return added !== undefined
}

export function fileOfMonth(db: Db, month: string): Promise<{ file: Buffer; sha256: string } | undefined> {
  return db.selectFrom('closed_months').select(['file', 'sha256']).where('month', '=', month).executeTakeFirst()
}

/** Payments that were credited in a period, oldest first, without a word about whom. */
export async function paidBetween(db: Db, from: Date, until: Date) {
  const { rows } = await sql<{
    reference: string
    owner_id: number
    processor: string
    purpose: string
    payment_ref: string | null
    amount_micros: number
    tax_micros: number
    paid_at: Date
  }>`
    select reference, owner_id, processor, purpose, payment_ref, amount_micros, tax_micros, paid_at from payment_orders
      where state = 'paid' and paid_at >= ${from} and paid_at < ${until} order by paid_at, id`.execute(db)
  return rows
}
