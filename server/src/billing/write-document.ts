import { randomUUID } from 'node:crypto'
import { orderPath } from '@portico/contract/payments.ts'
import type { DocumentKind } from '@portico/contract/tax.ts'
import type { Seller } from '#ctx/billing.ts'
import type { Ctx, OrderFacts, Site } from '#ctx/ctx.ts'
import { enqueueMail } from '#mail/index.ts'
import { userById } from '#users/index.ts'
import { detailsOf } from './details-store.ts'
import type { DocumentContent } from './document-content.ts'
import { type DocumentRow, insertDocument, takeNumber } from './document-store.ts'
import { sellerFor } from './seller.ts'

interface NewDocument extends Pick<DocumentRow, 'amount_micros' | 'tax_micros'> {
  kind: DocumentKind
  order: Pick<OrderFacts, 'id' | 'owner_id'>
  wl_id?: number
  reversal_id?: string
  invoice_id?: string
}

const PREFIX: Record<DocumentKind, (seller: Seller) => string> = {
  invoice: ({ invoice_prefix }) => invoice_prefix,
  credit_note: ({ credit_note_prefix }) => credit_note_prefix,
  proforma: ({ proforma_prefix }) => proforma_prefix,
  fee_note: ({ fee_note_prefix }) => fee_note_prefix,
  fee_credit: ({ fee_credit_prefix }) => fee_credit_prefix,
}

/** Gives the document its number, stores it and mails it, all in the caller's transaction. */
export async function writeDocument(ctx: Ctx, site: Site, content: DocumentContent, about: NewDocument): Promise<void> {
  const { kind, order, amount_micros, tax_micros, reversal_id = null, invoice_id = null } = about
  const issued_at = ctx.clock.now()
  const year = issued_at.getUTCFullYear()
  const wl_id = about.wl_id ?? site.wl_id
  const sequence = await takeNumber(ctx.db, { wl_id, kind, year })
  // Number and prefix belong to one seller, even if the account belongs to another brand by now.
  const seller = sellerFor(ctx.billing, await ctx.sites.withId(wl_id))
  // Such as INV-2026-00001; the file of a document is named after it.
  const number = `${PREFIX[kind](seller)}-${year}-${String(sequence).padStart(5, '0')}`
  const { id: order_id, owner_id } = order
  const id = randomUUID()
  const row = { id, kind, wl_id, year, sequence, number, owner_id, order_id, reversal_id, invoice_id, amount_micros }
  await insertDocument(ctx.db, { ...row, tax_micros, issued_at, content })
  await mailDocument(ctx, site, { ...row, total_micros: amount_micros + tax_micros, content })
}

async function mailDocument(
  ctx: Ctx,
  site: Site,
  about: Pick<DocumentRow, 'id' | 'kind' | 'number' | 'owner_id' | 'order_id'> & {
    total_micros: number
    content: DocumentContent
  },
): Promise<void> {
  const { id, kind, number, owner_id, total_micros, content } = about
  const owner = await userById(ctx, owner_id)
  const given = (await detailsOf(ctx.db, owner_id))?.invoice_emails ?? []
  const addresses = given.length > 0 ? given : owner ? [owner.email] : []
  const { corrects, payment, valid_until } = content
  const page = kind === 'proforma' ? orderPath(about.order_id) : '/users/getrows'
  const common = { number, document_id: id, total_micros, link: new URL(page, site.origin).href }
  for (const to of addresses) {
    // The accountant need not be the owner.
    const data = { ...common, name: to === owner?.email ? owner.name : '' }
    const mail = { to, site, language: content.language }
    if (kind === 'proforma')
      await enqueueMail(ctx, {
        ...mail,
        template: 'proforma',
        data: { ...data, reference: payment.reference, until: valid_until ?? ctx.clock.now().toISOString() },
      })
    else if (kind === 'fee_note')
      await enqueueMail(ctx, { ...mail, template: 'fee_note', data: { ...data, reference: payment.reference } })
    else
      await enqueueMail(ctx, {
        ...mail,
        template: kind,
        data: { ...data, invoice_number: corrects?.number ?? '' },
      })
  }
}
