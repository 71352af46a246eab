import { isInPrint } from '@portico/contract/billing-details.ts'
import type { Language } from '@portico/contract/language.ts'
import type { Seller } from '#ctx/billing.ts'
import type { Details } from './details-store.ts'
import type { DocumentContent } from './document-content.ts'

/** The recipient of a document, as printed. */
export function customerOf(
  language: Language,
  details: Details | undefined,
  owner: { name: string; email: string } | undefined,
): DocumentContent['customer'] {
  const email = owner?.email ?? ''
  // An account without billing details is shown by its owner's name where that can be printed, and by the e-mail in any case.
  const own = owner && isInPrint(owner.name) ? owner.name : ''
  if (!details) return { name: own, address: [], vat_id: '', email, po_number: '', buyer_reference: '' }
  const { name, line1, line2, postal_code, city, country, vat_id, po_number, buyer_reference } = details
  const country_name = new Intl.DisplayNames(language, { type: 'region' }).of(country) ?? country
  const address = [line1, line2, [postal_code, city].filter(Boolean).join(' '), country_name].filter(Boolean)
  return { name, address, vat_id, email, po_number, buyer_reference }
}

/** Both parties in separate fields, for programs; null where one of them is not known well enough for an electronic invoice. */
export function partiesOf(
  { country, post, contact, electronic_address }: Seller,
  details: Details | undefined,
): DocumentContent['parties'] {
  if (country === null || !details?.name || !details.country) return null
  const { line1, line2, postal_code, city } = details
  return {
    seller: { country, post, contact, electronic_address },
    buyer: { country: details.country, line1, line2, postal_code, city },
  }
}
