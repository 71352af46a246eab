import type { CustomerKind } from '@portico/contract/billing-details.ts'
import type { Db } from '#db/db.ts'

export interface Details {
  kind: CustomerKind
  name: string
  line1: string
  line2: string
  postal_code: string
  city: string
  country: string
  vat_id: string
  invoice_emails: string[]
  po_number: string
}

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
] as const

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
