import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatMicros, MICROS_MAX, microsToUnits } from './money.ts'
import { parseAmount } from './parse-amount.ts'

const micros = fc.integer({ min: -MICROS_MAX, max: MICROS_MAX })

test.each([
  [0, '$0.000000'],
  [-0, '$0.000000'],
  [1, '$0.000001'],
  [-1, '-$0.000001'],
  [25_000_000, '$25.000000'],
  [-1_250_000, '-$1.250000'],
  [1_234_567_890_123, '$1234567.890123'],
  [MICROS_MAX, '$9007199254.740991'],
  [-MICROS_MAX, '-$9007199254.740991'],
])('HD-02 %d micros are shown as %s', (amount, shown) => {
  expect(formatMicros(amount)).toBe(shown)
})

test('HD-02 every amount has the sign of the currency, six decimals and a minus sign only when negative', () => {
  fc.assert(
    fc.property(micros, (amount) => {
      expect(formatMicros(amount)).toMatch(amount < 0 ? /^-\$\d+\.\d{6}$/ : /^\$\d+\.\d{6}$/)
    }),
  )
})

test('a formatted amount can be typed back and is the same to the last micro', () => {
  fc.assert(
    fc.property(micros, (amount) => {
      expect(parseAmount(formatMicros(amount).replace('$', ''))).toBe(amount)
    }),
    { numRuns: 1000, examples: [[0], [MICROS_MAX], [-MICROS_MAX], [999_999], [-1]] },
  )
})

test.each([
  ['0', 0],
  ['-0', 0],
  ['-0.000000', 0],
  ['12.5', 12_500_000],
  [' 25 ', 25_000_000],
  ['0.000001', 1],
  ['-0.000001', -1],
  ['007', 7_000_000],
  ['9007199254.740991', MICROS_MAX],
])('%j is an amount', (text, amount) => {
  expect(parseAmount(text)).toBe(amount)
})

test.each([
  '',
  ' ',
  '-',
  '.5',
  '5.',
  '1,5',
  '1 000',
  '1_000',
  '+1',
  '--1',
  '1e3',
  '0x10',
  'Infinity',
  'NaN',
  '$1',
  '0.0000001',
  '1.2.3',
  '9007199254.740992',
  '-9007199254.740992',
  '9999999999',
  '10000000000',
  '1'.repeat(10_000),
  '１２',
  '٣',
  '1\n2',
  '12\u0000',
])('%j is not an amount', (text) => {
  expect(parseAmount(text)).toBeUndefined()
})

test('no text is parsed into a fraction, NaN or more than a number can hold', () => {
  const typed = fc.oneof(fc.string(), fc.double().map(String), fc.stringMatching(/^-?\d{0,12}\.?\d{0,8}$/))
  fc.assert(
    fc.property(typed, (text) => {
      const amount = parseAmount(text)
      expect(amount === undefined || (Number.isSafeInteger(amount) && !Object.is(amount, -0))).toBe(true)
    }),
    { numRuns: 2000 },
  )
})

test('dollars in JSON have at most six decimals and convert back to the same micro-dollars', () => {
  // Above a billion dollars a JavaScript number in dollars no longer has six exact decimals.
  const upToABillion = fc.integer({ min: -1e15, max: 1e15 })
  fc.assert(
    fc.property(upToABillion, (amount) => {
      const usd = microsToUnits(amount)
      expect(Math.round(usd * 1e6)).toBe(amount)
      expect(Number(usd.toFixed(6))).toBe(usd)
    }),
    { numRuns: 1000 },
  )
})
