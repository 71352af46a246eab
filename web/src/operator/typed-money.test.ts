import { STAFF_MESSAGES } from '@portico/contract/staff-messages.ts'
import { expect, test } from 'vitest'
import { readAmount, refundAmount, typedLimit } from './typed-money.ts'

test.each(['', '   '])('a refund takes all that is left only when nothing was typed: %j', (typed) => {
  expect(refundAmount(typed)).toEqual({})
})

test.each([
  ['0', 0],
  ['0.00', 0],
  ['12.50', 12_500_000],
  ['12,5', 12_500_000],
])('a refund of %j names its amount', (typed, amount_micros) => {
  expect(refundAmount(typed)).toEqual({ amount_micros })
})

test.each(['1,000', '12x', '-5', 'all', '1e3', '.', '5 0 0'])(
  'an amount that cannot be read, %j, is never sent',
  (typed) => {
    const fields = { amount_micros: STAFF_MESSAGES.amount }
    expect(() => refundAmount(typed)).toThrow(expect.objectContaining({ code: 'invalid_input', fields }))
    expect(() => readAmount(typed)).toThrow(expect.objectContaining({ fields }))
  },
)

test('a limit is sent only when it was typed, and an emptied one is the default', () => {
  expect([undefined, '', ' ', '30'].map(typedLimit)).toEqual([undefined, null, null, 30])
})
