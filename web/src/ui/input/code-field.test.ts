import { expect, test } from 'vitest'
import { tidyCode } from './code-field.tsx'

test.each([
  ['123456', '123456'],
  [' 123 456\n', '123456'],
  ['123-456', '123456'],
  ['Your code: 123456', '123456'],
  ['1234567', '123456'],
  ['', ''],
])('%j as a code of six digits is %j', (typed, stored) => {
  expect(tidyCode(typed, 6, 'digits')).toBe(stored)
})

test.each([
  ['ab3d-ef9h', 'AB3DEF9H'],
  ['AB3D EF9H', 'AB3DEF9H'],
])('%j as an alphanumeric code of eight is %j', (typed, stored) => {
  expect(tidyCode(typed, 8, 'letters')).toBe(stored)
})
