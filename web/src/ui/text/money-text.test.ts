import { expect, test } from 'vitest'
import { splitMoney } from './money-text.tsx'

test.each([
  ['$12.340000', '$12.34', '0000'],
  ['$1,204.386200', '$1,204.38', '6200'],
  ['-$3.100000', '-$3.10', '0000'],
  ['$0.010600', '$0.01', '0600'],
  ['$0.000600', '$0.0006', '00'],
  ['-$0.002000', '-$0.002', '000'],
  ['$0.000001', '$0.000001', ''],
  ['$0.000000', '$0.00', '0000'],
  ['$25.00', '$25.00', ''],
  ['$25', '$25', ''],
  ['12,34 $', '12,34 $', ''],
])('%s is %s and %s dimmed', (text, main, rest) => {
  expect(splitMoney(text)).toEqual({ main, rest, sign: '' })
})

test.each([
  ['12,340000 $', '12,34', '0000', ' $'],
  ['0,000600 $', '0,0006', '00', ' $'],
  ['1.204,386200 $', '1.204,38', '6200', ' $'],
])('%s is %s, %s dimmed, and its dollar sign at the end', (text, main, rest, sign) => {
  expect(splitMoney(text)).toEqual({ main, rest, sign })
})
