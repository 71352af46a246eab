import type { DocumentKind } from '@portico/contract/tax.ts'
import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { type NamedWords, namedBy } from '#db/named-by.ts'
import type { DocumentContent } from './document-content.ts'

export interface DocumentRow {
  id: string
  kind: DocumentKind
  wl_id: number
  year: number
  sequence: number
  number: string
  owner_id: number
  order_id: string
  reversal_id: string | null
  invoice_id: string | null
  amount_micros: number
  tax_micros: number
  issued_at: Date
}
export type StoredDocument = DocumentRow & { content: unknown }

/** The next number, reserved for the caller: its row remains locked until the transaction ends, and a rollback returns it. */
export async function takeNumber(
  db: Db,
  { wl_id, kind, year }: Pick<DocumentRow, 'wl_id' | 'kind' | 'year'>,
): Promise<number> {
  const row = await db
    .insertInto('billing_counters')
    .values({ wl_id, kind, year, last: 1 })
    .onConflict((on) => on.columns(['wl_id', 'kind', 'year']).doUpdateSet({ last: sql`billing_counters.last + 1` }))
    .returning('last')
    .executeTakeFirstOrThrow()
  return row.last
}

export async function insertDocument(db: Db, row: DocumentRow & { content: DocumentContent }): Promise<void> {
  const { kind, ...rest } = { ...row, content: JSON.stringify(row.content) }
  if (kind === 'invoice' || kind === 'credit_note')
    await db
      .insertInto('billing_documents')
      .values({ ...rest, kind })
      .execute()
  else
    await db
      .insertInto('billing_notes')
      .values({ ...rest, kind })
      .execute()
}

const COLUMNS = [
  'id',
  'kind',
  'wl_id',
  'year',
  'sequence',
  'number',
  'owner_id',
  'order_id',
  'reversal_id',
  'invoice_id',
  'amount_micros',
  'tax_micros',
  'issued_at',
  'content',
] as const

/** Tax documents and notes as one list. */
function allDocuments(db: Db) {
  const documents = db
    .selectFrom('billing_documents')
    .select(COLUMNS)
    .$castTo<StoredDocument>()
    .unionAll(db.selectFrom('billing_notes').select(COLUMNS).$castTo<StoredDocument>())
  return db.selectFrom(documents.as('d'))
}

export function invoiceOfOrder(db: Db, order_id: string): Promise<StoredDocument | undefined> {
  return db
    .selectFrom('billing_documents')
    .selectAll()
    .where('order_id', '=', order_id)
    .where('kind', '=', 'invoice')
    .where('reversal_id', 'is', null)
    .executeTakeFirst()
}

export function proformaOfOrder(db: Db, order_id: string): Promise<StoredDocument | undefined> {
  return db
    .selectFrom('billing_notes')
    .selectAll()
    .where('order_id', '=', order_id)
    .where('kind', '=', 'proforma')
    .executeTakeFirst()
}

/** The note of the fee of a dispute, or the note that returned it. */
export function feeDocumentOf(
  db: Db,
  reversal_id: string,
  kind: 'fee_note' | 'fee_credit',
): Promise<StoredDocument | undefined> {
  return db
    .selectFrom('billing_notes')
    .selectAll()
    .where('reversal_id', '=', reversal_id)
    .where('kind', '=', kind)
    .executeTakeFirst()
}

/** The latest credit note of a reversal. */
export function creditNoteOf(db: Db, reversal_id: string): Promise<StoredDocument | undefined> {
  return db
    .selectFrom('billing_documents')
    .selectAll()
    .where('reversal_id', '=', reversal_id)
    .where('kind', '=', 'credit_note')
    .orderBy('issued_at', 'desc')
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Of any account: the caller has checked the owner. */
export function documentById(db: Db, id: string): Promise<StoredDocument | undefined> {
  return allDocuments(db).selectAll().where('id', '=', id).executeTakeFirst()
}

export function documentOf(db: Db, owner_id: number, id: string): Promise<StoredDocument | undefined> {
  return allDocuments(db).selectAll().where('owner_id', '=', owner_id).where('id', '=', id).executeTakeFirst()
}

export interface DocumentCursor {
  issued_at: Date
  id: string
}

/** Newest first, after a cursor. */
export async function documentsOfAccount(
  db: Db,
  owner_id: number,
  { before, limit }: { before: DocumentCursor | undefined; limit: number },
) {
  return allDocuments(db)
    .leftJoin('billing_documents as i', 'i.id', 'd.invoice_id')
    .leftJoin('billing_notes as n', 'n.id', 'd.invoice_id')
    .select(['d.id', 'd.kind', 'd.number', 'd.issued_at', 'd.amount_micros', 'd.tax_micros', 'd.content'])
    .select(({ fn }) => fn.coalesce('i.number', 'n.number').as('invoice_number'))
    .where('d.owner_id', '=', owner_id)
    .$if(before !== undefined, (query) =>
      query.where(sql<boolean>`(d.issued_at, d.id) < (${before?.issued_at}, ${before?.id}::uuid)`),
    )
    .orderBy('d.issued_at', 'desc')
    .orderBy('d.id', 'desc')
    .limit(limit)
    .execute()
}

/** Those that the words name by number, id or amount, newest first. */
export function documentsNamed(db: Db, owner_id: number, words: NamedWords, limit: number) {
  return allDocuments(db)
    .select(['id', 'kind', 'number', 'order_id', 'amount_micros', 'tax_micros', 'issued_at'])
    .where('owner_id', '=', owner_id)
    .where(namedBy(words, sql`number`))
    .orderBy('issued_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** Oldest first, in batches after a cursor: a year of them is never held in memory at once. */
export async function documentsBetween(
  db: Db,
  owner_id: number,
  { from, to, after, limit }: { from: Date; to: Date; after: DocumentCursor | undefined; limit: number },
): Promise<StoredDocument[]> {
  return allDocuments(db)
    .selectAll()
    .where('owner_id', '=', owner_id)
    .where('issued_at', '>=', from)
    .where('issued_at', '<', to)
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(issued_at, id) > (${after?.issued_at}, ${after?.id}::uuid)`),
    )
    .orderBy('issued_at')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Documents by order, oldest first, for the list of payments. */
export function documentsOfOrders(
  db: Db,
  order_ids: string[],
): Promise<Pick<DocumentRow, 'order_id' | 'id' | 'number' | 'kind'>[]> {
  if (order_ids.length === 0) return Promise.resolve([])
  return allDocuments(db)
    .select(['order_id', 'id', 'number', 'kind'])
    .where('order_id', 'in', order_ids)
    .orderBy('issued_at')
    .orderBy('id')
    .execute()
}
