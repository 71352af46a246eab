import { expect, test } from 'vitest'
import { firstText, holds, isSameName } from './stored-requests.ts'

test('a run and a saved request are told apart by the first text they ask, in the order it was filled in', () => {
  expect(firstText({ task: { keyword: 'desk', tag: 'weekly' } })).toBe('desk')
  expect(firstText({ task: { depth: 10, keywords: ['', 'desk'], match: 'exact' } })).toBe('desk')
  expect(firstText({ task: { depth: 10, nested: { keyword: 'desk' } } })).toBeUndefined()
  expect(firstText({ task: { keyword: `${'a'.repeat(39)}🤡` } }), 'never half a character').toBe(`${'a'.repeat(39)}🤡`)
})

test('what is looked for is found in any case, and nothing finds all', () => {
  expect(holds(' DESK ', 'Standing desks')).toBe(true)
  expect(holds('', 'anything')).toBe(true)
  expect(holds('lamp', 'Standing desks')).toBe(false)
})

test.each([
  ['Desks', 'Office', true],
  [' Desks ', 'Office ', true],
  ['Desks', '', false],
  ['desks', 'Office', false],
])('the name %j in the folder %j is there already: %s', (name, folder, is) => {
  expect(isSameName({ name: 'Desks', folder: 'Office' }, { name, folder })).toBe(is)
})
