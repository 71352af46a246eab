import { expect, test } from 'vitest'
import { userIdOf } from './user-id-of.ts'

test.for([
  ['/activate', undefined],
  ['/activate/', undefined],
  ['/activate/aB3_x', 'aB3_x'],
  ['/activate/a%20b/', 'a b'],
  ['/activate/%', '%'],
] as const)('PU-01 %s confirms %j', ([path, id]) => {
  expect(userIdOf(path)).toBe(id)
})
