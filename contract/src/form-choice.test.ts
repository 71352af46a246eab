import { expect, test } from 'vitest'
import { alternativesOf } from './form-choice.ts'

const requires = (...required: string[]) => ({ required })

test.each([
  ['either of two', [requires('a'), requires('b')], ['a', 'b']],
  ['any of three', [requires('a'), requires('b'), requires('c')], ['a', 'b', 'c']],
  ['two together or a third', [requires('a', 'b'), requires('c')], undefined],
  ['nothing or one', [{}, requires('c')], undefined],
  ['forms that differ in more', [{ ...requires('a'), properties: { a: {} } }, requires('b')], undefined],
  ['the same field twice', [requires('a'), requires('a')], undefined],
])('F17 fields are alternatives only where any one of them is enough: %s', (_, anyOf, expected) => {
  expect(alternativesOf({ anyOf })).toEqual(expected)
})
