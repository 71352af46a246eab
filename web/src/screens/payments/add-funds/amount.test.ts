import { expect, test } from 'vitest'
import { readAmount, waysToPay } from './amount.ts'

const USD = 1_000_000
const BOUNDS = { min_micros: 50 * USD, max_micros: 50_000 * USD }
const money = (micros: number) => `$${micros / USD}`

test.each([
  ['50', { micros: 50 * USD }],
  [' 75.50 ', { micros: 75.5 * USD }],
  ['75,5', { micros: 75.5 * USD }],
  ['50000', { micros: 50_000 * USD }],
  ['', { fault: undefined }],
  ['49.99', { fault: { text: 'The minimum is {amount}', values: { amount: '$50' } } }],
  ['50000.01', { fault: { text: 'The maximum is {amount}', values: { amount: '$50000' } } }],
  ['60.001', { fault: { text: 'Enter an amount with at most two decimals, like 75 or 75.50' } }],
  ['1,000', { fault: { text: 'Enter an amount with at most two decimals, like 75 or 75.50' } }],
  ['1,000.00', { micros: 1000 * USD }],
  ['-60', { fault: { text: 'Enter an amount with at most two decimals, like 75 or 75.50' } }],
  ['a lot', { fault: { text: 'Enter an amount with at most two decimals, like 75 or 75.50' } }],
])('the amount %j', (text, expected) => {
  expect(readAmount(text, BOUNDS, money)).toEqual(expected)
})

const METHOD = {
  brand: 'Visa',
  last4: '4242',
  exp_month: null,
  exp_year: null,
  is_default: true,
  is_backup: false,
  created_at: '',
}
const STORED = { ...METHOD, id: 'stored', processor: 'stripe' as const }
const OTHER = { ...METHOD, id: 'other', processor: 'test' as const }
const SETUP = { methods: [STORED, OTHER], processor: 'stripe' as const, wire_above_micros: 5000 * USD }

test.each([
  ['what is stored, or a new card', SETUP, 5000, ['stored', 'checkout']],
  ['above the bound a wire alone', SETUP, 5000.01, ['wire']],
  ['without a wire a card for any amount', { ...SETUP, wire_above_micros: null }, 9000, ['stored', 'checkout']],
  ['without a processor nothing below the bound', { ...SETUP, processor: null }, 100, []],
  ['without a processor a wire above it', { ...SETUP, processor: null }, 6000, ['wire']],
])('%s', (_, setup, dollars, expected) => {
  const ways = waysToPay(setup, dollars * USD)
  expect(ways.map((way) => (way.kind === 'method' ? way.id : way.kind))).toEqual(expected)
})
