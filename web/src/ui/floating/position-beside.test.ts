import { expect, test } from 'vitest'
import { type Box, type Position, positionBeside } from './position-beside.ts'

const view = { width: 1000, height: 800 }
const box = { width: 200, height: 300 }
const anchor = (left: number, top: number): Box => ({ left, top, width: 100, height: 40 })
const below: Position = { side: 'bottom', align: 'start' }

test.each<[string, Box, Position, { left: number; top: number }]>([
  ['below, at the start', anchor(50, 50), below, { left: 50, top: 94 }],
  ['below, at the end', anchor(500, 50), { side: 'bottom', align: 'end' }, { left: 400, top: 94 }],
  ['below, in the middle', anchor(500, 50), { side: 'bottom', align: 'center' }, { left: 450, top: 94 }],
  ['turns over where there is more room', anchor(50, 700), below, { left: 50, top: 396 }],
  ['above turns below at the top', anchor(50, 20), { side: 'top', align: 'start' }, { left: 50, top: 64 }],
  ['never over the right edge', anchor(950, 50), below, { left: 792, top: 94 }],
  ['never over the left edge', anchor(0, 50), { side: 'bottom', align: 'end' }, { left: 8, top: 94 }],
  ['to the right', anchor(50, 50), { side: 'right', align: 'start' }, { left: 154, top: 50 }],
  ['to the right turns left', anchor(850, 50), { side: 'right', align: 'start' }, { left: 646, top: 50 }],
])('a floating box goes %s', (_, where, location, expected) => {
  expect(positionBeside(where, box, view, location, 4)).toEqual(expected)
})

test('a box higher than the window starts at its top', () => {
  expect(positionBeside(anchor(50, 300), { width: 200, height: 2000 }, view, below, 4).top).toBe(8)
})
