import { expect, test } from 'vitest'
import { chosenFirst, counted, countUse, paletteUses } from './palette-uses.ts'

test('entries that were chosen most come first, the others keep their order', () => {
  const items = ['a', 'b', 'c', 'd'].map((id) => ({ id }))
  expect(chosenFirst(items, { c: 2, b: 1 }).map(({ id }) => id)).toEqual(['c', 'b', 'a', 'd'])
})

test('a new habit overtakes an old one after as many choices as half of the old one', () => {
  let uses: Record<string, number> = {}
  for (let at = 0; at < 100; at += 1) uses = counted(uses, 'old')
  expect(Object.values(uses)[0]).toBeLessThan(16)
  for (let at = 0; at < 16; at += 1) uses = counted(uses, 'new')
  expect(chosenFirst([{ id: 'old' }, { id: 'new' }], uses)[0]).toEqual({ id: 'new' })
})

test('the memory is bounded, and the entry that was chosen last is always part of it', () => {
  let uses: Record<string, number> = {}
  for (let at = 0; at < 200; at += 1) uses = counted(uses, `entry-${at}`)
  expect(Object.keys(uses).length).toBeLessThanOrEqual(40)
})

test('what one person chose is not offered to the next one on the same page', () => {
  paletteUses('ann@example.com')
  countUse('screen-usage')
  expect(paletteUses('ann@example.com')).toEqual({ 'screen-usage': 1 })
  expect(paletteUses('ben@example.com')).toEqual({})
})
