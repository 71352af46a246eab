import { expect, test } from 'vitest'
import { trialLeft } from './trial-left.ts'

test.for([
  ['before the balance is known', undefined, 840_000],
  ['as the balance goes down', 500_000, 500_000],
  ['never below nothing', -20_000, 0],
  ['never above the whole', 25_000_000, 1_000_000],
] as const)('HD-01 the trial line shows what is left: %s', ([, balance_micros, left]) => {
  expect(trialLeft({ left_micros: 840_000, total_micros: 1_000_000 }, balance_micros)).toBe(left)
})
