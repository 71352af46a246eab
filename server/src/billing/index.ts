import type { VatState } from '@portico/contract/billing-details.ts'
import type { Language } from '@portico/contract/language.ts'
import type { Micros } from '@portico/contract/money.ts'
import { Problem } from '@portico/contract/problem.ts'
import type { Tax } from '@portico/contract/tax.ts'
import type { Ctx, PaymentListener } from '#ctx/ctx.ts'
import type { NamedWords } from '#db/named-by.ts'
import { setCountry } from '#users/index.ts'
import { vatVerdict } from './check-vat-online.ts'
import { askForDetails } from './details.ts'
import { type Details, detailsOf, putDetails } from './details-store.ts'
import { documentsNamed, documentsOfOrders } from './document-store.ts'
import { issueCorrection, issueCreditNote, issueInvoice } from './issue.ts'
import { issueFeeCredit, issueFeeNote, issueProforma } from './issue-notes.ts'
import { areDetailsNeeded, sellerFor } from './seller.ts'
import { taxNameIn, taxOn, taxRule } from './tax.ts'

/** Job, hourly: VAT numbers are checked with the register of the EU. */
export { recheckVatNumbers } from './check-vat-online.ts'
export { refreshRates } from './declared-tax.ts'
/** For the mails with a document, and for the archive of an account. */
/** For the data API: documents of an account by their days and by their number. */
export { accountDocuments, attachDocuments, INVOICE_FORMATS, invoiceFile, listDocuments } from './documents.ts'
export { pageOfInvoices } from './invoice-store.ts'
export { readBillingSettings } from './read-settings.ts'
/** A line of the balance history as shown to customers, on the screen and by the data API. */
export { shownLine } from './shown-line.ts'
/** Job, hourly: the statement of the previous month, once for each account that wants it. */
export { mailStatements } from './statements.ts'

/**
 * The accounting documents of a customer: billing details, tax, invoices and credit notes with gapless numbers, and the balance as
 * a bank statement. A document is written once and never changed.
 */
export const billingListener: PaymentListener = {
  ordered: issueProforma,
  async paid(ctx, db, order) {
    await issueInvoice(ctx, db, order)
    if (await lacksDetails({ ...ctx, db }, order.owner_id)) await askForDetails({ ...ctx, db }, order.owner_id)
  },
  reversed: issueCreditNote,
  restored: issueCorrection,
  feeTaken: issueFeeNote,
  feeReturned: issueFeeCredit,
  /** Oldest first. */
  documentsOf: async (ctx, order_ids) =>
    Map.groupBy(await documentsOfOrders(ctx.db, order_ids), ({ order_id }) => order_id),
}

/** Documents of an account by a part of their number, by id or by amount. */
export function findDocuments(ctx: Pick<Ctx, 'db'>, owner_id: number, words: NamedWords, limit: number) {
  return documentsNamed(ctx.db, owner_id, words, limit)
}

/** Refuses a payment while the country of the customer, and with it the tax, is unknown. */
export async function needDetails(ctx: Pick<Ctx, 'db' | 'billing' | 'sites'>, owner_id: number): Promise<void> {
  if (await lacksDetails(ctx, owner_id)) throw new Problem('billing_details_needed')
}

/** Whether an account has to enter billing details before its next payment. */
export async function lacksDetails(ctx: Pick<Ctx, 'db' | 'billing' | 'sites'>, owner_id: number): Promise<boolean> {
  if (await detailsOf(ctx.db, owner_id)) return false
  if (ctx.billing.details_needed) return true
  return areDetailsNeeded(ctx.billing, sellerFor(ctx.billing, await ctx.sites.ofAccount(owner_id)))
}

/** For an account that is set up by a program; existing details remain. */
export async function giveDetails(ctx: Pick<Ctx, 'db' | 'clock'>, owner_id: number, details: Details): Promise<void> {
  if (await detailsOf(ctx.db, owner_id)) return
  await putDetails(ctx.db, { ...details, owner_id, changed_at: ctx.clock.now() })
  await setCountry(ctx, owner_id, details.country)
}

/** The tax on top of an amount and the facts it follows from, which are stored with the order and printed on the invoice. */
export async function taxFor(
  ctx: Pick<Ctx, 'db' | 'sites' | 'billing' | 'env' | 'clock'>,
  owner_id: number,
  amount_micros: Micros,
): Promise<Tax & { nameIn: (language: Language) => string; facts: Record<string, unknown>; vat: VatState | null }> {
  const details = await detailsOf(ctx.db, owner_id)
  const seller = sellerFor(ctx.billing, await ctx.sites.ofAccount(owner_id))
  const { vat_state, is_accepted, consultation } = await vatVerdict(ctx, owner_id, seller, details)
  const rule = taxRule(seller, ctx.billing.eu, details && { ...details, is_vat_accepted: is_accepted })
  const { kind = null, country = null, vat_id = '' } = details ?? {}
  return {
    ...rule,
    nameIn: (language) => taxNameIn(seller, language),
    tax_micros: taxOn(amount_micros, rule.rate_bp),
    vat: vat_state,
    facts: {
      ...rule,
      kind,
      country,
      vat_id,
      seller_country: seller.country,
      vat_check: vat_state && { state: vat_state.state, checked_at: vat_state.checked_at, consultation },
    },
  }
}

/** Who gets the invoices of an account besides its owner. */
export async function invoiceAddresses(ctx: Pick<Ctx, 'db'>, owner_id: number): Promise<string[]> {
  return (await detailsOf(ctx.db, owner_id))?.invoice_emails ?? []
}

/** To whom invoices of an account are made out; null: no details were given. */
export async function billingNameOf(ctx: Pick<Ctx, 'db'>, owner_id: number) {
  const details = await detailsOf(ctx.db, owner_id)
  return details ? { name: details.name, country: details.country, vat_id: details.vat_id || null } : null
}
