import type { BillingDocument, Period } from '@portico/contract/billing.ts'
import type { EInvoiceFormat } from '@portico/contract/billing-details.ts'
import { Problem } from '@portico/contract/problem.ts'
import { DOCUMENT_KINDS } from '@portico/contract/tax.ts'
import { ZipFile } from 'yazl'
import { activeLogin } from '#access/index.ts'
import type { Ctx, UserCtx } from '#ctx/ctx.ts'
import { readCursor } from '#http/read-cursor.ts'
import type { Attach } from '#mail/index.ts'
import { documentContent } from './document-content.ts'
import {
  type DocumentCursor,
  documentById,
  documentOf,
  documentsBetween,
  documentsOfAccount,
  type StoredDocument,
} from './document-store.ts'
import { drawDocument } from './draw-document.ts'
import { type EInvoice, eInvoiceOf } from './e-invoice.ts'
import { invoiceNumbered } from './invoice-store.ts'
import { spanOf } from './spans.ts'
import { attachStatements } from './statements.ts'
import { facturXFile } from './write-cii.ts'
import { writeUbl } from './write-ubl.ts'

const PAGE = 50
const BATCH = 50
const PDF = 'application/pdf'
const XML = 'application/xml'

export async function listDocuments(ctx: UserCtx, { before }: { before?: string | undefined }) {
  const { owner_id } = await activeLogin(ctx)
  const cursor = readCursor(before)
  const after = cursor && { issued_at: cursor.at, id: cursor.id }
  const rows = await documentsOfAccount(ctx.db, owner_id, { before: after, limit: PAGE + 1 })
  const documents = rows.slice(0, PAGE).map(
    ({ content, ...row }): BillingDocument => ({
      ...row,
      issued_at: row.issued_at.toISOString(),
      has_e_invoice: eInvoiceOf({ ...row, content }) !== undefined,
    }),
  )
  const last = documents.at(-1)
  return { documents, next: rows.length > PAGE && last ? `${last.issued_at}_${last.id}` : null }
}

export async function documentFile(ctx: UserCtx, { id }: { id: string }) {
  const { owner_id } = await activeLogin(ctx)
  const row = await documentOf(ctx.db, owner_id, id)
  if (!row) throw new Problem('unknown_document')
  const pdf = await drawDocument(row, ctx.billing.logo)
  return { name: fileName(row), type: PDF, lines: [pdf] }
}

export async function eInvoiceFile(ctx: UserCtx, { id, format }: { id: string; format: EInvoiceFormat }) {
  const { owner_id } = await activeLogin(ctx)
  const row = await documentOf(ctx.db, owner_id, id)
  const invoice = row && eInvoiceOf(row)
  if (!invoice) throw new Problem('unknown_document')
  const { name, type, content } = await writeEInvoice(row, invoice, format, ctx.billing.logo)
  return { name, type, lines: [content] }
}

async function writeEInvoice(row: StoredDocument, invoice: EInvoice, format: EInvoiceFormat, logo: Buffer | null) {
  if (format === 'xrechnung') return { name: xmlName(row), type: XML, content: Buffer.from(writeUbl(invoice)) }
  const content = await drawDocument(row, logo, facturXFile(invoice))
  return { name: `${row.number}-factur-x.pdf`, type: PDF, content }
}

/** The formats of a document. */
export const INVOICE_FORMATS = ['pdf'] as const

/** Undefined: the account has no document with this number. */
export async function invoiceFile(ctx: Pick<Ctx, 'db' | 'billing'>, owner_id: number, number: string) {
  const row = await invoiceNumbered(ctx.db, owner_id, number)
  return row && { name: fileName(row), type: PDF, content: await drawDocument(row, ctx.billing.logo) }
}

export async function documentsFile(ctx: UserCtx, { from, to }: Period) {
  const { owner_id } = await activeLogin(ctx)
  const span = spanOf({ from, to })
  const first = await documentsBetween(ctx.db, owner_id, { ...span, after: undefined, limit: BATCH })
  if (first.length === 0) throw new Problem('unknown_document')
  const rest = (after: DocumentCursor) => documentsBetween(ctx.db, owner_id, { ...span, after, limit: BATCH })
  return { name: `documents-${from}-${to}.zip`, type: 'application/zip', lines: zipOf(first, rest, ctx.billing.logo) }
}

/**
 * Each document is drawn once the one before is sent: a year of them is never held in memory at once. An invoice is included as a
 * Factur-X file, which is its PDF, and as XML; two PDFs of one invoice would be booked twice.
 */
async function* zipOf(
  first: StoredDocument[],
  rest: (after: DocumentCursor) => Promise<StoredDocument[]>,
  logo: Buffer | null,
): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile()
  const out = zip.outputStream
  const written = (): Buffer | null => out.read() as Buffer | null
  let rows = first
  while (rows.length > 0) {
    for (const row of rows) {
      const options = { mtime: row.issued_at, compress: false, forceDosTimestamp: true }
      const invoice = eInvoiceOf(row)
      const embedded = invoice && facturXFile(invoice)
      zip.addBuffer(await drawDocument(row, logo, embedded), fileName(row), options)
      if (invoice) zip.addBuffer(Buffer.from(writeUbl(invoice)), xmlName(row), options)
      for (let part = written(); part !== null; part = written()) yield part
    }
    const last = rows.at(-1)
    rows = last && rows.length === BATCH ? await rest(last) : []
  }
  zip.end()
  for await (const part of out) yield Buffer.from(part)
}

/** All documents of an account, oldest first, each drawn once the one before was consumed. */
export async function* accountDocuments(ctx: Pick<Ctx, 'db' | 'clock' | 'billing'>, owner_id: number) {
  const span = { from: new Date(0), to: new Date(ctx.clock.now().getTime() + 1) }
  let after: DocumentCursor | undefined
  do {
    const rows = await documentsBetween(ctx.db, owner_id, { ...span, after, limit: BATCH })
    for (const row of rows) yield { name: fileName(row), pdf: await drawDocument(row, ctx.billing.logo) }
    after = rows.length === BATCH ? rows.at(-1) : undefined
  } while (after)
}

function xmlName({ number }: Pick<StoredDocument, 'number'>): string {
  return `${number}-xrechnung.xml`
}

function fileName({ number }: Pick<StoredDocument, 'number'>): string {
  return `${number}.pdf`
}

/** The document or the statements that a mail is about, drawn when it is sent. */
export function attachDocuments(ctx: Pick<Ctx, 'db' | 'billing' | 'clock' | 'sites' | 'catalogue'>): Attach {
  return async (template, data) => {
    if (template === 'statement') return 'month' in data ? attachStatements(ctx, data) : undefined
    if (!DOCUMENT_KINDS.some((kind) => kind === template)) return []
    const row = 'document_id' in data ? await documentById(ctx.db, data.document_id) : undefined
    if (!row) return undefined
    const { logo } = ctx.billing
    const { e_invoice } = documentContent.parse(row.content)
    const invoice = e_invoice === 'none' ? undefined : eInvoiceOf(row)
    const made = invoice && e_invoice !== 'none' ? await writeEInvoice(row, invoice, e_invoice, logo) : undefined
    // A Factur-X file is a PDF of the same document: with a second one it would be booked twice.
    if (made?.type === PDF) return [made]
    const pdf = { name: fileName(row), type: PDF, content: await drawDocument(row, logo) }
    return made ? [pdf, made] : [pdf]
  }
}
