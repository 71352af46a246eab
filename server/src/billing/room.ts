import type { Language } from '@portico/contract/language.ts'
import type { Micros } from '@portico/contract/money.ts'
import type { Tax } from '@portico/contract/payments.ts'
import { Problem } from '@portico/contract/problem.ts'
import type { Ctx, PaymentListener } from '../ctx.ts'
import { detailsOf } from './details-store.ts'
import { documentsOfOrders } from './document-store.ts'
import { issueCorrection, issueCreditNote, issueInvoice } from './issue.ts'
import { issueFeeCredit, issueFeeNote, issueProforma } from './issue-notes.ts'
import { sellerFor } from './seller.ts'
import { taxOn, taxRule } from './tax.ts'

export { refreshRates } from './declared-tax.ts'
/** For the mails that bring a document, and for the archive of an account. */
export { accountDocuments, attachDocuments } from './documents.ts'
export { readBillingSettings } from './read-settings.ts'
/** A line of the balance history as customers read it, on the screen and by the data API. */
export { shownLine } from './shown-line.ts'

/**
 * What a customer's books need: whom invoices are for, which tax they owe, invoices and credit notes without a gap in their numbers,
 * and the balance as a bank statement. A document is written once and never changed.
 */
export const billingListener: PaymentListener = {
  ordered: issueProforma,
  paid: issueInvoice,
  reversed: issueCreditNote,
  restored: issueCorrection,
  feeTaken: issueFeeNote,
  feeReturned: issueFeeCredit,
  /** Oldest first. */
  documentsOf: async (ctx, order_ids) =>
    Map.groupBy(await documentsOfOrders(ctx.db, order_ids), ({ order_id }) => order_id),
}

/** Refuses to take money from whom invoices cannot be made out to, where the provider wants to know that first. */
export async function needDetails(ctx: Pick<Ctx, 'db' | 'billing'>, owner_id: number): Promise<void> {
  if (ctx.billing.details_needed && !(await detailsOf(ctx.db, owner_id))) throw new Problem('billing_details_needed')
}

/** Which tax comes on top of an amount, and from what it follows; that is stored with the order and printed on the invoice. */
export async function taxFor(
  ctx: Pick<Ctx, 'db' | 'sites' | 'billing'>,
  owner_id: number,
  amount_micros: Micros,
): Promise<Tax & { names: Record<Language, string>; facts: Record<string, unknown> }> {
  const details = await detailsOf(ctx.db, owner_id)
  const seller = sellerFor(ctx.billing, await ctx.sites.ofAccount(owner_id))
  const rule = taxRule(seller, ctx.billing.eu, details)
  const { kind = null, country = null, vat_id = '' } = details ?? {}
  return {
    ...rule,
    names: seller.tax_names,
    tax_micros: taxOn(amount_micros, rule.rate_bp),
    facts: { ...rule, kind, country, vat_id, seller_country: seller.country },
  }
}
