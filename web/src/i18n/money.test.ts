import { expect, test } from 'vitest'
import { exactMoney, shortMoney } from './money.ts'

const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ')

test.each([
  ['en', 25_000_000, '$25.000000', '$25.00'],
  ['en', -1_250_000, '-$1.250000', '-$1.25'],
  ['en', 1_204_386_200, '$1,204.386200', '$1,204.3862'],
  ['en', 9_007_199_254_740_991, '$9,007,199,254.740991', '$9,007,199,254.740991'],
  ['de', 25_000_000, '25,000000 $', '25,00 $'],
  ['de', 1_204_386_200, '1.204,386200 $', '1.204,3862 $'],
  ['ru', 600, '0,000600 $', '0,0006 $'],
  ['fr', 1_204_386_200, '1 204,386200 $', '1 204,3862 $'],
  ['es', -1_250_000, '-1,250000 $', '-1,25 $'],
] as const)('HD-02 in %s %d micros are %s, in short %s', (language, micros, exact, short) => {
  expect(plain(exactMoney(language, micros))).toBe(exact)
  expect(plain(shortMoney(language, micros))).toBe(short)
})
