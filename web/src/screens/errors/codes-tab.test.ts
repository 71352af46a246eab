import { CODE } from '@portico/contract/codes.ts'
import { expect, test } from 'vitest'
import { findCodes } from './codes-tab.tsx'

const ALL = [
  { code: CODE.balanceEmpty, words: ['Your balance is used up', 'Add funds.'] },
  { code: CODE.balanceTooLow, words: ['The balance is too low for this request', 'Add funds.'] },
  { code: CODE.invalidField, words: ['Недопустимое поле'] },
]

test.each([
  ['', [CODE.balanceEmpty, CODE.balanceTooLow, CODE.invalidField]],
  ['402', [CODE.balanceEmpty, CODE.balanceTooLow]],
  ['40501', [CODE.invalidField]],
  ['BALANCE', [CODE.balanceEmpty, CODE.balanceTooLow]],
  ['balance request', [CODE.balanceTooLow]],
  ['402 low', [CODE.balanceTooLow]],
  ['поле', [CODE.invalidField]],
  ['501', []],
  ['nothing like it', []],
])('%j finds %j', (wanted, found) => expect(findCodes(ALL, wanted)).toEqual(found))
