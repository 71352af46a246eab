import fc from 'fast-check'
import { expect, test } from 'vitest'
import { vatFault } from './check-vat.ts'
import { taxOn, taxRule } from './tax.ts'

const EU = ['AT', 'DE', 'FR', 'GR', 'IE']
const SELLER = { country: 'IE', tax_name: 'VAT', rates_bp: { IE: 2300, DE: 1900, FR: 2000, CH: 810 } }
const VAT: Record<string, string> = { DE: 'DE136695976', AT: 'ATU12345675', GR: 'EL094259216', IE: 'IE1234567T' }

test.each([
  ['a customer without details', undefined, 'none', 0],
  ['a company at home, with a VAT id', ['company', 'IE', 'IE1234567T'], 'tax', 2300],
  ['a person at home', ['person', 'IE', ''], 'tax', 2300],
  ['a company elsewhere in the EU, with a VAT id', ['company', 'DE', 'DE136695976'], 'reverse_charge', 0],
  ['a Greek company, whose VAT id begins with EL', ['company', 'GR', 'EL094259216'], 'reverse_charge', 0],
  ['a company elsewhere in the EU without one', ['company', 'DE', ''], 'tax', 1900],
  ['a company with a VAT id that cannot be right', ['company', 'DE', 'DE136695975'], 'tax', 1900],
  ['a company with the VAT id of another country', ['company', 'DE', 'ATU12345675'], 'tax', 1900],
  ['a person elsewhere in the EU', ['person', 'FR', ''], 'tax', 2000],
  ['a person in a country of the EU without a rate of its own', ['person', 'AT', ''], 'tax', 2300],
  ['a company outside of the EU', ['company', 'US', ''], 'not_taxable', 0],
  ['a person outside of the EU, in a country with a rate', ['person', 'CH', ''], 'tax', 810],
] as const)('the tax of %s', (_title, customer, note, rate_bp) => {
  const given = customer && { kind: customer[0], country: customer[1], vat_id: customer[2] }
  expect(taxRule(SELLER, EU, given)).toEqual({ note, name: 'VAT', rate_bp })
})

test('a seller outside of the EU takes no EU tax, and has no reverse charge', () => {
  const seller = { country: 'US', tax_name: 'Sales tax', rates_bp: { US: 0 } }
  expect(taxRule(seller, EU, { kind: 'company', country: 'DE', vat_id: VAT.DE ?? '' })).toMatchObject({
    note: 'not_taxable',
  })
  expect(taxRule({ ...seller, country: null }, EU, { kind: 'person', country: 'US', vat_id: '' })).toMatchObject({
    note: 'none',
  })
})

/** In cents by long multiplication of digits: independent of the product code. */
function onPaper(cents: number, rate_bp: number): bigint {
  const product = BigInt(cents) * BigInt(rate_bp)
  const [whole, rest] = [product / 10_000n, product % 10_000n]
  return rest * 2n >= 10_000n ? whole + 1n : whole
}

const cents = fc.integer({ min: 1, max: 900_000_000_000 })
const rate = fc.integer({ min: 0, max: 10_000 })

test('tax is whole cents, half a cent up, for every amount and rate', () => {
  fc.assert(
    fc.property(cents, rate, (amount, rate_bp) => {
      const tax = taxOn(amount * 10_000, rate_bp)
      expect(BigInt(tax)).toBe(onPaper(amount, rate_bp) * 10_000n)
      expect(tax % 10_000).toBe(0)
    }),
    { numRuns: 5000 },
  )
  expect(taxOn(50_000, 1000)).toBe(10_000)
  expect(taxOn(40_000, 1000)).toBe(0)
})

test('a larger amount is never taxed less, and no tax exceeds its rate by half a cent or more', () => {
  fc.assert(
    fc.property(cents, cents, rate, (one, two, rate_bp) => {
      const [low, high] = [Math.min(one, two), Math.max(one, two)]
      expect(taxOn(low * 10_000, rate_bp)).toBeLessThanOrEqual(taxOn(high * 10_000, rate_bp))
      const error = BigInt(taxOn(low * 10_000, rate_bp) / 10_000) * 10_000n - BigInt(low) * BigInt(rate_bp)
      expect(error <= 5000n && error > -5000n).toBe(true)
    }),
    { numRuns: 2000 },
  )
})

test('a VAT id must have the form and check digits of the country given', () => {
  for (const [country, vat_id] of Object.entries(VAT)) {
    expect(vatFault(vat_id, country)).toBeUndefined()
    for (const other of Object.keys(VAT).filter((one) => one !== country))
      expect(vatFault(vat_id, other)).toBe('This VAT number belongs to another country')
    const last = vat_id.at(-1) === '1' ? '2' : '1'
    expect(vatFault(vat_id.slice(0, -1) + last, country)).toBe('This is not a valid VAT number')
  }
  expect(vatFault('', 'DE')).toBeUndefined()
  expect(vatFault('987654321', 'IN')).toBeUndefined()
  expect(vatFault('1', 'IN')).toBe('This is not a valid VAT number')
})
