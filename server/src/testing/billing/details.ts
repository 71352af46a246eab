import type { DetailsValues } from '@portico/contract/billing-details.ts'
import { giveDetails } from '#billing/index.ts'
import type { Ctx } from '#ctx/ctx.ts'

/** A company name with characters that not every font has. */
export const GERMAN: DetailsValues = {
  kind: 'company',
  name: 'Große Söhne GmbH',
  line1: 'Müllerstraße 15',
  line2: '',
  postal_code: '10115',
  city: 'Berlin',
  country: 'DE',
  vat_id: '',
  invoice_emails: '',
  po_number: '',
  buyer_reference: '',
  e_invoice: 'none',
}

/** A buyer who pays no tax to the test seller, which is in Ireland. */
const UNTAXED = {
  ...GERMAN,
  name: 'Example Inc.',
  line1: '1 Example Street',
  postal_code: '10001',
  city: 'New York',
  country: 'US',
  invoice_emails: [],
}

/** Saves the billing details that an account needs before it can pay. */
export function giveTestDetails(ctx: Pick<Ctx, 'db' | 'clock'>, owner_id: number): Promise<void> {
  return giveDetails(ctx, owner_id, UNTAXED)
}
