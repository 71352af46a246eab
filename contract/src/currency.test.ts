import { afterEach, expect, test } from 'vitest'
import { CURRENCIES, CURRENCY_CODES, currency, DEFAULT_CURRENCY, inCurrency, setCurrency } from './currency.ts'
import { formatMicros } from './money.ts'

afterEach(() => setCurrency(DEFAULT_CURRENCY))

test.each(CURRENCY_CODES)('%s has two decimals and the sign that the language of operators writes', (code) => {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency: code, currencyDisplay: 'narrowSymbol' })
  expect(format.resolvedOptions().maximumFractionDigits).toBe(2)
  expect(format.formatToParts(1)).toContainEqual({ type: 'currency', value: CURRENCIES[code] })
})

test.each([
  ['EUR', 1_250_000, '€1.250000', 'cost_eur'],
  ['GBP', -1, '-£0.000001', 'cost_gbp'],
  ['CHF', -1_250_000, '-CHF 1.250000', 'cost_chf'],
  ['CAD', 0, '$0.000000', 'cost_cad'],
] as const)('in %s %d micros are formatted as %s, and field names end with it: %4$s', (code, micros, shown, name) => {
  setCurrency(code)
  expect([currency(), formatMicros(micros), inCurrency('cost')]).toEqual([code, shown, name])
})
