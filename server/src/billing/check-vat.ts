import { MESSAGES } from '@portico/contract/rules.ts'
import * as jsvat from 'jsvat'

/** `europe` is for sellers outside of the EU, who buy nothing under it. */
const KNOWN = jsvat.countries.filter(({ codes }) => codes[0] !== 'EU')

/**
 * The reason why a VAT id cannot be right for a country, by its form and check digits; undefined when it can. check-vat-online.ts
 * checks whether it exists.
 */
export function vatFault(vat_id: string, country: string): string | undefined {
  if (vat_id === '') return undefined
  if (!KNOWN.some(({ codes }) => codes[0] === country)) return vat_id.length < 4 ? MESSAGES.vatId : undefined
  const { isValid, country: found } = jsvat.checkVAT(vat_id, KNOWN)
  if (!isValid || !found) return MESSAGES.vatId
  return found.isoCode.short === country ? undefined : MESSAGES.vatCountry
}
