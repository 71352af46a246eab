/** What can be sold in, and its sign: currencies of two decimals, as all that is paid is whole cents. */
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

/** What the European Central Bank publishes its reference rates for. */
export const RATES_BASE: Currency = 'EUR'

let inForce: Currency = DEFAULT_CURRENCY

/** Said once, before any money is written: by the server from its setting, by the page from its boot data. */
export function setCurrency(currency: Currency): void {
  inForce = currency
}

/** The one currency all money here is in. */
export function currency(): Currency {
  return inForce
}

/** A name that says its unit: `cost_eur`. */
export function inCurrency(name: string): string {
  return `${name}_${inForce.toLowerCase()}`
}
