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
  ['1,000.50', undefined],
  ['ten', undefined],
]

test.each(typed)('RO-04 dollars typed as %j are %j micro-dollars', (text, micros) => {
  expect(typedMicros(text)).toBe(micros)
})

test('what is written into a field is read back as the same amount', () => {
  for (const micros of [0, 1, 600, 50_000, 999_999, 12_500_000, 1_000_000_000_000])
    expect(typedMicros(amountText(micros))).toBe(micros)
})
