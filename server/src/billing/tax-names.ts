import { LANGUAGES, type Language } from '@portico/contract/language.ts'

/** The name of VAT on invoices in each language. */
const VAT: Record<Language, string> = { en: 'VAT', de: 'USt.', fr: 'TVA', es: 'IVA', ru: 'НДС' }

/**
 * The name of the tax in each language: VAT has its usual ones, any other single name is the same in all, and an operator may write
 * one for each.
 */
export function taxNames(given: string | Record<Language, string>): Record<Language, string> {
  if (typeof given !== 'string') return given
  if (given === 'VAT') return VAT
  return Object.fromEntries(LANGUAGES.map((language) => [language, given])) as Record<Language, string>
}
