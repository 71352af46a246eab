import { expect, test } from 'vitest'
import { readTree } from './tree.ts'
import { checkZones } from './zones.ts'

test('every time that the server writes has a zone', () => {
  expect(checkZones(readTree())).toEqual([])
})

test.each([
  ["new Intl.DateTimeFormat('de', { dateStyle: 'long' })", 1],
  ["Intl.DateTimeFormat('de').format(0)", 1],
  ["new Date(at).toLocaleTimeString('de')", 1],
  ["new Intl.DateTimeFormat('de', { dateStyle: 'long', timeZone: 'UTC' })", 0],
  ["new Date(at).toLocaleDateString('de', { timeZone })", 0],
])('%s has %i faults', (text, faults) => {
  expect(checkZones([{ path: 'server/src/mail/day.ts', text: `const it = ${text}` }])).toHaveLength(faults)
})
