import { languageOfField } from '@portico/contract/language.ts'
import { DAY_MS } from '@portico/contract/time.ts'
import { loginById } from '#access/index.ts'
import type { DisputeFee } from '#ctx/billing.ts'
import type { Ctx, OrderFacts } from '#ctx/ctx.ts'
import type { Db } from '#db/db.ts'
import { textsIn } from '#i18n/translate.ts'
import { userById } from '#users/index.ts'
import { siteOfAccount } from '#whitelabel/index.ts'
import { type DocumentContent, documentContent } from './document-content.ts'
import { feeDocumentOf, invoiceOfOrder, proformaOfOrder } from './document-store.ts'
import { contentOf } from './issue.ts'
import { writeDocument } from './write-document.ts'

/**
 * The document a wire is paid against, issued in the transaction that makes the order: accounts departments pay documents, not
 * pages.
 */
export async function issueProforma(ctx: Ctx, db: Db, order: OrderFacts): Promise<void> {
  if (order.processor !== 'wire' || (await proformaOfOrder(db, order.id))) return
  const within = { ...ctx, db }
  const site = await siteOfAccount(within, order.owner_id)
  const valid_until = new Date(ctx.clock.now().getTime() + ctx.billing.proforma_days * DAY_MS).toISOString()
  const content = { ...(await contentOf(within, site, order)), valid_until }
  const { amount_micros, tax_micros } = order
  await writeDocument(within, site, content, { kind: 'proforma', order, amount_micros, tax_micros })
}

/** A fee has its own note, without tax, as damages are no supply. The text about tax is the operator's where there is one. */
export async function issueFeeNote(
  ctx: Ctx,
  db: Db,
  order: OrderFacts,
  { reversal_id, fee_micros }: DisputeFee,
): Promise<void> {
  if (fee_micros === 0 || (await feeDocumentOf(db, reversal_id, 'fee_note'))) return
  const within = { ...ctx, db }
  const site = await siteOfAccount(within, order.owner_id)
  const owner = await userById(within, order.owner_id)
  const language = languageOfField(owner?.language)
  const invoice = await invoiceOfOrder(db, order.id)
  const text =
    ctx.billing.fee_texts?.[language] ??
    textsIn(language)('Compensation for costs of a payment dispute. Outside the scope of VAT; no VAT is charged.')
  const content: DocumentContent = {
    ...(await contentOf(within, site, order)),
    lines: [feeLine((await loginById(within, order.login_id)).login, fee_micros)],
    tax: { note: 'none', name: '', rate_bp: 0, tax_micros: 0, declared: null },
    fee: { invoice_number: invoice?.number ?? '', text },
    parties: null,
  }
  await writeDocument(within, site, content, {
    kind: 'fee_note',
    order,
    amount_micros: fee_micros,
    tax_micros: 0,
    reversal_id,
    ...(invoice && { wl_id: invoice.wl_id }),
  })
}

const feeLine = (login: string, amount_micros: number): DocumentContent['lines'][number] => ({
  purpose: 'dispute_fee',
  product: null,
  login,
  amount_micros,
})

/** The dispute was won: the fee is on the balance again. */
export async function issueFeeCredit(
  ctx: Ctx,
  db: Db,
  order: OrderFacts,
  { reversal_id, fee_micros }: DisputeFee,
): Promise<void> {
  const note = await feeDocumentOf(db, reversal_id, 'fee_note')
  if (!note) return ctx.log.warn({ order_id: order.id }, 'fee credit not issued: the fee has no note')
  if (await feeDocumentOf(db, reversal_id, 'fee_credit')) return
  const within = { ...ctx, db }
  const original = documentContent.parse(note.content)
  const content: DocumentContent = {
    ...original,
    lines: original.lines.map((line) => ({ ...line, amount_micros: fee_micros })),
    corrects: { number: note.number, issued_at: note.issued_at.toISOString(), reason: 'fee_returned' },
  }
  await writeDocument(within, await siteOfAccount(within, order.owner_id), content, {
    kind: 'fee_credit',
    order,
    amount_micros: fee_micros,
    tax_micros: 0,
    reversal_id,
    invoice_id: note.id,
    wl_id: note.wl_id,
  })
}
