import { expect, test } from 'vitest'
import { JUMPS, jumpsFor, meaningOf } from './shortcuts.ts'

const press = (key: string, more: Partial<Parameters<typeof meaningOf>[0]> = {}) => ({
  key,
  code: `Key${key.toUpperCase()}`,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...more,
})

test.for([
  ['Ctrl K opens the palette', press('k', { ctrlKey: true }), false, 'palette'],
  ['so does ⌘ K', press('k', { metaKey: true }), false, 'palette'],
  ['and with a Russian keyboard', press('л', { code: 'KeyK', ctrlKey: true }), false, 'palette'],
  ['Ctrl Shift K is the browser’s', press('K', { ctrlKey: true, shiftKey: true }), false, undefined],
  ['? opens the sheet', press('?', { code: 'Slash', shiftKey: true }), false, 'shortcuts'],
  ['g waits for the next', press('g'), false, 'wait'],
  ['g on a Russian keyboard too', press('п', { code: 'KeyG' }), false, 'wait'],
  ['g d goes', press('d'), true, { jump: 'd' }],
  ['g x is nothing', press('x'), true, undefined],
  ['d alone is nothing', press('d'), false, undefined],
  ['Ctrl D is the browser’s', press('d', { ctrlKey: true }), true, undefined],
  ['Alt G is another letter', press('g', { altKey: true }), false, undefined],
] as const)('%s', ([, key, isWaiting, meaning]) => {
  expect(meaningOf(key, isWaiting)).toEqual(meaning)
})

test('no key leads to two screens, and RO-01 only listed modules are opened', () => {
  expect(new Set(JUMPS.map(({ key }) => key)).size).toBe(JUMPS.length)
  expect(jumpsFor({ main: [], nav_bar: [], nav_bar_info: [] })).toEqual([])
})
