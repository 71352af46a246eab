import { languageOfField } from '@portico/contract/language.ts'
import { TAX_NOTES } from '@portico/contract/tax.ts'
import * as z from 'zod/mini'
import { loginById } from '#access/index.ts'
import type { Reversal } from '#ctx/billing.ts'
import type { Ctx, OrderFacts, Site } from '#ctx/ctx.ts'
import type { Db } from '#db/db.ts'
import { userById } from '#users/index.ts'
import { siteOfAccount } from '#whitelabel/index.ts'
import { declaredAgain, declaredTax } from './declared-tax.ts'
import { detailsOf } from './details-store.ts'
import { type DocumentContent, documentContent } from './document-content.ts'
import { customerOf, partiesOf } from './document-parties.ts'
import { creditNoteOf, invoiceOfOrder, proformaOfOrder } from './document-store.ts'
import { sellerFor } from './seller.ts'
import { taxNameIn } from './tax.ts'
import { writeDocument } from './write-document.ts'

/** As `taxFor` wrote them into the order; an older version may not have. */
const taxFacts = z.object({
  note: z.enum(TAX_NOTES),
  name: z.string(),
  rate_bp: z.int(),
})

/** In the transaction that makes the order paid: both are committed, or neither. */
export async function issueInvoice(ctx: Ctx, db: Db, order: OrderFacts & { paid_at: Date }): Promise<void> {
  if (await invoiceOfOrder(db, order.id)) return
  const within = { ...ctx, db }
  const site = await siteOfAccount(within, order.owner_id)
  const { amount_micros, tax_micros, paid_at } = order
  const unpaid = await contentOf(within, site, order)
  const proforma = await proformaOfOrder(db, order.id)
  const content: DocumentContent = {
    ...unpaid,
    tax: {
      ...unpaid.tax,
      declared: await declaredTax(within, sellerFor(ctx.billing, site), tax_micros, paid_at),
    },
    payment: { ...unpaid.payment, paid_at: paid_at.toISOString() },
    proforma: proforma ? { number: proforma.number, issued_at: proforma.issued_at.toISOString() } : null,
  }
  await writeDocument(within, site, content, { kind: 'invoice', order, amount_micros, tax_micros })
}

/** The content of a document about this order today, before anything was paid. */
export async function contentOf(ctx: Ctx, site: Site, order: OrderFacts): Promise<DocumentContent> {
  const owner = await userById(ctx, order.owner_id)
  const details = await detailsOf(ctx.db, order.owner_id)
  const language = languageOfField(owner?.language)
  const seller = sellerFor(ctx.billing, site)
  const { name, address, vat_id, registration } = seller
  const facts = taxFacts.safeParse(order.tax_facts).data
  return {
    language,
    brand: { wl_id: site.wl_id, title: site.brand.title, accent: site.brand.accent },
    seller: { name, address, vat_id, registration },
    customer: customerOf(language, details, owner),
    parties: partiesOf(seller, details),
    e_invoice: details?.e_invoice ?? 'none',
    lines: [
      {
        purpose: order.purpose,
        product: ctx.products.find(({ product }) => product === order.product)?.titles[language] ?? order.product,
        login: (await loginById(ctx, order.login_id)).login,
        amount_micros: order.amount_micros,
      },
    ],
    tax: {
      note: facts?.note ?? 'none',
      name: taxNameIn(seller, language) || (facts?.name ?? ''),
      rate_bp: facts?.rate_bp ?? 0,
      tax_micros: order.tax_micros,
      declared: null,
    },
    payment: {
      reference: order.reference,
      processor: order.processor,
      method_label: order.method_label,
      paid_at: null,
      account: order.processor === 'wire' ? (ctx.payments.settings.wire?.account ?? null) : null,
    },
    valid_until: null,
    proforma: null,
    fee: null,
    corrects: null,
  }
}

/** Issues a credit note for the refunded amount, once for each change; an order without an invoice has nothing to correct. */
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
    tax: { ...original.tax, tax_micros, declared: declaredAgain(original.tax.declared, tax_micros) },
    payment: { ...original.payment, paid_at: null },
    corrects: { number: invoice.number, issued_at: invoice.issued_at.toISOString(), reason: reversal.kind },
  }
  await writeDocument(within, site, content, {
    kind: 'credit_note',
    order,
    amount_micros,
    tax_micros,
    reversal_id: reversal.id,
    invoice_id: invoice.id,
    // The series of the invoice, whatever brand its account belongs to since.
    wl_id: invoice.wl_id,
  })
}

/** The refund failed, or the dispute was won after all: the amount of its credit note is owed, and paid, again. */
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
    tax: { ...original.tax, tax_micros, declared: declaredAgain(original.tax.declared, tax_micros) },
    payment: documentContent.parse(invoice.content).payment,
    corrects: {
      number: credit_note.number,
      issued_at: credit_note.issued_at.toISOString(),
      reason: reversal.kind === 'refund' ? 'refund_failed' : 'dispute_won',
    },
  }
  await writeDocument(within, await siteOfAccount(within, order.owner_id), content, {
    kind: 'invoice',
    order,
    amount_micros,
    tax_micros,
    reversal_id: reversal.id,
    invoice_id: credit_note.id,
    wl_id: invoice.wl_id,
  })
}
