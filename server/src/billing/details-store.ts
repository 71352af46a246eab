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
