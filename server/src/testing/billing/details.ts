import type { DetailsValues } from '@portico/contract/billing-details.ts'

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
