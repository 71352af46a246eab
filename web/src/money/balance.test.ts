import { expect, test } from 'vitest'
import { pauseAfter } from './balance.ts'

test.for([
  ['the lowest draw', 0, 0, 54_000],
  ['the middle', 0, 0.5, 60_000],
  ['the highest draw', 0, 1, 66_000],
  ['one failure', 1, 0.5, 120_000],
  ['three failures', 3, 0.5, 480_000],
  ['many failures stay at a quarter of an hour', 60, 0.5, 900_000],
] as const)(
  'HD-03 the balance is requested every 60000 ms within a tenth, later after failures: %s',
  ([, failures, random, pause_ms]) => {
    expect(pauseAfter(failures, random)).toBe(pause_ms)
  },
)
