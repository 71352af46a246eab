import { randomUUID } from 'node:crypto'
import type { DocumentKind } from '@portico/contract/billing.ts'
import { isInPrint } from '@portico/contract/billing-details.ts'
import { type Language, languageOfField } from '@portico/contract/language.ts'
import { TAX_NOTES } from '@portico/contract/payments.ts'
import * as z from 'zod/mini'
import { loginById } from '#access/room.ts'
import type { Db } from '#db/db.ts'
import { enqueueMail } from '#mail/room.ts'
import { userById } from '#users/room.ts'
import { siteOfAccount } from '#whitelabel/room.ts'
import type { Ctx, OrderFacts, Site } from '../ctx.ts'
import type { Reversal } from '../ctx-billing.ts'
import { type Details, detailsOf } from './details-store.ts'
import { type DocumentContent, documentContent } from './document-content.ts'
import { creditNoteOf, type DocumentRow, insertDocument, invoiceOfOrder, takeNumber } from './document-store.ts'
import { sellerFor } from './seller.ts'

/** As `taxFor` wrote them into the order, and as an older version may not have. */
const taxFacts = z.object({
  note: z.enum(TAX_NOTES),
  name: z.string(),
  rate_bp: z.int(),
})

/** In the transaction that makes the order paid: both are there, or neither. */
export async function issueInvoice(ctx: Ctx, db: Db, order: OrderFacts & { paid_at: Date }): Promise<void> {
  if (await invoiceOfOrder(db, order.id)) return
  const within = { ...ctx, db }
  const site = await siteOfAccount(within, order.owner_id)
  const owner = await userById(within, order.owner_id)
  const details = await detailsOf(db, order.owner_id)
  const language = languageOfField(owner?.language)
  const { name, address, vat_id, registration } = sellerFor(ctx.billing, site)
  const facts = taxFacts.safeParse(order.tax_facts)
  const content: DocumentContent = {
    language,
    brand: { wl_id: site.wl_id, title: site.brand.title, accent: site.brand.accent },
    seller: { name, address, vat_id, registration },
    customer: customerOf(language, details, owner),
    lines: [
      {
        purpose: order.purpose,
        product: ctx.products.find(({ product }) => product === order.product)?.titles[language] ?? order.product,
        login: (await loginById(within, order.login_id)).login,
        amount_micros: order.amount_micros,
      },
    ],
    tax: { note: 'none', name: '', rate_bp: 0, ...facts.data, tax_micros: order.tax_micros },
    payment: {
      reference: order.reference,
      processor: order.processor,
      method_label: order.method_label,
      paid_at: order.paid_at.toISOString(),
    },
    corrects: null,
  }
  const { amount_micros, tax_micros } = order
  await issue(within, site, content, { kind: 'invoice', order, amount_micros, tax_micros })
}

/** Of what went back, once for each change; an order without an invoice has nothing to correct. */
export async function issueCreditNote(ctx: Ctx, db: Db, order: OrderFacts, reversal: Reversal): Promise<void> {
  const invoice = await invoiceOfOrder(db, order.id)
  if (!invoice) return ctx.log.warn({ order_id: order.id }, 'credit note not issued: the order has no invoice')
  const within = { ...ctx, db }
  const site = await siteOfAccount(within, order.owner_id)
  const original = documentContent.parse(invoice.content)
  const { amount_micros, tax_micros } = reversal
  const content: DocumentContent = {
    ...original,
    lines: original.lines.slice(0, 1).map((line) => ({ ...line, amount_micros })),
    tax: { ...original.tax, tax_micros },
    payment: { ...original.payment, paid_at: null },
    corrects: { number: invoice.number, issued_at: invoice.issued_at.toISOString(), reason: reversal.kind },
  }
  await issue(within, site, content, {
    kind: 'credit_note',
    order,
    amount_micros,
    tax_micros,
    reversal_id: reversal.id,
    invoice_id: invoice.id,
    // The series of the invoice, wherever its account has moved since.
    wl_id: invoice.wl_id,
  })
}

