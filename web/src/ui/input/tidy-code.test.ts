import { expect, test } from 'vitest'
import { tidyCode } from './tidy-code.ts'

test.each([
  ['123456', '123456'],
  [' 123 456\n', '123456'],
  ['123-456', '123456'],
  ['Your code: 123456', '123456'],
  ['1234567', '123456'],
  ['', ''],
])('of %j a code of six digits keeps %j', (typed, stored) => {
  expect(tidyCode(typed, 6, 'digits')).toBe(stored)
})

test.each([
  ['ab3d-ef9h', 'AB3DEF9H'],
  ['AB3D EF9H', 'AB3DEF9H'],
])('of %j a code of eight letters and digits keeps %j', (typed, stored) => {
  expect(tidyCode(typed, 8, 'letters')).toBe(stored)
})
