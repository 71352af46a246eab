import type { Db } from '#db/db.ts'
import type { StoredDocument } from './document-store.ts'
import type { TimeSpan } from './spans.ts'

/** Documents of an account issued in a period, oldest first, and their number. */
export async function pageOfInvoices(
  db: Db,
  owner_id: number,
  { from, to, limit, offset }: TimeSpan & { limit: number; offset: number },
) {
  const { total } = await db
    .selectFrom('billing_documents')
    .select(({ fn }) => fn.countAll<string>().as('total'))
    .where('owner_id', '=', owner_id)
    .where('issued_at', '>=', from)
    .where('issued_at', '<', to)
    .executeTakeFirstOrThrow()
  const rows = await db
    .selectFrom('billing_documents as d')
    .leftJoin('billing_documents as i', 'i.id', 'd.invoice_id')
    .select(['d.kind', 'd.number', 'd.issued_at', 'd.amount_micros', 'd.tax_micros', 'i.number as invoice_number'])
    .where('d.owner_id', '=', owner_id)
    .where('d.issued_at', '>=', from)
    .where('d.issued_at', '<', to)
    .orderBy('d.issued_at')
    .orderBy('d.id')
    .limit(limit)
    .offset(offset)
    .execute()
  return { total: Number(total), rows }
}

/** Numbers of two brands may be equal; those of one account are not. */
export function invoiceNumbered(db: Db, owner_id: number, number: string): Promise<StoredDocument | undefined> {
  return db
    .selectFrom('billing_documents')
    .selectAll()
    .where('owner_id', '=', owner_id)
    .where('number', '=', number)
    .orderBy('issued_at', 'desc')
    .executeTakeFirst()
}
