import { expect, test } from 'vitest'
import { cardAmount } from './card-amount.ts'

const SETUP = {
  processor: 'stripe',
  min_micros: 50_000_000,
  max_micros: 50_000_000_000,
  wire_above_micros: 5_000_000_000,
}

test.each([
  ['what is lacking', 100_000_000, 20_000_000, 80_000_000, false],
  ['all of it where nothing is', 100_000_000, 200_000_000, 100_000_000, false],
  ['the smallest payment', 100_000_000, 99_000_000, 50_000_000, true],
  ['whole cents, never too little', 100_000_000, 19_999_999, 80_010_000, false],
  ['what is below zero, too', 100_000_000, -5_000_001, 105_010_000, false],
  ['the most a card pays', 5_000_000_000, 0, 5_000_000_000, false],
])('a card pays %s', (_, price, available, pay_micros, is_least) => {
  expect(cardAmount(price, available, SETUP)).toEqual({ pay_micros, is_least })
})

test('the payment always covers the order', () => {
  for (let price = 10_000; price < 200_000_000; price += 7_770_000)
    for (let available = -3_333_333; available < 250_000_000; available += 11_111_111) {
      const { pay_micros = 0 } = cardAmount(price, available, SETUP) ?? {}
      expect(available + pay_micros).toBeGreaterThanOrEqual(price)
      expect(pay_micros % 10_000).toBe(0)
    }
})

test('no card is offered where none is accepted, and above the limit for wire transfers', () => {
  expect(cardAmount(100_000_000, 0, { ...SETUP, processor: null })).toBeUndefined()
  expect(cardAmount(5_000_010_000, 0, SETUP)).toBeUndefined()
  expect(cardAmount(5_000_010_000, 0, { ...SETUP, wire_above_micros: null })).toBeDefined()
})
