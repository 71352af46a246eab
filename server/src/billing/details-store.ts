import type { Selectable } from 'kysely'
import type { Db } from '#db/db.ts'
import type { Tables } from '#db/tables.ts'

const COLUMNS = [
  'kind',
  'name',
  'line1',
  'line2',
  'postal_code',
  'city',
  'country',
  'vat_id',
  'invoice_emails',
  'po_number',
  'buyer_reference',
  'e_invoice',
] as const

export type Details = Pick<Selectable<Tables['billing_details']>, (typeof COLUMNS)[number]>

export function detailsOf(db: Db, owner_id: number): Promise<Details | undefined> {
  return db.selectFrom('billing_details').select(COLUMNS).where('owner_id', '=', owner_id).executeTakeFirst()
}

/** The time since which an account wants monthly statements; null: it wants none. Undefined: it has no details. */
export async function statementsSince(db: Db, owner_id: number): Promise<Date | null | undefined> {
  const row = await db
    .selectFrom('billing_details')
    .select('statements_since')
    .where('owner_id', '=', owner_id)
    .executeTakeFirst()
  return row?.statements_since
}

export async function putStatementsSince(db: Db, owner_id: number, statements_since: Date | null): Promise<void> {
  await db.updateTable('billing_details').set({ statements_since }).where('owner_id', '=', owner_id).execute()
}

/** Accounts that wanted statements before the end of a month, and were not mailed that one. */
export async function ownersToMail(
  db: Db,
  { month, month_end, after, limit }: { month: string; month_end: Date; after: number; limit: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom('billing_details as d')
    .innerJoin('users as u', 'u.id', 'd.owner_id')
    .select('d.owner_id')
    .where('u.status', '=', 'active')
    .where('d.statements_since', '<', month_end)
    .where('d.owner_id', '>', after)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('statement_mails as m')
            .select('m.month')
            .whereRef('m.owner_id', '=', 'd.owner_id')
            .where('m.month', '=', month),
        ),
      ),
    )
    .orderBy('d.owner_id')
    .limit(limit)
    .execute()
  return rows.map(({ owner_id }) => owner_id)
}

/** False where another process has taken this month of the account, or is taking it and commits. */
export async function takeStatement(db: Db, owner_id: number, month: string, mailed_at: Date): Promise<boolean> {
  const taken = await db
    .insertInto('statement_mails')
    .values({ owner_id, month, mailed_at })
    .onConflict((on) => on.doNothing())
    .returning('month')
    .executeTakeFirst()
  return taken !== undefined
}

export async function putDetails(
  db: Db,
  { owner_id, ...values }: Details & { owner_id: number; changed_at: Date },
): Promise<void> {
  await db
    .insertInto('billing_details')
    .values({ owner_id, ...values })
    .onConflict((on) => on.column('owner_id').doUpdateSet(values))
    .execute()
}
