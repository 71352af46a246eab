import { expect, test } from 'vitest'
import { firstText, holds, isSameName } from './stored-requests.ts'

test('a run and a saved request are distinguished by their first text value, in the order it was filled in', () => {
  expect(firstText({ task: { keyword: 'desk', tag: 'weekly' } })).toBe('desk')
  expect(firstText({ task: { depth: 10, keywords: ['', 'desk'], match: 'exact' } })).toBe('desk')
  expect(firstText({ task: { depth: 10, nested: { keyword: 'desk' } } })).toBeUndefined()
  expect(firstText({ task: { keyword: `${'a'.repeat(39)}🤡` } }), 'never half a character').toBe(`${'a'.repeat(39)}🤡`)
})

test('a search ignores case, and an empty one finds all', () => {
  expect(holds(' DESK ', 'Standing desks')).toBe(true)
  expect(holds('', 'anything')).toBe(true)
  expect(holds('lamp', 'Standing desks')).toBe(false)
})

test.each([
  ['Desks', 'Office', true],
  [' Desks ', 'Office ', true],
  ['Desks', '', false],
  ['desks', 'Office', false],
])('the name %j in the folder %j exists: %s', (name, folder, is) => {
  expect(isSameName({ name: 'Desks', folder: 'Office' }, { name, folder })).toBe(is)
})
