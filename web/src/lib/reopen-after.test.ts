import { expect, test } from 'vitest'
import { reopenAfter } from './reopen-after.ts'

test.for([
  ['the first failure', 1, 1, 5_000],
  ['by chance half as long', 1, 0, 2_500],
  ['the second', 2, 1, 10_000],
  ['the fifth', 5, 1, 80_000],
  ['never longer than five minutes', 60, 1, 300_000],
] as const)('a refused stream is reopened later each time: %s', ([, failures, random, pause_ms]) => {
  expect(reopenAfter(failures, random)).toBe(pause_ms)
})
