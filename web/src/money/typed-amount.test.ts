import fc from 'fast-check'
import { expect, test } from 'vitest'
import { amountText, typedMicros } from './typed-amount.ts'

const typed: [string, number | null | undefined][] = [
  ['', null],
  ['  ', null],
  ['0', 0],
  ['25', 25_000_000],
  ['0.05', 50_000],
  ['12,5', 12_500_000],
  ['0.000001', 1],
  ['0.0000001', undefined],
  ['-1', undefined],
  ['1,000.50', 1_000_500_000],
  ['1.000,50', 1_000_500_000],
  ['1\u202f000,5', 1_000_500_000],
  ['1 000', 1_000_000_000],
  ['1,000,000', 1_000_000_000_000],
  ['1.000.000', 1_000_000_000_000],
  ['1,000', undefined],
  ['1.000', undefined],
  ['100.000', undefined],
  ['0,006', 6_000],
  ['1.0000', 1_000_000],
  ['1000.000', 1_000_000_000],
  ['1,00,000', undefined],
  ['1,000,00', undefined],
  ['1.000.50', undefined],
  ['1,000.', undefined],
  ['５０', undefined],
  ['ten', undefined],
]

test.each(typed)('RO-04 dollars typed as %j are %j micro-dollars', (text, micros) => {
  expect(typedMicros(text)).toBe(micros)
})

test('an amount written into a field is read back unchanged', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.nat(),
        fc.integer({ min: 0, max: 1_000_000_000_000 }),
        fc.nat(9_999).map((n) => n * 1_000),
      ),
      (micros) => typedMicros(amountText(micros)) === micros,
    ),
  )
})