/** The refund did not arrive, or the dispute was won after all: what its credit note took away is owed, and paid, again. */
export async function issueCorrection(ctx: Ctx, db: Db, order: OrderFacts, reversal: Reversal): Promise<void> {
  const credit_note = await creditNoteOf(db, reversal.id)
  const invoice = await invoiceOfOrder(db, order.id)
  if (!credit_note || !invoice) return
  const within = { ...ctx, db }
  const { amount_micros, tax_micros } = reversal
  const original = documentContent.parse(credit_note.content)
  const content: DocumentContent = {
    ...original,
    lines: original.lines.map((line) => ({ ...line, amount_micros })),
    tax: { ...original.tax, tax_micros },
    payment: documentContent.parse(invoice.content).payment,
    corrects: {
      number: credit_note.number,
      issued_at: credit_note.issued_at.toISOString(),
      reason: reversal.kind === 'refund' ? 'refund_failed' : 'dispute_won',
    },
  }
  await issue(within, await siteOfAccount(within, order.owner_id), content, {
    kind: 'invoice',
    order,
    amount_micros,
    tax_micros,
    reversal_id: reversal.id,
    invoice_id: credit_note.id,
    wl_id: invoice.wl_id,
  })
}

interface Issued extends Pick<DocumentRow, 'amount_micros' | 'tax_micros'> {
  kind: DocumentKind
  order: OrderFacts
  wl_id?: number
  reversal_id?: string
  invoice_id?: string
}

async function issue(ctx: Ctx, site: Site, content: DocumentContent, about: Issued): Promise<void> {
  const { kind, order, amount_micros, tax_micros, reversal_id = null, invoice_id = null } = about
  const issued_at = ctx.clock.now()
  const year = issued_at.getUTCFullYear()
  const wl_id = about.wl_id ?? site.wl_id
  const sequence = await takeNumber(ctx.db, { wl_id, kind, year })
  // Number and prefix are of one seller, also where the account belongs to another brand by now.
  const { invoice_prefix, credit_note_prefix } = sellerFor(ctx.billing, await ctx.sites.withId(wl_id))
  const prefix = kind === 'invoice' ? invoice_prefix : credit_note_prefix
  const number = `${prefix}-${year}-${String(sequence).padStart(5, '0')}`
  const { id: order_id, owner_id } = order
  const id = randomUUID()
  const row = { id, kind, wl_id, year, sequence, number, owner_id, order_id, reversal_id, invoice_id, amount_micros }
  await insertDocument(ctx.db, { ...row, tax_micros, issued_at, content })
  await mailDocument(ctx, site, { id, kind, number, owner_id, total_micros: amount_micros + tax_micros, content })
}

async function mailDocument(
  ctx: Ctx,
  site: Site,
  about: Pick<DocumentRow, 'id' | 'kind' | 'number' | 'owner_id'> & { total_micros: number; content: DocumentContent },
): Promise<void> {
  const { id, kind, number, owner_id, total_micros, content } = about
  const owner = await userById(ctx, owner_id)
  const given = (await detailsOf(ctx.db, owner_id))?.invoice_emails ?? []
  const addresses = given.length > 0 ? given : owner ? [owner.email] : []
  for (const to of addresses)
    await enqueueMail(ctx, {
      to,
      site,
      template: kind,
      language: content.language,
      data: {
        // Whoever keeps the books need not be the owner.
        name: to === owner?.email ? owner.name : '',
        number,
        document_id: id,
        total_micros,
        invoice_number: content.corrects?.number ?? '',
        link: new URL('/users/getrows', site.origin).href,
      },
    })
}

function customerOf(
  language: Language,
  details: Details | undefined,
  owner: { name: string; email: string } | undefined,
): DocumentContent['customer'] {
  const email = owner?.email ?? ''
  // Of who has not said whom invoices are for: their name, where it can be printed; the address says it in any case.
  const own = owner && isInPrint(owner.name) ? owner.name : ''
  if (!details) return { name: own, address: [], vat_id: '', email, po_number: '' }
  const { name, line1, line2, postal_code, city, country, vat_id, po_number } = details
  const place = new Intl.DisplayNames(language, { type: 'region' }).of(country) ?? country
  const address = [line1, line2, [postal_code, city].filter(Boolean).join(' '), place].filter(Boolean)
  return { name, address, vat_id, email, po_number }
}
