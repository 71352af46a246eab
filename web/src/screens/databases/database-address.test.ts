import { FILE_FORMATS } from '@portico/contract/databases.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addressOf, databaseIn, ownedOf, readDraft, writeDraft } from './database-address.ts'

const KNOWN = ['US', 'DE', 'FR']

test('the address of a database is read back, and the list has none', () => {
  expect(databaseIn(addressOf('keywords'))).toBe('keywords')
  expect(databaseIn('/databases/list')).toBeUndefined()
  expect(databaseIn('/databases/list/')).toBeUndefined()
})

test('an order is stored in the address, whatever else is there', () => {
  fc.assert(
    fc.property(
      fc.record({
        locations: fc.subarray(KNOWN),
        format: fc.constantFrom(...FILE_FORMATS),
        with_updates: fc.boolean(),
      }),
      (draft) => {
        const search = writeDraft('?tab=sample', draft)
        expect(readDraft(search, KNOWN)).toEqual(draft)
        expect(search).toContain('tab=sample')
      },
    ),
  )
})

test('a location that is not sold is not selected', () => {
  expect(readDraft('?locations=XX,DE,,us&format=xls&updates=maybe', KNOWN)).toEqual({
    locations: ['DE'],
    format: 'jsonl',
    with_updates: false,
  })
})

test('locations the account has in the chosen format are named, in other formats not', () => {
  const owned = [
    { location: 'US', format: 'csv' as const },
    { location: 'DE', format: 'jsonl' as const },
  ]
  const draft = { locations: ['DE', 'US'], format: 'csv' as const, with_updates: false }
  expect(ownedOf({ owned }, draft)).toEqual(['US'])
  expect(ownedOf({ owned }, { ...draft, locations: [] })).toEqual([])
})
