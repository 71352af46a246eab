import { expect, test } from 'vitest'
import { capOf } from './cap-field.tsx'

test.each([
  ['', null],
  ['0', 0],
  ['5', 5_000_000],
  ['0.25', 250_000],
])('a typed daily limit of "%s" is sent as %s: nothing typed is none, and zero is zero', (typed, micros) => {
  expect(capOf(typed)).toBe(micros)
})
