import { expect, test } from 'vitest'
import { findCodes } from './find-codes.ts'

const ALL = [
  { code: 40200, words: ['Your balance is used up', 'Add funds.'] },
  { code: 40210, words: ['The balance is too low for this request', 'Add funds.'] },
  { code: 40501, words: ['Недопустимое поле'] },
]

test.each([
  ['', [40200, 40210, 40501]],
  ['402', [40200, 40210]],
  ['40501', [40501]],
  ['BALANCE', [40200, 40210]],
  ['balance request', [40210]],
  ['402 low', [40210]],
  ['поле', [40501]],
  ['501', []],
  ['nothing like it', []],
])('%j finds %j', (wanted, found) => expect(findCodes(ALL, wanted)).toEqual(found))
