import type { DetailsValues } from '@portico/contract/billing-details.ts'
import { giveDetails } from '#billing/index.ts'
import type { Ctx } from '#ctx/ctx.ts'

/** A company with letters that not every font has. */
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

/** Somebody who pays no tax to the seller of the tests, which is in Ireland. */
const UNTAXED = {
  ...GERMAN,
  name: 'Example Inc.',
  line1: '1 Example Street',
  postal_code: '10001',
  city: 'New York',
  country: 'US',
  invoice_emails: [],
}

/** What an account needs before it can pay. */
export function giveTestDetails(ctx: Pick<Ctx, 'db' | 'clock'>, owner_id: number): Promise<void> {
  return giveDetails(ctx, owner_id, UNTAXED)
}
