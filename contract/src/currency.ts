/** Supported currencies and their signs. All have two decimals, as every payment is in whole cents. */
export const CURRENCIES = {
  USD: '$',
  EUR: '€',
  GBP: '£',
  CHF: 'CHF',
  CAD: '$',
  AUD: '$',
  NZD: '$',
  SEK: 'kr',
  NOK: 'kr',
  DKK: 'kr',
  PLN: 'zł',
  CZK: 'Kč',
} as const
export type Currency = keyof typeof CURRENCIES
export const CURRENCY_CODES = Object.keys(CURRENCIES) as Currency[]

export const DEFAULT_CURRENCY: Currency = 'USD'

/** The base currency of the European Central Bank's reference rates. */
export const RATES_BASE: Currency = 'EUR'

let inForce: Currency = DEFAULT_CURRENCY

/** Called once, before any money is written: by the server from its setting, by the page from its boot data. */
export function setCurrency(currency: Currency): void {
  inForce = currency
}

/** The one currency all money here is in. */
export function currency(): Currency {
  return inForce
}

/** Appends the currency to a field name: `cost_eur`. */
export function inCurrency(name: string): string {
  return `${name}_${inForce.toLowerCase()}`
}
