import { expect, test } from 'vitest'
import { linkKind } from './link-kind.ts'

test.for([
  ['/signin-by-token', 'token'],
  ['/login_onetime', 'onetime'],
  ['/login_onetime/', 'onetime'],
  ['/login_onetime_admin', 'onetime_admin'],
] as const)('PU-04 PU-06 PU-07 %s is a link of kind %s', ([path, kind]) => {
  expect(linkKind(path)).toBe(kind)
})
