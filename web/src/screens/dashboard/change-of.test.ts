import { expect, test } from 'vitest'
import { changeOf } from './change-of.ts'

test.each([
  [150, 100, 0.5],
  [50, 100, -0.5],
  [0, 100, -1],
  [100, 100, 0],
  [100, 0, null],
  [0, 0, null],
])('%i after %i is %j', (now, before, change) => expect(changeOf(now, before)).toBe(change))
